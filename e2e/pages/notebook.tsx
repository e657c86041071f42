import { createRoot } from 'react-dom/client'
import { Views } from '../../src/notebook/views.ts'
import type { Activity, SessionState } from '../../src/session/types.ts'
import { App } from '../../src/ui/App.tsx'
import type { App as AppParts } from '../../src/ui/state/context.tsx'
import { createUiStore } from '../../src/ui/state/ui-store.ts'
import { Story } from './notebook/events.ts'
import { carriers, longRun } from './notebook/stories.ts'
import { stubSession } from './notebook/stub-session.ts'

/** `?show=NAME`: which state the screen is in. `?cells=N`: a long run. */
const query = new URLSearchParams(location.search)

const { story, wait } = carriers()
const MESSAGES = [
  'Which carriers were late most often in May, and by how much?',
  'How would June look?',
] as const

const ASKING: Activity = {
  type: 'asking',
  since: Date.now() - 2_300,
  text: 'I look at the carriers next.',
  reasoning: '',
  cells: [{ name: 'eval', code: 'const ids = [...new Set(late.map(o => o.carrierId))];\nconst carr' }],
}

function scene(): { events: Story['events']; state?: Partial<SessionState> } {
  const cells = Number(query.get('cells') ?? 0)
  if (cells > 0) return { events: longRun(cells).events }
  const fresh = new Story()
  fresh.open('Untitled notebook')
  switch (query.get('show') ?? '') {
    case 'empty':
      return { events: fresh.events, state: { demoMessage: MESSAGES[0] } }
    case 'asking':
      return { events: story.events.slice(0, 14), state: { activity: ASKING } }
    case 'running':
      return {
        events: story.events.slice(0, 22),
        state: { activity: { type: 'running', since: Date.now(), cell: 2 } },
      }
    case 'past':
      return { events: story.events, state: { cursor: wait } }
    case 'boot':
      return { events: story.events, state: { cursor: 'e1' } }
    case 'person':
      fresh.ask('Which carriers were late most often in May?')
      return {
        events: fresh.events,
        state: {
          model: { kind: 'person' },
          activity: {
            type: 'awaiting-person',
            request: {
              messages: [
                { role: 'system', content: 'You solve tasks by writing TypeScript.' },
                { role: 'user', content: 'Which carriers were late most often in May?' },
              ],
              tools: [{ name: 'eval', description: 'Runs code.', parameters: {} }],
            },
          },
        },
      }
    case 'script':
      story.ask('And what about June?')
      story.reply({
        error: { kind: 'script', message: 'The demo has no line for "And what about June?".' },
        finish: 'stop',
      })
      return { events: story.events }
    case 'error':
      fresh.ask('Hello')
      fresh.reply({
        error: {
          kind: 'network',
          message:
            'http://localhost:11434/v1 did not answer. Is the server running? If it is, it may refuse pages from this origin: set OLLAMA_ORIGINS and start it again.',
        },
      })
      return { events: fresh.events }
    case 'waiting': {
      const at = story.events.findIndex((event) => event.id === wait)
      return {
        events: story.events.slice(0, at + 1),
        state: { waiting: { event: wait, cell: 2, calls: [] } },
      }
    }
    default:
      return { events: story.events, state: { demoMessage: MESSAGES[1] } }
  }
}

const { events, state } = scene()
const session = stubSession(events, state)
const parts: AppParts = {
  session,
  ui: createUiStore(),
  views: new Views(),
  tools: [
    {
      name: 'search_orders',
      kind: 'sample',
      readOnly: true,
      description: 'Orders of a month, with the promised and the real day of delivery.',
      call: () => null,
    },
    {
      name: 'get_carrier',
      kind: 'sample',
      readOnly: true,
      description: 'One carrier by its id.',
      call: () => null,
    },
  ],
  protocols: [{ id: 'deep-agents', title: 'Deep Agents', summary: 'The model calls eval.' }],
  demos: [{ title: 'Late carriers', tape: 'demo', messages: MESSAGES, cells: [] }],
  library: {
    memoryOnly: null,
    repairs: [],
    list: async () => [],
    open: async () => {},
    create: async () => {},
    remove: async () => {},
    restore: async () => {},
    takeOver: async () => {},
  },
  declarations: 'declare const tools: { searchOrders(input: { month: string }): Promise<object[]> }',
}
Object.assign(window, { session })

const root = document.getElementById('root')
if (root) createRoot(root).render(<App parts={parts} />)
