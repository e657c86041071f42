import type { CallId } from '../kernel/types.ts'
import type { EventOf } from './events.ts'
import type { OpenReply } from './folded.ts'
import type { Sheet } from './sheet.ts'
import type { CallsItem, CallView } from './view.ts'

export function openCall({ call: id, name, input, startedMs }: EventOf<'called'>): CallView {
  return { id, name, input, status: 'running', source: null, startedMs, endedMs: null }
}

export function settle(call: CallView, event: EventOf<'settled'>): void {
  call.status = event.status
  call.source = event.source
  call.endedMs = event.endedMs
  if ('output' in event) call.output = event.output
  if (event.error) call.error = event.error
}

/** The cell itself asks a model, by a host call. */
export function askedInside(sheet: Sheet, { id: event, model, at }: EventOf<'asked'>, call: CallId): void {
  sheet.changeCall(call, (view) => {
    view.talks = [...(view.talks ?? []), { event, model, at, reply: null }]
  })
}

export function repliedInside(
  sheet: Sheet,
  { id, reply, durationMs }: EventOf<'replied'>,
  call: CallId,
): void {
  sheet.changeCall(call, (view) => {
    const last = view.talks?.at(-1)
    if (!last) return
    view.talks = [...(view.talks ?? []).slice(0, -1), { ...last, reply: { event: id, reply, durationMs } }]
  })
}

/** Servers repeat ids, so one cell, or one call of a tool, answers one call of the model's. */
export function withoutCall(replied: OpenReply, id: string): OpenReply {
  const place = replied.calls.indexOf(id)
  return place < 0 ? replied : { ...replied, calls: replied.calls.toSpliced(place, 1) }
}

/** A tool is called without a cell: what one reply calls stands together. */
export function calledAlone(sheet: Sheet, event: EventOf<'called'>, toolCallId: string): void {
  const { replied } = sheet.view
  const reply = replied?.item.event ?? null
  const last = sheet.turn.items.at(-1)
  if (last?.type === 'calls' && last.reply === reply)
    sheet.replaceItem(last.event, { ...last, calls: [...last.calls, openCall(event)] })
  else sheet.addItem({ type: 'calls', event: event.id, reply, calls: [openCall(event)] })
  if (replied) sheet.set({ replied: withoutCall(replied, toolCallId) })
}

/** A stop for the cursor is where the last of them has come back. */
export function settledAlone(sheet: Sheet, event: EventOf<'settled'>): void {
  const item = sheet.turn.items.findLast((each) => each.type === 'calls')
  if (!item?.calls.some(({ id, status }) => id === event.call && status === 'running')) return
  const calls = item.calls.map((call) => (call.id === event.call ? settledCopy(call, event) : call))
  const changed: CallsItem = { ...item, calls }
  sheet.replaceItem(item.event, changed)
  if (calls.some(({ status }) => status === 'running')) return
  sheet.addStop({
    event: event.id,
    kind: 'calls',
    cell: sheet.lastCell?.number ?? 0,
    waitingFor: calls.map(({ name }) => name),
    status: statusOf(calls),
    at: event.at,
  })
}

function settledCopy(call: CallView, event: EventOf<'settled'>): CallView {
  const copy = { ...call }
  settle(copy, event)
  return copy
}

function statusOf(calls: readonly CallView[]): 'ok' | 'error' | 'stopped' {
  if (calls.some(({ status }) => status === 'aborted')) return 'stopped'
  return calls.some(({ status }) => status === 'error') ? 'error' : 'ok'
}
