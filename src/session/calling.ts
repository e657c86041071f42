import type { RequestedCall } from '../agents/types.ts'
import { Calls } from '../kernel/calls.ts'
import { type CallRecord, DEFAULT_LIMITS } from '../kernel/types.ts'
import type { NotebookPath } from '../notebook/events.ts'
import type { BranchId } from '../notebook/notebook.ts'
import { configuredAt } from '../notebook/state.ts'
import { announcementOf, type Core, protocolAt } from './core.ts'
import type { EventBody } from './document.ts'
import { callsSentence } from './sentences.ts'
import { checkingOutputs, reviveTools } from './tools.ts'

/**
 * Calls tools that the model asked for itself, all at once, and records each call and what became of it. Inputs are
 * checked, calls counted and held back by the same rules as those of a cell. Resolves when all have come back or were
 * cut off by a stop; never rejects for what a tool does.
 */
export async function callTools(
  core: Core,
  branch: BranchId,
  requested: readonly RequestedCall[],
  signal: AbortSignal,
): Promise<void> {
  const { document, options } = core
  const path = document.path(branch)
  const since = options.now()
  const first = callsAt(path) + 1
  const ids = new Map(requested.map((call, place) => [first + place, call]))
  const left = new Set(ids.keys())
  const records: CallRecord[] = []
  document.publish({ activity: { type: 'calling', since, calls: requested.length } })
  await new Promise<void>((resolve) => {
    const calls = new Calls({
      tools: toolsAt(core, path),
      limits: { ...DEFAULT_LIMITS, ...options.limits, ...configuredAt(path)?.limits },
      elapsed: () => Math.max(0, options.now() - since),
      onStarted: (record) => document.append(branch, startOf(record, ids)),
      onEnded: (record) => {
        records.push(record)
        left.delete(record.id)
        document.append(branch, endOf(record, ids))
        if (left.size > 0) return
        signal.removeEventListener('abort', stop)
        resolve()
      },
      onAnswer: () => undefined,
    })
    const stop = (): void => calls.close()
    signal.addEventListener('abort', stop, { once: true })
    for (const [id, { name, input }] of ids)
      calls.take({ id, name, input: input === undefined ? '' : JSON.stringify(input), stack: '' }, input)
    if (ids.size === 0) resolve()
    if (signal.aborted) stop()
  })
  document.publish(announcementOf(core, callsSentence(records, options.now() - since)))
}

/** How many tools were called without a cell. */
function callsAt(path: NotebookPath): number {
  return path.filter((event) => event.type === 'called' && event.toolCallId !== undefined).length
}

/** The tools that the notebook was set up with, as they were declared then. */
function toolsAt(core: Core, path: NotebookPath): Map<string, ReturnType<typeof reviveTools>[number]> {
  const { checksOutputs } = protocolAt(core, path)
  const tools = reviveTools(configuredAt(path)?.configuration.tools ?? [], core.options.tools)
  return new Map(tools.map((tool) => [tool.name, checksOutputs ? checkingOutputs(tool) : tool]))
}

type Ids = ReadonlyMap<number, RequestedCall>

function startOf({ id, name, input, startedMs }: CallRecord, ids: Ids): EventBody {
  return { type: 'called', call: id, name, input, startedMs, ...toolCallOf(id, ids) }
}

function endOf(record: CallRecord, ids: Ids): EventBody {
  const { id, status, error, startedMs, endedMs } = record
  return {
    type: 'settled',
    call: id,
    ...toolCallOf(id, ids),
    status: status === 'running' ? 'aborted' : status,
    source: 'live',
    endedMs: endedMs ?? startedMs,
    ...('output' in record ? { output: record.output } : {}),
    ...(error ? { error: { name: error.name, message: error.message } } : {}),
  }
}

const toolCallOf = (id: number, ids: Ids): { toolCallId?: string } => {
  const call = ids.get(id)
  return call ? { toolCallId: call.toolCallId } : {}
}
