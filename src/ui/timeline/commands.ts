import type { Command } from '../commands/command.ts'
import type { App } from '../state/context.tsx'
import { forkHere } from './branches.ts'
import { look } from './look.ts'

interface Action {
  id: string
  title: string
  key: string
  run: (app: App) => void
}

const ACTIONS: readonly Action[] = [
  {
    id: 'step-back',
    title: 'One step back',
    key: '[',
    run: ({ session, views }) => look(session, views, 'previous'),
  },
  {
    id: 'step-forward',
    title: 'One step forward',
    key: ']',
    run: ({ session, views }) => look(session, views, 'next'),
  },
  { id: 'back-to-live', title: 'Back to live', key: '\\', run: ({ session }) => session.lookAt(null) },
  { id: 'fork', title: 'Fork from here', key: 'f', run: forkHere },
]

/** What the timeline can do from anywhere on the page, outside of fields and editors. */
export const TIMELINE_COMMANDS: readonly Command[] = ACTIONS.map(({ id, title, key, run }) => ({
  id,
  title,
  group: 'Timeline',
  keys: [key],
  where: 'outside',
  run: ({ app }) => run(app),
}))

/** Runs the command of a key; false where there is none. For the slider, which is a field of a kind that takes no text. */
export function runTimelineKey(app: App, key: string): boolean {
  const action = ACTIONS.find((each) => each.key === key)
  action?.run(app)
  return action !== undefined
}
