import { useEffect, useMemo, useState } from 'react'
import type { Variable } from '../../kernel/types.ts'
import type { EventId } from '../../notebook/events.ts'
import type { Session } from '../../session/types.ts'
import { useSizes } from './sizes.ts'

/** A value that the interpreter held, and how many characters it takes as JSON; `null` where that is not known. */
export interface Inside {
  variable: Variable
  size: number | null
}

/** As in the estimates of requests. */
const BYTES_A_TOKEN = 4

export function tokensOfSize(size: number): number {
  return Math.ceil(size / BYTES_A_TOKEN)
}

/** What sending all of it would take, estimated. */
export function insideTokens(inside: readonly Inside[]): number {
  return inside.reduce((sum, { size }) => sum + tokensOfSize(size ?? 0), 0)
}

/** The values at a stop, the largest first. */
export function useInside(session: Session, event: EventId | null): readonly Inside[] {
  const variables = useVariablesAt(session, event)
  const names = useMemo(() => variables.map(({ name }) => name), [variables])
  const sizes = useSizes(session, event, names)
  return useMemo(
    () =>
      variables
        .map((variable) => ({ variable, size: sizes.get(variable.name) ?? null }))
        .sort((a, b) => (b.size ?? 0) - (a.size ?? 0)),
    [variables, sizes],
  )
}

const NONE: readonly Variable[] = []

function useVariablesAt(session: Session, event: EventId | null): readonly Variable[] {
  const [found, setFound] = useState(NONE)
  useEffect(() => {
    if (event === null) return
    let current = true
    session.variables(event).then(
      (variables) => current && setFound(variables),
      // The Variables panel says why; here the request is what matters.
      () => current && setFound(NONE),
    )
    return () => {
      current = false
    }
  }, [session, event])
  return found
}
