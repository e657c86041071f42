import { act } from '../state/act.ts'
import { downloadNotebook } from '../state/download.ts'
import { closeDraft, openDraft } from '../state/ui-store.ts'
import { TIMELINE_COMMANDS } from '../timeline/commands.ts'
import { copyCell, editSelected, focusCell, focusMessage, insertAt, moveSelection } from './actions.ts'
import type { Command } from './command.ts'

const inEditor = () => {
  // The editor has done it.
}

const OWN: readonly Command[] = [
  {
    id: 'commands',
    title: 'Commands and keys',
    group: 'Notebook',
    keys: ['$mod+k', '$mod+Shift+p'],
    where: 'anywhere',
    run: ({ app }) => app.ui.setState({ dialog: 'help' }),
  },
  {
    id: 'help',
    title: 'Help with keys',
    group: 'Notebook',
    keys: ['Shift+?', '?', 'h'],
    where: 'outside',
    run: ({ app }) => app.ui.setState({ dialog: 'help' }),
  },
  {
    id: 'message',
    title: 'Write a message',
    group: 'Notebook',
    keys: ['/'],
    where: 'outside',
    run: focusMessage,
  },
  {
    id: 'export',
    title: 'Save the notebook as a file',
    group: 'Notebook',
    keys: ['$mod+s'],
    where: 'anywhere',
    run: ({ app }) => act(app.ui, () => downloadNotebook(app.session)),
  },
  {
    id: 'protocol',
    title: 'Protocol: settings and how it works',
    group: 'Notebook',
    keys: [],
    where: 'anywhere',
    run: ({ app }) => app.ui.setState({ dialog: 'protocol' }),
  },
  {
    id: 'model',
    title: 'Connect a model',
    group: 'Notebook',
    keys: [],
    where: 'anywhere',
    run: ({ app }) => app.ui.setState({ dialog: 'model' }),
  },
  {
    id: 'stop',
    title: 'Stop what runs',
    group: 'Notebook',
    keys: ['i i'],
    where: 'outside',
    run: ({ app }) => app.session.stop(),
  },
  {
    id: 'next-cell',
    title: 'Go to the next cell',
    group: 'Cells',
    keys: ['j', 'ArrowDown'],
    where: 'cell',
    run: (context) => moveSelection(context, 1),
  },
  {
    id: 'previous-cell',
    title: 'Go to the previous cell',
    group: 'Cells',
    keys: ['k', 'ArrowUp'],
    where: 'cell',
    run: (context) => moveSelection(context, -1),
  },
  {
    id: 'edit-cell',
    title: 'Edit the cell',
    group: 'Cells',
    keys: ['Enter'],
    where: 'cell',
    run: editSelected,
  },
  {
    id: 'insert-above',
    title: 'Write a cell above',
    group: 'Cells',
    keys: ['a'],
    where: 'outside',
    run: (context) => insertAt(context, 'above'),
  },
  {
    id: 'insert-below',
    title: 'Write a cell below',
    group: 'Cells',
    keys: ['b'],
    where: 'outside',
    run: (context) => insertAt(context, 'below'),
  },
  {
    id: 'add-cell',
    title: 'Write a cell at the end',
    group: 'Cells',
    keys: [],
    where: 'outside',
    run: ({ app }) => openDraft(app.ui, { type: 'end' }),
  },
  { id: 'copy-cell', title: 'Copy the cell', group: 'Cells', keys: ['c'], where: 'cell', run: copyCell },
  {
    id: 'discard-draft',
    title: 'Discard a cell that was not run',
    group: 'Cells',
    keys: ['d d'],
    where: 'cell',
    run: ({ app }) => {
      const { selected } = app.ui.getState()
      if (selected) closeDraft(app.ui, selected)
    },
  },
  {
    id: 'run-next',
    title: 'Run the cell and write the next',
    group: 'Editor',
    keys: ['Shift+Enter'],
    where: 'editor',
    run: inEditor,
  },
  { id: 'run', title: 'Run the cell', group: 'Editor', keys: ['$mod+Enter'], where: 'editor', run: inEditor },
  {
    id: 'run-insert',
    title: 'Run the cell and write one below',
    group: 'Editor',
    keys: ['Alt+Enter'],
    where: 'editor',
    run: inEditor,
  },
  {
    id: 'leave',
    title: 'Leave the editor',
    group: 'Editor',
    keys: ['Escape'],
    where: 'editor',
    run: inEditor,
  },
  {
    id: 'tab-leaves',
    title: 'Let Tab leave the editor, or indent again',
    group: 'Editor',
    keys: ['Control+m'],
    where: 'editor',
    run: inEditor,
  },
  {
    id: 'focus-cell',
    title: 'From inside a cell to the cell itself',
    group: 'Cells',
    keys: ['Escape'],
    where: 'outside',
    run: ({ app }) => focusCell(app.ui.getState().selected),
  },
]

/** Every command with its keys, once. The keys, the dialog of commands and the help all come from here. */
export const COMMANDS: readonly Command[] = [...OWN, ...TIMELINE_COMMANDS]
