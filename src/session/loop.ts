import type { BranchId } from '../notebook/notebook.ts'
import { ask } from './asking.ts'
import { announcementOf, type Core, protocolAt } from './core.ts'
import { assertNever } from './errors.ts'
import { runCell } from './running.ts'

/** Does what the protocol says is next, until it has nothing more to say or the user stops it. */
export async function work(core: Core, branch: BranchId, signal: AbortSignal): Promise<void> {
  const { document } = core
  for (;;) {
    const path = document.path(branch)
    const next = protocolAt(core, path).next(path)
    if (signal.aborted && (next.type === 'ask' || next.type === 'run-cell')) {
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
        const { source, toolCall } = next
        const end = await runCell(core, branch, { source, author: 'model', toolCallId: toolCall.id }, signal)
        if (end.status === 'stopped') {
          stopped(core, branch)
          return
        }
        break
      }
      case 'answer':
        document.append(branch, { type: 'answered', text: next.text })
        document.publish(announcementOf(core, 'The agent answered'))
        break
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

export function stopped(core: Core, branch: BranchId): void {
  core.document.append(branch, { type: 'stopped', reason: 'user', message: 'Stopped.' })
  core.document.publish(announcementOf(core, 'Stopped'))
}
