import { addItem, closeReply, NO_REPLY } from './assemble.ts'
import { createWireModel, type Wire } from './client.ts'
import { takenIds } from './ids.ts'
import { chatBody } from './request.ts'
import type { EndpointOptions } from './settings.ts'
import type { Model } from './types.ts'

const chatWire: Wire = {
  path: 'chat/completions',
  body: chatBody,
  open(request, onEvent) {
    const taken = takenIds(request)
    let state = NO_REPLY
    return {
      take(item) {
        const step = addItem(state, item, taken)
        state = step.state
        for (const event of step.events) onEvent(event)
        return step.over
      },
      complete: () => state.complete,
      close: (failure) => closeReply(state, taken, failure),
    }
  },
}

/**
 * A model behind an OpenAI-compatible Chat Completions endpoint. `reply` never rejects for what a server or the network
 * does: it comes back with `error`, and with whatever had arrived. A caller must not act on the tool calls of a reply
 * that has an error.
 *
 * What an endpoint refuses (a field, a header, a form of ids, a schema keyword) is left out on an automatic next try,
 * remembered in `memory`, and told in `notes`.
 */
export function createChatModel(options: EndpointOptions): Model {
  return createWireModel(chatWire, options)
}
