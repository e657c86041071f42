import type { NotebookView } from '../../notebook/view.ts'
import type { App } from '../state/context.tsx'

export interface CommandContext {
  app: App
  /** The whole branch. */
  live: NotebookView
  /** As it was at the place that is looked at. */
  shown: NotebookView
}

export interface Command {
  id: string
  title: string
  group: 'Notebook' | 'Cells' | 'Editor' | 'Timeline'
  /** In the notation of tinykeys; several presses with spaces between. `$mod` is Command on Apple's systems, else Control. */
  keys: readonly string[]
  /**
   * `anywhere`: also while typing, so never a single key. `outside`: outside of fields and editors. `cell`: while a cell
   * itself has the focus. `editor`: the editor does it by itself; it stands here for the help.
   */
  where: 'anywhere' | 'outside' | 'cell' | 'editor'
  run: (context: CommandContext) => void | Promise<void>
}
