import type { Model, Reply } from '../models/types.ts'
import type { SessionOptions } from '../session/index.ts'
import { TAPES } from './demo.ts'

/** Makes who answers. What talks to endpoints and what plays tapes is loaded when it is first asked. */
export const createModel: SessionOptions['createModel'] = (setup, endpoint) =>
  lazyModel(async () => {
    if (setup.kind === 'chat') {
      const { createChatModel } = await import('../models/chat.ts')
      return createChatModel(endpoint ?? setup)
    }
    const load = TAPES[setup.tape]
    if (!load) return missingTape(setup.tape)
    const [{ createTapeModel }, { default: tape }] = await Promise.all([import('../models/tape.ts'), load()])
    // Who asked for less motion gets each reply at once.
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    return createTapeModel(tape as Parameters<typeof createTapeModel>[0], still ? { pace: 0 } : {})
  })

function lazyModel(load: () => Promise<Model>): Model {
  let loading: Promise<Model> | null = null
  return {
    async reply(request, options) {
      try {
        loading ??= load()
        const model = await loading
        return await model.reply(request, options)
      } catch (error) {
        // The next try loads again.
        loading = null
        const detail = error instanceof Error ? ` (${error.message})` : ''
        return failed({
          kind: 'network',
          message: `A part of the app could not be loaded${detail}. Check the connection to where the app comes from and try again.`,
        })
      }
    },
  }
}

function missingTape(name: string): Model {
  return {
    reply: async () => failed({ kind: 'script', message: `The tape "${name}" is not part of this app.` }),
  }
}

function failed(error: NonNullable<Reply['error']>): Reply {
  return {
    text: '',
    reasoning: '',
    refusal: '',
    toolCalls: [],
    finish: 'stop',
    usage: null,
    error,
    notes: [],
  }
}
