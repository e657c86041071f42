import { useEffect, useState } from 'react'
import type { EventId } from '../../notebook/events.ts'
import type { Session } from '../../session/types.ts'
import { number } from '../format.ts'

/** Characters of variables as JSON text, by name. What JSON cannot say is not there. */
export type Sizes = ReadonlyMap<string, number>

/** How long one has to look at a place before its values are measured, ms. */
const REST_MS = 300

/** Values measured at once: the answer is text, and long texts are cut. */
const MOST = 120

/**
 * A program that measures variables as JSON text, and gives the result as JSON. Maps and sets count with what they
 * hold. Run it in a scratch interpreter: a value may have a `toJSON` of its own.
 */
export function sizesProgram(names: readonly string[]): string {
  // The names are read outside of the function, where its own names cannot stand before them.
  const reads = names.map((name) => `${JSON.stringify(name)}: () => ${name}`).join(', ')
  return `((reads) => {
  const plain = (key, value) =>
    value instanceof Map || value instanceof Set ? [...value] : typeof value === 'bigint' ? String(value) : value
  const size = (read) => {
    try { return JSON.stringify(read(), plain)?.length ?? null } catch { return null }
  }
  return JSON.stringify(Object.fromEntries(Object.entries(reads).map(([name, read]) => [name, size(read)])))
})({ ${reads} })`
}

/** Reads what the program gave; anything else is no sizes. */
export function parseSizes(text: string): Map<string, number> {
  const sizes = new Map<string, number>()
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return sizes
  }
  if (typeof parsed !== 'object' || parsed === null) return sizes
  for (const [name, size] of Object.entries(parsed)) if (typeof size === 'number') sizes.set(name, size)
  return sizes
}

/** `312 B`, `26 KB`, `1.1 MB`: of characters, as if each took a byte. */
export function sizeWords(characters: number): string {
  if (characters < 1_000) return `${characters} B`
  if (characters < 999_500) return `${number(Math.round(characters / 1_000))} KB`
  return `${number(Math.round(characters / 100_000) / 10)} MB`
}

const NONE: Sizes = new Map()

/** Sizes of variables at a stop, once one has looked at it for a moment. */
export function useSizes(session: Session, event: EventId | null, names: readonly string[]): Sizes {
  const [found, setFound] = useState<{ event: EventId; sizes: Sizes } | null>(null)
  const list = names.join(' ')
  useEffect(() => {
    if (event === null || list === '') return
    let current = true
    const timer = setTimeout(() => {
      session.evaluateAt(event, sizesProgram(list.split(' ').slice(0, MOST))).then(
        ({ status, text }) =>
          current && setFound({ event, sizes: status === 'ok' ? parseSizes(text) : NONE }),
        // Sizes are a help, not a promise: where they cannot be had, the values stand without.
        () => current && setFound({ event, sizes: NONE }),
      )
    }, REST_MS)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [session, event, list])
  // Sizes of another stop stay until the new ones are there, so that nothing flickers while one steps.
  return event === null ? NONE : (found?.sizes ?? NONE)
}
