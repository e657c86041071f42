import { useEffect, useState } from 'react'
import type { PreviewNode, Variable } from '../../kernel/types.ts'
import type { Session } from '../../session/types.ts'
import { useSessionState } from '../timeline/views.ts'
import { ValueTree } from '../value/ValueTree.tsx'

export function Variables({ session }: { session: Session }) {
  const cursor = useSessionState(session, (state) => state.cursor)
  const notebook = useSessionState(session, (state) => state.notebook)
  const [node, setNode] = useState<PreviewNode>({ type: 'object', children: [], size: 0 })
  useEffect(() => {
    let current = true
    session.variables(cursor).then(
      (variables) => current && setNode(asNode(variables)),
      (error: unknown) => current && setNode({ type: 'error', text: String(error) }),
    )
    return () => {
      current = false
    }
  }, [session, cursor, notebook])
  return <ValueTree node={node} label="Variables" hideRoot />
}

function asNode(variables: Variable[]): PreviewNode {
  return {
    type: 'object',
    size: variables.length,
    children: variables.map(({ name, value }) => ({ key: name, value })),
  }
}
