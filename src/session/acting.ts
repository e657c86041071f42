import { INPUT } from '../agents/agentz/names.ts'
import type { NotebookEvent, NotebookPath } from '../notebook/events.ts'
import type { BranchId } from '../notebook/notebook.ts'
import { configuredAt, openCellAt, settledPart } from '../notebook/state.ts'
import { branchOf } from '../notebook/tree.ts'
import { isRepeatable } from './bound.ts'
import { branchToContinue, forkAt } from './branching.ts'
import { type Core, checkWritable, protocolAt, waitAt } from './core.ts'
import { demoFor, demoMessageAt } from './demo.ts'
import { Refused } from './errors.ts'
import { stopped, work } from './loop.ts'
import { takeChosen } from './opening.ts'
import { continueCell, giveUpCell, runCell } from './running.ts'
import type { Session } from './types.ts'

/** Everything that makes the notebook longer. One at a time. */
export function createActing(
  core: Core,
): Pick<Session, 'send' | 'runDemo' | 'resumeTurn' | 'runCell' | 'continueWith' | 'stop' | 'note'> {
  const { document, options, store, tasks, choice } = core

  const shownPath = (): NotebookPath => {
    const { cursor, branch } = store.getState()
    return cursor === null ? document.path(branch) : document.pathTo(cursor)
  }

  /** Runs a job on a branch alone; the state says what goes on and that it is over. */
  async function act(
    start: () => BranchId,
    job: (branch: BranchId, signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    checkWritable(core)
    await tasks.alone(
      async (signal) => {
        const { failure } = store.getState()
        if (failure !== null) throw new Refused(failure)
        const branch = start()
        document.publish({ activeBranch: branch })
        try {
          await job(branch, signal)
        } finally {
          document.publish({ activity: { type: 'idle' }, activeBranch: null })
        }
      },
      () => store.getState().activity.type === 'awaiting-person',
    )
  }

  async function say(text: string): Promise<void> {
    await act(
      () => branchToContinue(core),
      async (branch, signal) => {
        const question = questionAt(document.path(branch))
        if (question === null || core.chosen !== null) await begin(branch, text)
        else {
          const end = await continueCell(core, branch, { [question]: { result: text } }, signal)
          if (end.status === 'stopped') {
            stopped(core, branch)
            return
          }
        }
        await work(core, branch, signal)
      },
    )
  }

  /** A message begins a turn. */
  async function begin(branch: BranchId, text: string): Promise<void> {
    await giveUpCell(core, branch)
    await takeChosen(core, branch)
    document.append(branch, { type: 'said', text })
  }

  /** Throws when there is nothing to go on with, or only by repeating what may change something outside. */
  function checkResumable(path: NotebookPath): void {
    const open = openCellAt(path)
    if (!open && !isUnfinished(path))
      throw new Refused('There is nothing to go on with. Say something, or run a cell.')
    const unsafe = open?.waiting.filter(({ name }) => !isRepeatable(name, path, options.tools)) ?? []
    if (unsafe.length === 0) return
    const names = [...new Set(unsafe.map(({ name }) => name))].join(', ')
    throw new Refused(
      `The cell waits for ${names}, which may change something when it is called again. Choose how the cell goes on.`,
    )
  }

  async function resume(branch: BranchId, signal: AbortSignal): Promise<void> {
    const open = openCellAt(document.path(branch))
    if (open) {
      const end = await continueCell(core, branch, {}, signal)
      if (end.status === 'stopped') {
        stopped(core, branch)
        return
      }
    }
    const path = document.path(branch)
    const { next } = protocolAt(core, path)
    const now = next(path)
    if (now.type === 'idle' || now.type === 'stop') {
      // The cell was the user's own.
      if (!isUnfinished(path)) return
      document.append(branch, { type: 'resumed' })
    }
    await work(core, branch, signal)
  }

  const resumeTurn = (): Promise<void> =>
    act(
      () => {
        checkResumable(settledPart(shownPath()))
        return branchToContinue(core)
      },
      (branch, signal) => resume(branch, signal),
    )

  /** The turn has not come to its answer, whether or not it was stopped. */
  const isUnfinished = (path: NotebookPath): boolean =>
    protocolAt(core, path).next([...path, resumedAfter(path.at(-1))]).type !== 'idle'

  return {
    async send(text) {
      if (text.trim() === '') throw new Refused('Write a message first.')
      if (core.input) {
        core.input.answer(text)
        return
      }
      await say(text)
    },

    async runDemo() {
      const demo = demoFor(options.demos, store.getState().protocol)
      if (!demo) throw new Refused('There is no demo for this protocol here. Choose another protocol.')
      const path = shownPath()
      const message = demoMessageAt(path, demo)
      const unfinished = store.getState().cursor === null && isUnfinished(path)
      if (message === null && !unfinished) {
        throw new Refused(
          'The demo knows only its own script, and this is not part of it. Connect a model, or play the model by hand.',
        )
      }
      const setup = { kind: 'tape', tape: demo.tape } as const
      choice.take(setup)
      if (demo.protocol !== undefined && !unfinished)
        core.chosen = { protocol: demo.protocol, options: demo.options ?? {} }
      document.publish({ model: setup })
      // The tape knows no turn that stops half-way, so a stopped one is played to its end first.
      await (unfinished || message === null ? resumeTurn() : say(message))
    },

    resumeTurn,

    async runCell(source) {
      if (source.trim() === '') throw new Refused('The cell is empty. Write some code first.')
      await act(
        () => branchToContinue(core),
        async (branch, signal) => {
          await giveUpCell(core, branch)
          await takeChosen(core, branch)
          await runCell(core, branch, { source, author: 'user' }, signal)
        },
      )
    },

    async continueWith(event, answers) {
      await act(
        () => {
          const { wait, waiting } = waitAt(document.pathTo(event))
          const stray = Object.keys(answers).find((id) => !waiting.some((call) => call.id === Number(id)))
          if (stray !== undefined)
            throw new Refused(`Call ${stray} does not wait here, so it cannot be answered.`)
          const { branch } = store.getState()
          const here = branchOf(document.notebook, branch).head === wait.id
          if (here) document.publish({ cursor: null })
          return here ? branch : forkAt(core, wait.id).id
        },
        async (branch, signal) => {
          await continueCell(core, branch, answers, signal)
        },
      )
    },

    stop: () => tasks.stop(),

    note(text) {
      checkWritable(core)
      if (text.trim() !== '') document.append(store.getState().branch, { type: 'noted', text })
      document.publish()
    },
  }
}

/** The question that the cell at the end of a path waits for an answer to, and for nothing else. */
function questionAt(path: NotebookPath): number | null {
  const [only, ...others] = openCellAt(path)?.waiting ?? []
  const bound = configuredAt(path)?.configuration.bound ?? []
  const asks = only?.name === INPUT && bound.some(({ name }) => name === INPUT)
  return only && asks && others.length === 0 ? only.id : null
}

const resumedAfter = (last: NotebookEvent | undefined): NotebookEvent => ({
  id: '',
  parent: last?.id ?? null,
  at: last?.at ?? 0,
  type: 'resumed',
})
