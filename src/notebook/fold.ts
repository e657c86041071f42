import type { CallId } from '../kernel/types.ts'
import type { EventOf, NotebookEvent, NotebookPath } from './events.ts'
import {
  askedInside,
  calledAlone,
  openCall,
  repliedInside,
  settle,
  settledAlone,
  withoutCall,
} from './fold-calls.ts'
import { EMPTY_VIEW, type FoldedView } from './folded.ts'
import { Sheet } from './sheet.ts'
import type { CellView } from './view.ts'

/** What is shown of a path. */
export function fold(path: NotebookPath): FoldedView {
  return foldAll(EMPTY_VIEW, path)
}

/** The view of a path that is one event longer. Parts that the event does not touch stay the same objects. */
export function foldMore(view: FoldedView, event: NotebookEvent): FoldedView {
  return foldAll(view, [event])
}

/** The view of a path that is longer by `events`. */
export function foldAll(view: FoldedView, events: readonly NotebookEvent[]): FoldedView {
  if (events.length === 0) return view
  const sheet = new Sheet(view)
  for (const event of events) apply(sheet, event)
  return sheet.view
}

function apply(sheet: Sheet, event: NotebookEvent): void {
  switch (event.type) {
    case 'opened':
    case 'resumed':
      return
    case 'configured':
      sheet.set({ waiting: [] })
      sheet.addStop({ event: event.id, kind: 'boot', cell: 0, waitingFor: [], status: null, at: event.at })
      return
    case 'said':
      endReply(sheet)
      sheet.addTurn({ event: event.id, text: event.text })
      return
    case 'asked':
      if (event.call !== undefined) {
        askedInside(sheet, event, event.call)
        return
      }
      endReply(sheet)
      sheet.set({ asked: { event: event.id, model: event.model, at: event.at } })
      return
    case 'replied':
      if (event.call === undefined) replied(sheet, event)
      else repliedInside(sheet, event, event.call)
      return
    case 'cell-started':
      cellStarted(sheet, event)
      return
    case 'logged':
      sheet.changeCell((cell) => sheet.pushTo(cell, 'console', event.line))
      return
    case 'called':
      if (event.toolCallId === undefined)
        sheet.changeCell((cell) => sheet.pushTo(cell, 'calls', openCall(event)))
      else calledAlone(sheet, event, event.toolCallId)
      return
    case 'settled':
      if (event.toolCallId === undefined) sheet.changeCall(event.call, (call) => settle(call, event))
      else settledAlone(sheet, event)
      return
    case 'waited':
      waited(sheet, event)
      return
    case 'cell-ended':
      cellEnded(sheet, event)
      return
    case 'answered':
      answered(sheet, event)
      return
    case 'stopped':
      endReply(sheet)
      // A failed reply is shown with its cure: that it ended the run says nothing new.
      if (followsFailedReply(sheet)) return
      sheet.addItem({ type: 'stop', event: event.id, reason: event.reason, message: event.message })
      return
    case 'noted':
      sheet.addItem({ type: 'note', event: event.id, text: event.text })
      return
  }
}

function replied(sheet: Sheet, event: EventOf<'replied'>): void {
  endReply(sheet)
  const { reply, durationMs } = event
  const item = {
    type: 'reply',
    event: event.id,
    reply,
    durationMs,
    model: sheet.view.asked?.model ?? null,
  } as const
  const shown = reply.toolCalls.length === 0 || reply.error !== null || hasWords(reply)
  if (shown) sheet.addItem(item)
  const calls = reply.error === null ? reply.toolCalls.map(({ id }) => id) : []
  sheet.set({ asked: null, replied: { item, shown, calls } })
}

const hasWords = ({ text, reasoning, refusal, notes }: EventOf<'replied'>['reply']): boolean =>
  `${text}${reasoning}${refusal}`.trim() !== '' || notes.length > 0

/** Nothing more comes of the last reply: what it called without becoming a cell is shown. */
function endReply(sheet: Sheet): void {
  const { replied } = sheet.view
  if (!replied) return
  sheet.set({ replied: null })
  if (replied.calls.length === 0) return
  const item = {
    ...replied.item,
    turnedBack: replied.item.reply.toolCalls.filter(({ id }) => replied.calls.includes(id)),
  }
  if (replied.shown) sheet.replaceItem(replied.item.event, item)
  else sheet.addItem(item)
}

function cellStarted(sheet: Sheet, event: EventOf<'cell-started'>): void {
  sheet.set({ waiting: [] })
  sheet.addCell({
    number: event.cell,
    startedBy: event.id,
    source: event.source,
    author: event.author,
    status: 'running',
    console: [],
    calls: [],
    end: null,
    endedBy: null,
    turn: sheet.turn.number,
    ...(event.summary === undefined ? {} : { summary: event.summary }),
    ...(event.from === undefined ? {} : { from: event.from }),
  })
  const { replied } = sheet.view
  if (replied === null || event.toolCallId === undefined) return
  if (replied.item.reply.toolCalls.length > 0) {
    sheet.set({ replied: withoutCall(replied, event.toolCallId) })
    return
  }
  const item = { ...replied.item, became: event.cell }
  if (replied.shown) sheet.replaceItem(item.event, item)
  sheet.set({ replied: { ...replied, item } })
}

function waited(sheet: Sheet, event: EventOf<'waited'>): void {
  const { step, opened } = event.checkpoint
  const before = step.type === 'settle' ? without(sheet.view.waiting, step.call) : sheet.view.waiting
  const waiting = [...(step.type === 'cell' ? [] : before), ...opened]
  sheet.set({ waiting })
  sheet.addStop({
    event: event.id,
    kind: 'wait',
    cell: sheet.lastCell?.number ?? 0,
    waitingFor: waiting.map(({ name }) => name),
    status: null,
    at: event.at,
  })
}

const without = <T extends { id: CallId }>(calls: readonly T[], id: CallId): T[] =>
  calls.filter((call) => call.id !== id)

function cellEnded(sheet: Sheet, event: EventOf<'cell-ended'>): void {
  const { status } = event.end
  sheet.set({ waiting: [] })
  sheet.changeCell((cell) => {
    cell.status = shownStatus(cell, status)
    cell.end = event.end
    cell.endedBy = event.id
  })
  sheet.addStop({
    event: event.id,
    kind: 'end',
    cell: sheet.lastCell?.number ?? 0,
    waitingFor: [],
    status,
    at: event.at,
  })
}

const shownStatus = ({ author }: CellView, status: 'ok' | 'error' | 'stopped'): CellView['status'] =>
  author === 'recovery' && status === 'ok' ? 'recovery' : status

/** The reply whose text is the answer gives way to it. */
function answered(sheet: Sheet, event: EventOf<'answered'>): void {
  const { replied } = sheet.view
  sheet.set({ replied: null })
  const { id, text, by } = event
  const answer = { type: 'answer', event: id, text, ...(by === undefined ? {} : { by }) } as const
  if (replied && replied.item.reply.toolCalls.length === 0 && by !== 'executor') {
    sheet.removeItem(replied.item.event)
    sheet.addItem({ ...answer, from: replied.item })
  } else sheet.addItem(answer)
}

function followsFailedReply(sheet: Sheet): boolean {
  const last = sheet.view.turns.at(-1)?.items.at(-1)
  return last?.type === 'reply' && last.reply.error !== null
}
