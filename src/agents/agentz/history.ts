import type { ToolCall } from '../../models/types.ts'
import { kindOf } from '../shared/words.ts'
import { GET_HISTORY } from './names.ts'
import type { HostResult } from './registration.ts'

/** `history[start:end]` as Python has it: negative places count from the end, and what is beyond is cut off. */
export function slice<T>(items: readonly T[], start: number | null, end: number | null): T[] {
  const place = (value: number): number =>
    value < 0 ? Math.max(0, items.length + value) : Math.min(value, items.length)
  const [from, to] = [place(start ?? 0), place(end ?? items.length)]
  return from < to ? items.slice(from, to) : []
}

/** Cells by place. Without places it says only how many there are. */
export function readHistory(
  { arguments: given }: Pick<ToolCall, 'arguments'>,
  cells: readonly unknown[],
): HostResult {
  if (given === undefined)
    return fault(`The arguments of ${GET_HISTORY} are no JSON object. Send {"start", "end"}, or {}.`)
  const { start = null, end = null, ...rest } = given
  const [stray] = Object.keys(rest)
  if (stray !== undefined) return fault(`${GET_HISTORY} takes start and end, not ${JSON.stringify(stray)}.`)
  for (const [name, value] of [
    ['start', start],
    ['end', end],
  ] as const) {
    if (value !== null && !Number.isSafeInteger(value))
      return fault(`${name} has to be an integer or null; it is ${wordsFor(value)}.`)
  }
  const total = cells.length
  if (start === null && end === null) return { ok: true, output: { total } }
  return { ok: true, output: { total, cells: slice(cells, start as number | null, end as number | null) } }
}

const wordsFor = (value: unknown): string => (typeof value === 'number' ? `${value}` : kindOf(value))

const fault = (message: string): HostResult => ({ ok: false, name: 'TypeError', message })
