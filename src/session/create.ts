import { createStore } from 'zustand/vanilla'
import type { NotebookPath } from '../notebook/events.ts'
import type { Notebook } from '../notebook/notebook.ts'
import { configuredAt, openCellAt } from '../notebook/state.ts'
import { createActing } from './acting.ts'
import { isRepeatable } from './bound.ts'
import { createBranching } from './branching.ts'
import { type Core, checkWritable } from './core.ts'
import { demoFor, demoMessageAt } from './demo.ts'
import { Document } from './document.ts'
import { Host } from './host.ts'
import { createLooking } from './looking.ts'
import { ModelChoice } from './model-choice.ts'
import { open } from './opening.ts'
import { type SessionOptions, type Settled, settle } from './options.ts'
import { Saver } from './persist.ts'
import { answerOf } from './person.ts'
import { Secrets } from './secrets.ts'
import { Tasks } from './tasks.ts'
import type { Session, SessionState, Waiting } from './types.ts'

/**
 * Runs a notebook. The session is there at once; its interpreter boots meanwhile, and what needs it waits for it.
 * Dispose of it before another session opens the same notebook.
 */
export function createSession(given: SessionOptions): Session {
  const options = settle(given)
  const { journal } = options
  const document = new Document(options)
  const store = createStore<SessionState>(() => firstState(options))
  const choice = new ModelChoice(options.createModel, store.getState().model)
  const secrets = new Secrets(() => choice.secrets())
  const core: Core = {
    options,
    store,
    document,
    host: new Host(options, secrets),
    tasks: new Tasks(),
    choice,
    secrets,
    input: null,
    chosen: null,
  }
  document.connect(store, (path, state) => derivedState(core, state, path))

  const saver = journal
    ? new Saver({ journal, now: options.now, onState: (saved) => store.setState({ saved }) })
    : null
  // A notebook in which nothing has happened is not worth keeping.
  const isKept = options.notebook.events.size > 1
  const isWorthKeeping = ({ events, title }: Notebook): boolean =>
    isKept || events.size > 2 || title !== options.notebook.title
  const stopWatching = store.subscribe(({ notebook, readOnly }, previous) => {
    if (notebook !== previous.notebook && readOnly === null && isWorthKeeping(notebook))
      saver?.changed(notebook)
  })
  const stopHiding = options.onHide(() => {
    document.publish()
    // A failure is in the state already, and will be tried again if the page stays.
    void saver?.flush()
  })

  const opened = open(core)
  core.tasks.ready = opened

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    ...createActing(core),
    ...createBranching(core),
    ...createLooking(core),

    rename(title) {
      checkWritable(core)
      const trimmed = title.trim()
      if (trimmed !== '')
        document.change((notebook) => ({ ...notebook, title: trimmed, changedAt: options.now() }))
    },

    setModel(model) {
      if (store.getState().activity.type === 'awaiting-person') core.tasks.stop()
      core.choice.take(model)
      document.publish({ model })
    },

    setEndpoint(endpoint) {
      if (store.getState().activity.type === 'awaiting-person') core.tasks.stop()
      core.choice.takeEndpoint(endpoint)
      document.publish({ model: core.choice.setup })
    },

    setProtocol(id, settings = {}) {
      checkWritable(core)
      if (!options.protocols.some((protocol) => protocol.id === id)) return
      core.chosen = { protocol: id, options: settings }
      document.publish()
    },

    answerAsModel(reply) {
      const { activity } = store.getState()
      if (activity.type !== 'awaiting-person') return
      core.choice.person.answer(answerOf(activity.request, reply))
    },

    async setReadOnly(reason) {
      await core.tasks.end()
      document.publish()
      await saver?.flush()
      document.publish({ readOnly: reason })
    },

    async dispose() {
      await core.tasks.end()
      await opened
      document.publish()
      stopHiding()
      stopWatching()
      await saver?.end()
      await core.host.dispose()
    },
  }
}

function firstState({ notebook, protocols, readOnly, model, now }: Settled): SessionState {
  const newest = [...notebook.events.values()]
  const last = newest.at(-1)?.id
  const asked = newest.findLast((event) => event.type === 'asked')
  const configured = configuredAt(newest)
  return {
    notebook,
    // Where something happened last.
    branch: (notebook.branches.find(({ head }) => head === last) ?? notebook.branches.at(-1))?.id ?? '',
    cursor: null,
    activity: { type: 'starting', done: 0, total: 1 },
    model: asked?.model ?? model,
    protocol: configured?.protocol ?? protocols[0]?.id ?? '',
    protocolOptions: configured?.options ?? {},
    saved: { type: 'saved', at: now() },
    announcement: '',
    activeBranch: null,
    waiting: null,
    readOnly,
    failure: null,
    demoMessage: null,
  }
}

/** What the state says of the shown branch. Objects stay the same while what they say does. */
function derivedState(
  { options: { demos, tools }, chosen, document }: Core,
  state: SessionState,
  path: NotebookPath,
): Partial<SessionState> {
  const begins = state.cursor === null ? path : document.pathTo(state.cursor)
  const configured = chosen === null ? configuredAt(begins) : undefined
  const protocol = chosen?.protocol ?? configured?.protocol ?? state.protocol
  return {
    demoMessage: demoMessageAt(path, demoFor(demos, protocol)),
    waiting: waitingAt(path, tools, state),
    protocol,
    protocolOptions: chosen?.options ?? configured?.options ?? state.protocolOptions,
  }
}

function waitingAt(path: NotebookPath, tools: Settled['tools'], state: SessionState): Waiting | null {
  if (state.activeBranch === state.branch || path.at(-1)?.type === 'cell-ended') return null
  const open = openCellAt(path)
  if (!open?.wait) return null
  if (state.waiting?.event === open.wait.id) return state.waiting
  const calls = open.waiting.map((call) => ({
    ...call,
    readOnly: isRepeatable(call.name, path, tools),
  }))
  return { event: open.wait.id, cell: open.started.cell, calls }
}
