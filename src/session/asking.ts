import {
  estimateTokens,
  type Model,
  type ModelRequest,
  type Reply,
  type ReplyEvent,
} from '../models/index.ts'
import type { BranchId } from '../notebook/notebook.ts'
import { CodeReader } from './code-reader.ts'
import { type Core, protocolAt } from './core.ts'
import { messageOf } from './errors.ts'
import { hashText } from './hash.ts'
import type { Activity } from './types.ts'

/** Asks the model at the end of a branch and keeps its reply there, whatever became of it. */
export async function ask(core: Core, branch: BranchId, signal: AbortSignal): Promise<Reply> {
  const { document, choice, options } = core
  const path = document.path(branch)
  const request = protocolAt(core, path).request(path)
  const text = JSON.stringify(request)
  const { setup } = choice
  document.append(branch, {
    type: 'asked',
    model: setup,
    requestHash: hashText(text),
    estimatedInput: estimateTokens(text),
  })
  const since = options.now()
  const arriving = new ArrivingReply(request, since)
  document.publish({
    activity: setup.kind === 'person' ? { type: 'awaiting-person', request } : arriving.activity,
  })
  const reply = await replyOf(choice.model(), request, signal, (event) => {
    arriving.take(event)
    document.soon({ activity: arriving.activity })
  })
  document.append(branch, { type: 'replied', reply, durationMs: Math.max(0, options.now() - since) })
  return reply
}

/** Models promise not to reject; one that does all the same becomes an error that is shown. */
async function replyOf(
  model: Model,
  request: ModelRequest,
  signal: AbortSignal,
  onEvent: (event: ReplyEvent) => void,
): Promise<Reply> {
  try {
    return await model.reply(request, { signal, onEvent })
  } catch (error) {
    const message = `The model could not be asked: ${messageOf(error)} Try again, or choose another model.`
    return {
      text: '',
      reasoning: '',
      refusal: '',
      toolCalls: [],
      finish: 'stop',
      usage: null,
      error: { kind: 'network', message },
      notes: [],
    }
  }
}

/** A reply as far as it has arrived. */
class ArrivingReply {
  #text = ''
  #reasoning = ''
  #calls: { name: string; reader: CodeReader }[] = []
  readonly #request: ModelRequest
  readonly #since: number

  constructor(request: ModelRequest, since: number) {
    this.#request = request
    this.#since = since
  }

  take(event: ReplyEvent): void {
    switch (event.type) {
      case 'text':
        this.#text += event.text
        return
      case 'reasoning':
        this.#reasoning += event.text
        return
      case 'tool-call': {
        const call = this.#calls[event.index] ?? {
          name: event.name,
          reader: new CodeReader(codeKey(this.#request, event.name)),
        }
        this.#calls[event.index] = call
        call.reader.feed(event.arguments)
      }
    }
  }

  get activity(): Activity {
    return {
      type: 'asking',
      since: this.#since,
      text: this.#text,
      reasoning: this.#reasoning,
      // Indices may come out of order, so the list may have holes for a moment.
      cells: this.#calls
        .filter((call) => call !== undefined)
        .map(({ name, reader }) => ({ name, code: reader.text })),
    }
  }
}

/** The argument that holds the code: the first that the tool requires. */
function codeKey({ tools }: ModelRequest, name: string): string {
  const parameters = tools.find((tool) => tool.name === name)?.parameters
  const required: unknown = typeof parameters === 'object' ? parameters.required : undefined
  const first: unknown = Array.isArray(required) ? required[0] : undefined
  return typeof first === 'string' ? first : 'code'
}
