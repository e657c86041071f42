import type { Checkpoint, CheckpointId, Configuration, OpenedCall } from './types.ts'

/** Checkpoints from boot to `id`, in order. Throws when the chain is broken. */
export function pathTo(id: CheckpointId, lookup: (id: CheckpointId) => Checkpoint | undefined): Checkpoint[] {
  const path: Checkpoint[] = []
  for (let at: CheckpointId | null = id; at !== null; ) {
    const checkpoint = lookup(at)
    if (!checkpoint) throw new Error(`Checkpoint ${at} is not known here`)
    path.push(checkpoint)
    at = checkpoint.parent
  }
  return path.reverse()
}

/** Host calls that are open at a checkpoint, in the order they were made. */
export function waitingAt(path: readonly Checkpoint[]): OpenedCall[] {
  const open = new Map<number, OpenedCall>()
  for (const { step, opened } of path) {
    if (step.type === 'settle') open.delete(step.call)
    // A new cell gives up what an earlier one still waited for.
    if (step.type !== 'settle') open.clear()
    for (const call of opened) open.set(call.id, call)
  }
  return [...open.values()]
}

/** How many cells have run up to a checkpoint. */
export const cellsAt = (path: readonly Checkpoint[]): number =>
  path.filter(({ step }) => step.type === 'cell').length

/** The last configuration on a path. */
export function configurationAt(path: readonly Checkpoint[]): Configuration | undefined {
  return path.findLast(({ step }) => step.type === 'configure')?.step as Configuration | undefined
}
