import type { Fault, HostCall } from '../agents/types.ts'
import type {
  CallId,
  CheckpointId,
  HeapMap,
  Outcome,
  PortableReport,
  PreviewNode,
  Variable,
} from '../kernel/types.ts'
import type { ModelRequest } from '../models/index.ts'
import type { EventId, NotebookEvent, NotebookPath } from '../notebook/events.ts'
import { toFile } from '../notebook/file.ts'
import { checkpointAt, checkpointsOf, configuredAt } from '../notebook/state.ts'
import { branchOf, pathTo } from '../notebook/tree.ts'
import { type Core, protocolAt } from './core.ts'
import { Refused } from './errors.ts'
import { Newest } from './newest.ts'
import type { BranchReplay } from './replay.ts'
import type { Session } from './types.ts'

const MOST_AT_ONCE = 2
const MOST_KEPT = 64

/** Looking at the past and into the interpreter. Changes nothing. */
export function createLooking(
  core: Core,
): Pick<
  Session,
  | 'lookAt'
  | 'variables'
  | 'inspect'
  | 'evaluateAt'
  | 'snapshotReport'
  | 'heapMap'
  | 'requestAt'
  | 'faultsAt'
  | 'replayBranch'
  | 'exportFile'
> {
  const { document, store, host } = core
  const queue = new Newest(MOST_AT_ONCE)
  /** What was declared at a checkpoint never changes. */
  const kept = new Map<CheckpointId, Promise<Variable[]>>()

  const placeAt = (event: EventId | null): CheckpointId => {
    const path = event === null ? document.path(store.getState().branch) : document.pathTo(event)
    const checkpoint = checkpointAt(path)
    if (!checkpoint)
      throw new Refused('The interpreter had not started yet, so there is nothing to look into.')
    return checkpoint.id
  }

  const hashesOf = async (events: Iterable<NotebookEvent>): Promise<Record<CheckpointId, string>> => {
    const kernel = await host.kernel()
    const hashes: Record<CheckpointId, string> = {}
    for (const event of events) {
      for (const checkpoint of checkpointsOf(event))
        hashes[checkpoint.id] ??= await kernel.imageHash(checkpoint)
    }
    return hashes
  }

  return {
    lookAt(event) {
      if (event !== null) document.pathTo(event)
      document.publish({ cursor: event })
    },

    async variables(event): Promise<Variable[]> {
      const place = placeAt(event)
      const known = kept.get(place)
      if (known) return known
      const variables = queue.run(async () => (await host.kernel()).variables(place))
      kept.set(place, variables)
      for (const oldest of kept.keys()) {
        if (kept.size <= MOST_KEPT) break
        kept.delete(oldest)
      }
      // A failure is not kept: the next look tries again.
      variables.catch(() => kept.delete(place))
      return variables
    },

    async inspect(event, name, path): Promise<PreviewNode | null> {
      const place = placeAt(event)
      return queue.run(async () => (await host.kernel()).inspect(place, name, path))
    },

    async evaluateAt(event, code, options): Promise<Outcome> {
      const place = placeAt(event)
      return (await host.kernel()).evaluateAt(place, code, options)
    },

    async snapshotReport(event): Promise<PortableReport> {
      const place = placeAt(event)
      return queue.run(async () => (await host.kernel()).portableReport(place))
    },

    async heapMap(event, against): Promise<HeapMap> {
      const place = placeAt(event)
      const beside = against === null ? null : placeAt(against)
      return queue.run(async () => (await host.kernel()).heapMap(place, beside))
    },

    requestAt(event): ModelRequest {
      const to = document.pathTo(event)
      const last = to.at(-1)
      const path = beforeAsking(to)
      const protocol = protocolAt(core, path)
      const call = last?.type === 'asked' || last?.type === 'replied' ? last.call : undefined
      const step = call === undefined ? undefined : protocol.perform?.(path, calledBy(path, call))
      return step?.type === 'ask' ? step.request : protocol.request(path)
    },

    faultsAt(event): Fault[] {
      const path = document.pathTo(event)
      // A protocol of a later version is no reason not to show what was said.
      const protocol = core.options.protocols.find(({ id }) => id === configuredAt(path)?.protocol)
      return protocol?.faults?.(path) ?? []
    },

    async exportFile(): Promise<string> {
      const { notebook } = document
      const hashes = await hashesOf(notebook.events.values())
      return toFile(notebook, hashes, await (await host.kernel()).build())
    },

    async replayBranch(): Promise<BranchReplay> {
      const { notebook } = document
      const branch = branchOf(notebook, store.getState().branch)
      const hashes = await hashesOf(pathTo(notebook, branch.head))
      // Asked for now and then, and large: loaded when it is.
      const { replayNotebook } = await import('./replay.ts')
      const { branches } = await replayNotebook(
        { ...notebook, branches: [branch] },
        hashes,
        core.options.createKernel,
      )
      const [only] = branches
      if (!only) throw new Error('The branch was not replayed')
      return only
    },
  }
}

/** For a reply, or the asking itself: the path that was asked with. */
function beforeAsking(path: NotebookPath): NotebookPath {
  const last = path.at(-1)
  if (last?.type !== 'replied' && last?.type !== 'asked') return path
  const asked = path.findLastIndex((event) => event.type === 'asked' && event.call === last.call)
  return asked < 0 ? path : path.slice(0, asked)
}

/** The host call of a cell by which a model was asked. */
function calledBy(path: NotebookPath, id: CallId): HostCall {
  const called = path.findLast((event) => event.type === 'called' && event.call === id)
  return called?.type === 'called'
    ? { id, name: called.name, input: called.input }
    : { id, name: '', input: null }
}
