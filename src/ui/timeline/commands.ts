import type { Command } from '../commands/command.ts'
import { forkHere } from './branches.ts'
import { look } from './look.ts'
import type { Move } from './steps.ts'

/** What the timeline can do from anywhere on the page, outside of fields and editors. */
export const TIMELINE_COMMANDS: readonly Command[] = [
  step('step-back', 'One step back', '[', 'previous'),
  step('step-forward', 'One step forward', ']', 'next'),
  {
    id: 'back-to-live',
    title: 'Back to live',
    group: 'Timeline',
    keys: ['\\'],
    where: 'outside',
    run: ({ app }) => app.session.lookAt(null),
  },
  {
    id: 'fork',
    title: 'Fork from here',
    group: 'Timeline',
    keys: ['f'],
    where: 'outside',
    run: ({ app }) => forkHere(app),
  },
]

function step(id: string, title: string, key: string, move: Move): Command {
  return {
    id,
    title,
    group: 'Timeline',
    keys: [key],
    where: 'outside',
    run: ({ app }) => look(app.session, app.views, move),
  }
}
