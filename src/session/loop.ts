import type { Next } from '../agents/types.ts'
import type { BranchId } from '../notebook/notebook.ts'
import { ask } from './asking.ts'
import { callTools } from './calling.ts'
import { announcementOf, type Core, protocolAt } from './core.ts'
import { assertNever } from './errors.ts'
import { type NewCell, runCell } from './running.ts'

/** What a stop keeps from being begun. */
const DOING: ReadonlySet<Next['type']> = new Set(['ask', 'run-cell', 'call-tools'])

/** Does what the protocol says is next, until it has nothing more to say or the user stops it. */
export async function work(core: Core, branch: BranchId, signal: AbortSignal): Promise<void> {
  const { document } = core
  for (;;) {
    const path = document.path(branch)
    const next = protocolAt(core, path).next(path)
    if (signal.aborted && DOING.has(next.type)) {
      stopped(core, branch)
      return
    }
    switch (next.type) {
      case 'ask': {
        const reply = await ask(core, branch, signal)
        if (reply.error?.kind === 'stopped') {
          stopped(core, branch)
          return
        }
        break
      }
      case 'run-cell': {
        const end = await runCell(core, branch, cellOf(next), signal)
        if (end.status === 'stopped') {
          stopped(core, branch)
          return
        }
        break
      }
      case 'call-tools':
        await callTools(core, branch, next.calls, signal)
        if (signal.aborted) {
          stopped(core, branch)
          return
        }
        break
      case 'answer': {
        const { text, by } = next
        document.append(
          branch,
          by === undefined ? { type: 'answered', text } : { type: 'answered', text, by },
        )
        document.publish(announcementOf(core, 'The agent answered'))
        break
      }
      case 'stop':
        document.append(branch, { type: 'stopped', reason: next.reason, message: next.message })
        document.publish(announcementOf(core, next.message))
        return
      case 'idle':
        return
      default:
        assertNever(next)
    }
  }
}

function cellOf(next: Extract<Next, { type: 'run-cell' }>): NewCell {
  if (next.toolCall === undefined) {
    const { type: _type, toolCall: _none, ...cell } = next
    return cell
  }
  const { source, toolCall, scope } = next
  const cell: NewCell = { source, author: 'model', toolCallId: toolCall.id }
  return scope === undefined ? cell : { ...cell, scope }
}

export function stopped(core: Core, branch: BranchId): void {
  core.document.append(branch, { type: 'stopped', reason: 'user', message: 'Stopped.' })
  core.document.publish(announcementOf(core, 'Stopped'))
}
