import { closeReply } from './assemble.ts'
import { createWireModel, type Wire } from './client.ts'
import { takenIds } from './ids.ts'
import { addResponseItem, NO_RESPONSE } from './responses-assemble.ts'
import { responsesBody } from './responses-request.ts'
import type { EndpointOptions } from './settings.ts'
import type { Model } from './types.ts'

const responsesWire: Wire = {
  path: 'responses',
  body: responsesBody,
  open(request, onEvent) {
    const taken = takenIds(request)
    let state = NO_RESPONSE
    return {
      take(item) {
        const step = addResponseItem(state, item, taken)
        state = step.state
        for (const event of step.events) onEvent(event)
        return step.over
      },
      complete: () => state.reply.complete,
      close: (failure) => closeReply(state.reply, taken, failure),
    }
  },
}

/**
 * A model behind an endpoint that speaks OpenAI's Responses format. The twin of `createChatModel`: the same settings,
 * replies, errors and second tries. Reasoning items come back in `Reply.extra` and are sent again with the message, so
 * that the model keeps its train of thought over tool calls.
 */
export function createResponsesModel(options: EndpointOptions): Model {
  return createWireModel(responsesWire, options)
}
