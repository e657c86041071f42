import type { ModelRequest } from './types.ts'

/** The ids that a conversation already uses. */
export function takenIds(request: ModelRequest): Set<string> {
  const taken = new Set<string>()
  for (const message of request.messages) {
    if (message.role === 'assistant') for (const call of message.toolCalls ?? []) taken.add(call.id)
  }
  return taken
}

/** The server's id if nobody has it yet, else one made from it. Deterministic, so that a replay makes the same. */
export function ownId(wireId: string, taken: ReadonlySet<string>): string {
  if (wireId !== '' && !taken.has(wireId)) return wireId
  const stem = wireId === '' ? 'call' : wireId
  for (let number = taken.size + 1; ; number++) {
    const id = `${stem}_${number}`
    if (!taken.has(id)) return id
  }
}
