import demo from '../lessons/demo/demo.json'
import task from '../lessons/task/task.json'
import type { Demo } from '../ui/state/context.tsx'

const SEATTLE: Demo = {
  title: demo.title,
  messages: demo.messages,
  tape: demo.tape,
  protocol: demo.protocol,
  cells: demo.cells,
}

/** One for each protocol: the tour under the first, and under the others the task by which they can be compared. */
export const DEMOS: readonly Demo[] = [
  SEATTLE,
  ...task.runs
    .filter(({ protocol }) => protocol !== SEATTLE.protocol)
    .map(({ protocol, tape, options, cells }) => ({
      title: task.title,
      messages: [task.message],
      tape,
      protocol,
      options,
      cells,
    })),
]

/** What models say, by the name of the tape. */
export const TAPES: Readonly<Record<string, () => Promise<{ default: unknown }>>> = {
  [demo.tape]: () => import('../lessons/demo/tape.json'),
  'task-deep-agents': () => import('../lessons/task/deep-agents.json'),
  'task-code-mode': () => import('../lessons/task/code-mode.json'),
  'task-codeact': () => import('../lessons/task/codeact.json'),
  'task-react': () => import('../lessons/task/react.json'),
}
