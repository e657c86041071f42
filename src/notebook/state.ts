import type { Checkpoint, OpenedCall } from '../kernel/types.ts'
import type { Usage } from '../models/types.ts'
import type { EventOf, NotebookEvent, NotebookPath } from './events.ts'

/** The settings that hold at the end of a path. */
export function configuredAt(path: NotebookPath): EventOf<'configured'> | undefined {
  return path.findLast((event) => event.type === 'configured')
}

/** The place in the interpreter's history that an event stands for. */
function checkpointOf(event: NotebookEvent): Checkpoint | null {
  return 'checkpoint' in event ? event.checkpoint : null
}

/** All places that an event tells of: its own, and the other boots of its settings. */
export function checkpointsOf(event: NotebookEvent): Checkpoint[] {
  const own = checkpointOf(event)
  const scopes = event.type === 'configured' ? Object.values(event.scopes ?? {}) : []
  return own ? [own, ...scopes] : scopes
}

/** Where the interpreter stands at the end of a path; nothing before it was first started. */
export function checkpointAt(path: NotebookPath): Checkpoint | null {
  for (let place = path.length - 1; place >= 0; place -= 1) {
    const event = path[place]
    const checkpoint = event && checkpointOf(event)
    if (checkpoint) return checkpoint
  }
  return null
}

/** A cell in whose middle a path ends. */
export interface OpenCell {
  started: EventOf<'cell-started'>
  /** Its last wait; without one it can only be run again from its start. */
  wait: EventOf<'waited'> | null
  /** The host calls that it waits for there. */
  waiting: OpenedCall[]
}

export function openCellAt(path: NotebookPath): OpenCell | null {
  const from = path.findLastIndex(({ type }) => type === 'cell-started' || type === 'cell-ended')
  const started = path[from]
  if (started?.type !== 'cell-started') return null
  const waits = path.slice(from).filter((event) => event.type === 'waited')
  const open = new Map<number, OpenedCall>()
  for (const { checkpoint } of waits) {
    if (checkpoint.step.type === 'settle') open.delete(checkpoint.step.call)
    for (const call of checkpoint.opened) open.set(call.id, call)
  }
  return { started, wait: waits.at(-1) ?? null, waiting: [...open.values()] }
}

/** How many cells have been started. */
export function cellsAt(path: NotebookPath): number {
  return path.findLast((event) => event.type === 'cell-started')?.cell ?? 0
}

/** Tokens that models counted on a path. Replies without a count are left out. */
export function usageAt(path: NotebookPath): Usage {
  const total: Usage = { input: 0, output: 0 }
  for (const event of path) {
    if (event.type !== 'replied' || !event.reply.usage) continue
    total.input += event.reply.usage.input
    total.output += event.reply.usage.output
  }
  return total
}

/**
 * The nearest place at or before the end of a path at which the interpreter can stand: a path that ends between two
 * waits of a cell is cut back to the earlier one, or to before the cell.
 */
export function settledPart(path: NotebookPath): NotebookPath {
  const open = openCellAt(path)
  if (!open) return path
  const place = open.wait ? path.indexOf(open.wait) + 1 : path.indexOf(open.started)
  return path.slice(0, place)
}
