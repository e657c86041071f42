import type { CellView } from '../../notebook/view.ts'
import { count, duration } from '../format.ts'

/** `model · 96 ms · 3 calls`, `model, from inside cell 2 · 96 ms` */
export function cellFacts(cell: CellView): string {
  const parts: string[] = [
    cell.from === undefined ? cell.author : `${cell.author}, from inside cell ${cell.from}`,
  ]
  if (cell.end) parts.push(duration(cell.end.wallMs))
  if (cell.calls.length > 0) parts.push(count(cell.calls.length, 'call'))
  return parts.join(' · ')
}
