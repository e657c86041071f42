import type { EventId, NotebookPath } from '../../notebook/events.ts'
import type { CallView, TurnView } from '../../notebook/view.ts'
import { count, duration, number } from '../format.ts'
import { fromJson } from '../value/from-json.ts'
import { summary, textOf } from '../value/summary.ts'

/** A host call with the cell that made it. */
export interface CallRow {
  key: string
  /** `null` for a tool that the model called itself. */
  cell: number | null
  /** The event that started the cell, or the first of the calls that were made together. */
  startedBy: EventId
  call: CallView
}

export function callRows(turns: readonly TurnView[]): CallRow[] {
  return turns.flatMap(({ items }) =>
    items.flatMap((item) => {
      if (item.type === 'cell') return rowsOf(item.cell.calls, item.cell.number, item.cell.startedBy)
      return item.type === 'calls' ? rowsOf(item.calls, null, item.event) : []
    }),
  )
}

function rowsOf(calls: readonly CallView[], cell: number | null, startedBy: EventId): CallRow[] {
  return calls.map((call) => ({ key: `${startedBy} ${call.id}`, cell, startedBy, call }))
}

/** Who called: "cell 3", or the model itself. */
export function callerWord({ cell }: CallRow): string {
  return cell === null ? 'model' : `cell ${cell}`
}

/** `open` calls are still waited for where one looks. */
export function statusWord({ call }: CallRow, past: boolean): string {
  switch (call.status) {
    case 'ok':
      return 'ok'
    case 'error':
      return 'failed'
    case 'aborted':
      return 'aborted'
    case 'running':
      return past ? 'waiting' : 'running'
  }
}

/** Where the result came from, in a word; a live one goes without saying in a sentence. */
export function sourceWord({ call }: CallRow): string {
  return call.source ?? ''
}

export function tookWords({ call }: CallRow): string {
  return call.endedMs === null ? '' : duration(call.endedMs - call.startedMs)
}

/** Most characters of arguments and results that are looked through. */
const SEARCHED = 2_000

/** True when every word stands somewhere in the row. */
export function matches(row: CallRow, filter: string, past: boolean): boolean {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return true
  const { call } = row
  const text = [
    callerWord(row),
    call.name,
    statusWord(row, past),
    sourceWord(row),
    textOf(summary(fromJson(call.input), SEARCHED)),
    call.error
      ? `${call.error.name} ${call.error.message}`
      : textOf(summary(fromJson(call.output), SEARCHED)),
  ]
    .join(' ')
    .toLowerCase()
  return words.every((word) => text.includes(word))
}

/** "12 calls, 1 failed"; in the past "5 calls up to here, 1 waiting" */
export function totals(rows: readonly CallRow[], past: boolean): string {
  const counts = new Map<string, number>()
  for (const row of rows) {
    const word = statusWord(row, past)
    counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  const parts = ['failed', 'aborted', 'waiting', 'running'].flatMap((word) => {
    const many = counts.get(word)
    return many ? [`${number(many)} ${word}`] : []
  })
  return [`${count(rows.length, 'call')}${past ? ' up to here' : ''}`, ...parts].join(', ')
}

/**
 * The first stop after a call was made: where its cell waits for it, or where the model's own calls came back. `null`
 * when there is none yet.
 */
export function stopOfCall(
  path: NotebookPath,
  isStop: (event: EventId) => boolean,
  { startedBy, call }: CallRow,
): EventId | null {
  let inside = false
  let made = false
  for (const event of path) {
    if (event.id === startedBy) inside = true
    if (inside && event.type === 'called' && event.call === call.id) made = true
    else if (made && isStop(event.id)) return event.id
  }
  return null
}
