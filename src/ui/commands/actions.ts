import { cellKey } from '../notebook/blocks.ts'
import { columnOf, visitOrder } from '../notebook/column.ts'
import { announce } from '../state/announce.ts'
import { type DraftPlace, openDraft } from '../state/ui-store.ts'
import type { CommandContext } from './command.ts'

/** Moves the focus to a cell; the screen draws first, so that a cell made a moment ago is there. */
export function focusCell(key: string | null): void {
  if (key === null) return
  requestAnimationFrame(() => {
    const cell = document.querySelector(`[data-key="${CSS.escape(key)}"]`)
    if (!(cell instanceof HTMLElement)) return
    cell.focus({ preventScroll: true })
    cell.scrollIntoView({ block: 'nearest' })
  })
}

export function focusMessage(): void {
  requestAnimationFrame(() => {
    const field = document.querySelector('textarea[aria-label="Message"]')
    if (field instanceof HTMLElement) field.focus()
  })
}

export function moveSelection({ app, live, shown }: CommandContext, by: 1 | -1): void {
  const { selected, drafts } = app.ui.getState()
  const order = visitOrder(columnOf(shown, live, app.session.getState().cursor, drafts).entries)
  const at = selected === null ? -1 : order.indexOf(selected)
  const next =
    at < 0 ? (by > 0 ? order[0] : order.at(-1)) : order[Math.max(0, Math.min(order.length - 1, at + by))]
  if (next === undefined) return
  app.ui.setState({ selected: next })
  focusCell(next)
}

export function editSelected({ app, shown }: CommandContext): void {
  const { selected, drafts } = app.ui.getState()
  if (selected === null) return
  const draft = drafts.find((one) => one.id === selected)
  if (draft) {
    const editor = document.querySelector(
      `[data-key="${CSS.escape(draft.id)}"] :is(textarea, [role="textbox"])`,
    )
    if (editor instanceof HTMLElement) editor.focus()
    return
  }
  const cell = shown.cells.find((one) => cellKey(one) === selected)
  if (cell) openDraft(app.ui, { type: 'instead', cell: selected }, cell.source)
}

export function insertAt({ app, shown }: CommandContext, side: 'above' | 'below'): void {
  openDraft(app.ui, insertPlace(shown.cells.map(cellKey), app.ui.getState().selected, side))
}

/** Where a new cell goes beside the selected one; without one, at the end. */
function insertPlace(cells: readonly string[], selected: string | null, side: 'above' | 'below'): DraftPlace {
  const at = selected === null ? -1 : cells.indexOf(selected)
  if (at < 0) return { type: 'end' }
  const neighbour = cells[side === 'below' ? at : at - 1]
  if (neighbour === undefined) return { type: 'start' }
  return side === 'below' && at === cells.length - 1 ? { type: 'end' } : { type: 'after', cell: neighbour }
}

export function copyCell({ app, shown }: CommandContext): void {
  const { selected } = app.ui.getState()
  const cell = shown.cells.find((one) => cellKey(one) === selected)
  if (!cell) return
  navigator.clipboard.writeText(cell.source).then(
    () => announce(`Cell ${cell.number} copied`),
    () => announce('The browser did not allow copying.'),
  )
}
