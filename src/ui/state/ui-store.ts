import { createStore, type StoreApi } from 'zustand/vanilla'
import type { EventId } from '../../notebook/events.ts'
import type { Endpoint } from '../../session/types.ts'
import { readThemeChoice, type ThemeChoice } from '../theme/theme.ts'

/** Where a cell that is being written will run. */
export type DraftPlace =
  /** At the place that is looked at, under the last cell. */
  | { type: 'end' }
  /** Before the first cell, from the interpreter's boot, on a new branch. */
  | { type: 'start' }
  /** After a cell; runs on a new branch unless that cell is the last. */
  | { type: 'after'; cell: EventId }
  /** Instead of a cell, from the state before it, on a new branch. */
  | { type: 'instead'; cell: EventId }

/** A cell that is being written. It is no part of the notebook before it runs. */
export interface Draft {
  id: string
  place: DraftPlace
  source: string
}

export interface UiState {
  /** Key of the cell or draft that commands act on. */
  selected: string | null
  drafts: readonly Draft[]
  /** On narrow screens the side columns are sheets, one at a time. */
  sheet: 'rail' | 'inspector' | null
  railOpen: boolean
  dialog: 'model' | 'protocol' | 'help' | null
  theme: ThemeChoice
  /** What the person typed for an endpoint; with the key, so in memory only. */
  endpoint: Endpoint
  /** The message being written, kept while the composer comes and goes. */
  message: string
  /** Why the last action was refused. */
  notice: string | null
}

export type UiStore = StoreApi<UiState>

const NO_ENDPOINT: Endpoint = { baseUrl: '', model: '', apiKey: '', headers: {}, body: {} }

/** What the screen alone knows. Nothing of it is part of the notebook. */
export function createUiStore(): UiStore {
  return createStore<UiState>(() => ({
    selected: null,
    drafts: [],
    sheet: null,
    railOpen: true,
    dialog: null,
    theme: readThemeChoice(),
    endpoint: NO_ENDPOINT,
    message: '',
    notice: null,
  }))
}

let drafts = 0

/** Opens an editor for a new cell and selects it. Where one is open at that place already, that one is selected. */
export function openDraft(ui: UiStore, place: DraftPlace, source = ''): void {
  const there = ui.getState().drafts.find((draft) => samePlace(draft.place, place))
  if (there) {
    ui.setState({ selected: there.id })
    return
  }
  drafts += 1
  const draft: Draft = { id: `draft-${drafts}`, place, source }
  ui.setState((now) => ({ drafts: [...now.drafts, draft], selected: draft.id }))
}

export function changeDraft(ui: UiStore, id: string, source: string): void {
  ui.setState((now) => ({
    drafts: now.drafts.map((draft) => (draft.id === id ? { ...draft, source } : draft)),
  }))
}

/** Takes back the closing of a draft whose run was refused. */
export function restoreDraft(ui: UiStore, draft: Draft): void {
  ui.setState((now) => ({ drafts: [...now.drafts, draft], selected: draft.id }))
}

export function closeDraft(ui: UiStore, id: string): void {
  ui.setState((now) => ({ drafts: now.drafts.filter((draft) => draft.id !== id) }))
}

function samePlace(a: DraftPlace, b: DraftPlace): boolean {
  if (a.type === 'after' || a.type === 'instead') return b.type === a.type && b.cell === a.cell
  return a.type === b.type
}
