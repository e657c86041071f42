import type { StopView } from '../../notebook/view.ts'
import type { Activity } from '../../session/types.ts'
import { count, list } from '../format.ts'
import { placeCount, type Steps, stopAt } from './steps.ts'

/** What happened at a stop: "start", "waiting for search", "finished", "failed", "stopped". */
export function stopWords(stop: StopView): string {
  switch (stop.kind) {
    case 'boot':
      return 'start'
    case 'wait':
      return `waiting for ${waitedFor(stop.waitingFor)}`
    case 'end':
      return endWords(stop.status)
    case 'calls':
      return `${namesOf(stop.waitingFor)} ${stop.status === 'ok' ? 'came back' : endWords(stop.status)}`
  }
}

function endWords(status: StopView['status']): string {
  switch (status) {
    case 'error':
      return 'failed'
    case 'stopped':
      return 'stopped'
    case 'ok':
    case null:
      return 'finished'
  }
}

/** As `namesOf`; a wait may have nothing left to wait for. */
export function waitedFor(names: readonly string[]): string {
  return names.length > 0 ? namesOf(names) : 'the cell to go on'
}

/** `search`, `search and get_airport`, `search (3) and get_airport` */
function namesOf(names: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  const words = [...counts].map(([name, many]) => (many > 1 ? `${name} (${many})` : name))
  return list(words)
}

/** The parts that a place is told in, such as `Step 4 of 12`, `cell 2`, `waiting for search`. */
function placeParts(steps: Steps, place: number): string[] {
  const of = placeCount(steps)
  const step = `Step ${Math.min(place, of - 1) + 1} of ${of}`
  const stop = stopAt(steps, place)
  if (stop?.kind === 'boot') return [step, 'start']
  if (stop) return [step, stop.kind === 'calls' ? 'tool calls' : `cell ${stop.cell}`, stopWords(stop)]
  const last = steps.stops.at(-1)
  return last ? [step, `cell ${last.cell}`, 'still open'] : [step, 'nothing has run yet']
}

/** For `aria-valuetext`: "Step 4 of 12, cell 2, waiting for search"; the live end says so. */
export function valueText(steps: Steps, place: number, live: boolean): string {
  return [...placeParts(steps, place), ...(live ? ['live'] : [])].join(', ')
}

/** For the eye: "Step 7 of 12 · cell 2 · waiting for get_airport". */
export function shownText(steps: Steps, place: number): string {
  return placeParts(steps, place).join(' · ')
}

/** The words beside the buttons: what is looked at, or what the live end does. */
export function statusText(steps: Steps, place: number, live: boolean, activity: Activity): string {
  if (!live) return shownText(steps, place)
  switch (activity.type) {
    case 'starting':
      return activity.total > 0 ? `Live · starting, ${activity.done} of ${activity.total}` : 'Live · starting'
    case 'asking':
      return 'Live · the model writes'
    case 'awaiting-person':
      return 'Live · you are the model'
    case 'awaiting-input':
      return `Live · cell ${activity.cell} asks you`
    case 'running':
      return `Live · cell ${activity.cell} runs`
    case 'calling':
      return `Live · ${count(activity.calls, 'tool')} at work`
    case 'idle':
      return `Live · ${placeParts(steps, place)[0]?.toLowerCase() ?? ''}`
  }
}
