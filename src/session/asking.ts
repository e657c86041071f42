import { estimateTokens } from '../models/tokens.ts'
import type { Model, ModelError, ModelRequest, Reply, ReplyEvent } from '../models/types.ts'
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
  const protocol = protocolAt(core, path)
  const request = protocol.request(path)
  const text = JSON.stringify(request)
  const { setup } = choice
  document.append(branch, {
    type: 'asked',
    model: setup,
    requestHash: hashText(text),
    estimatedInput: estimateTokens(text),
  })
  const since = options.now()
  const arriving = new ArrivingReply(request, since, protocol.codeInText ?? false)
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

/** How long a model may take to say what had arrived when it was stopped, ms. */
const STOP_MS = 1_000

/** Models promise not to reject, and to end when they are told to; one that does not becomes an error that is shown. */
async function replyOf(
  model: Model,
  request: ModelRequest,
  signal: AbortSignal,
  onEvent: (event: ReplyEvent) => void,
): Promise<Reply> {
  let timer: ReturnType<typeof setTimeout> | undefined
  let giveUp = (): void => undefined
  const deaf = new Promise<Reply>((resolve) => {
    giveUp = () => resolve(failed({ kind: 'stopped', message: 'Stopped.' }))
  })
  const wait = (): void => {
    timer = setTimeout(giveUp, STOP_MS)
  }
  if (signal.aborted) wait()
  else signal.addEventListener('abort', wait, { once: true })
  try {
    return await Promise.race([model.reply(request, { signal, onEvent }), deaf])
  } catch (error) {
    const message = `The model could not be asked: ${messageOf(error)} Try again, or choose another model.`
    return failed({ kind: 'network', message })
  } finally {
    signal.removeEventListener('abort', wait)
    clearTimeout(timer)
  }
}

function failed(error: ModelError): Reply {
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

/** A reply as far as it has arrived. */
class ArrivingReply {
  #text = ''
  #reasoning = ''
  #calls: { name: string; reader: CodeReader }[] = []
  readonly #request: ModelRequest
  readonly #since: number
  /** Reads the code out of the text, where the protocol has it there. */
  readonly #inText: CodeReader | null

  constructor(request: ModelRequest, since: number, codeInText: boolean) {
    this.#request = request
    this.#since = since
    this.#inText = codeInText ? new CodeReader('code') : null
  }

  take(event: ReplyEvent): void {
    switch (event.type) {
      case 'text':
        this.#text += event.text
        this.#inText?.feed(event.text)
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
    const written = this.#inText?.text ?? ''
    if (written !== '') {
      const cells = [{ name: 'code', code: written }]
      return { type: 'asking', since: this.#since, text: '', reasoning: this.#reasoning, cells }
    }
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
