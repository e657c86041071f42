import { EventLog } from '../../../src/notebook/event-log.ts'
import type { NotebookEvent } from '../../../src/notebook/events.ts'
import type { Session, SessionState } from '../../../src/session/types.ts'

/** A session that shows events and remembers what it was asked, for the screen alone. */
export function stubSession(
  events: NotebookEvent[],
  more: Partial<SessionState> = {},
): Session & { asked: string[] } {
  let state: SessionState = {
    notebook: {
      id: 'n',
      title: events[0]?.type === 'opened' ? events[0].title : '',
      events: EventLog.empty.append(events),
      branches: [
        { id: 'main', name: 'Main', head: events.at(-1)?.id ?? '' },
        ...(events.length > 4
          ? [{ id: 'b2', name: 'what if orders were empty?', head: events[4]?.id ?? '' }]
          : []),
      ],
      createdAt: 0,
      changedAt: 0,
    },
    branch: 'main',
    cursor: null,
    activity: { type: 'idle' },
    model: { kind: 'tape', tape: 'demo' },
    protocol: 'deep-agents',
    protocolOptions: {},
    saved: { type: 'saved', at: 0 },
    announcement: '',
    activeBranch: more.activity && more.activity.type !== 'idle' ? 'main' : null,
    waiting: null,
    readOnly: null,
    failure: null,
    demoMessage: null,
    ...more,
  }
  const listeners = new Set<(state: SessionState, previous: SessionState) => void>()
  const asked: string[] = []
  const set = (change: Partial<SessionState>) => {
    const previous = state
    state = { ...state, ...change }
    for (const listener of listeners) listener(state, previous)
  }
  const note =
    (name: string) =>
    (...args: unknown[]) => {
      asked.push(`${name} ${JSON.stringify(args)}`)
    }
  const noteLater =
    (name: string) =>
    async (...args: unknown[]) =>
      note(name)(...args)
  return {
    asked,
    getState: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    send: noteLater('send'),
    runDemo: noteLater('runDemo'),
    stop: note('stop'),
    resumeTurn: noteLater('resumeTurn'),
    runCell: noteLater('runCell'),
    note: note('note'),
    lookAt: (cursor) => set({ cursor }),
    fork: async (event) => {
      note('fork')(event)
      return { id: 'main', name: 'Main', head: '' }
    },
    continueWith: noteLater('continueWith'),
    switchBranch: noteLater('switchBranch'),
    renameBranch: note('renameBranch'),
    deleteBranch: () => null,
    restoreBranch: note('restoreBranch'),
    rename: (title) => set({ notebook: { ...state.notebook, title } }),
    setModel: (model) => set({ model }),
    setEndpoint: note('setEndpoint'),
    setProtocol: (protocol) => set({ protocol }),
    answerAsModel: note('answerAsModel'),
    variables: async () => [
      { name: 'orders', value: { type: 'array', size: 3204, truncated: true } },
      {
        name: 'ids',
        value: { type: 'array', size: 1, children: [{ key: '0', value: { type: 'number', text: '3' } }] },
      },
    ],
    inspect: async () => null,
    evaluateAt: () => Promise.reject(new Error('not here')),
    snapshotReport: () => Promise.reject(new Error('not here')),
    replayBranch: () => Promise.reject(new Error('not here')),
    heapMap: () => Promise.reject(new Error('not here')),
    requestAt: () => ({ messages: [], tools: [] }),
    faultsAt: () => [],
    exportFile: async () => '{}',
    setReadOnly: noteLater('setReadOnly'),
    dispose: noteLater('dispose'),
  }
}
