import { createProtocols } from './agents/index.ts'
import { connectKernel } from './kernel/client.ts'
import { ENGINE_ID } from './kernel/engine.ts'
import type { KernelOptions } from './kernel/types.ts'
import { createChatModel } from './models/chat.ts'
import { createTapeModel, type Tape } from './models/tape.ts'
import type { Model } from './models/types.ts'
import { createNotebook } from './notebook/tree.ts'
import { Views } from './notebook/views.ts'
import { createSession } from './session/create.ts'
import type { Demo, SessionOptions } from './session/index.ts'
import { renderDeclarations } from './tools/render/declarations.ts'
import { fetchSampleFiles } from './tools/sample/load.ts'
import { createSampleTools } from './tools/sample/tools.ts'
import type { App } from './ui/state/context.tsx'
import { titleFromFirstMessage, UNTITLED } from './ui/state/first-title.ts'
import { createUiStore } from './ui/state/ui-store.ts'

export interface Parts extends App {
  /** Something was said or run that closing the page would lose. */
  hasUnsaved: () => boolean
}

/** Puts the app together: the one place that knows which kernel, models, tools and storage there are. */
export function createParts(): Parts {
  const tools = createSampleTools({ load: fetchSampleFiles(document.baseURI) })
  const protocols = createProtocols({ renderDeclarations })
  const session = createSession({
    notebook: createNotebook({
      id: crypto.randomUUID(),
      title: UNTITLED,
      engine: ENGINE_ID,
      event: crypto.randomUUID(),
      branch: { id: crypto.randomUUID(), name: 'Main' },
      at: Date.now(),
    }),
    createKernel,
    createModel,
    tools,
    protocols,
    demo: DEMO,
  })
  titleFromFirstMessage(session)
  return {
    session,
    ui: createUiStore(),
    views: new Views(),
    tools,
    protocols,
    demo: DEMO,
    declarations: renderDeclarations(tools, 'tools'),
    hasUnsaved: () => session.getState().saved.type !== 'saved',
  }
}

function createKernel(options: KernelOptions) {
  return connectKernel(
    () => new Worker(new URL('./kernel/worker.ts', import.meta.url), { type: 'module', name: 'kernel' }),
    options,
  )
}

const TAPE: Tape = {
  type: 'tape',
  version: 1,
  title: 'Demo',
  replies: [
    {
      toolCalls: [
        {
          name: 'eval',
          arguments: {
            code: 'const { total, flights } = await tools.searchFlights({ origin: "SEA", date: "2001-03-01", limit: 100 })\nconst late = flights.filter((f) => f.delay > 15)\nconsole.log(`${late.length} of ${flights.length} were late`)\nlate.slice(0, 5)',
          },
        },
      ],
    },
    { text: 'So many were **late**.' },
  ],
}
const DEMO: Demo | null = { title: 'Late flights', messages: ['Which flights were late?'], tape: 'demo' }

const createModel: SessionOptions['createModel'] = (setup, endpoint): Model => {
  if (setup.kind === 'tape') return createTapeModel(TAPE)
  return createChatModel(endpoint ?? { ...setup })
}
