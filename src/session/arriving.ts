import type { ModelRequest, ReplyEvent } from '../models/types.ts'
import { CodeReader } from './code-reader.ts'
import type { Activity } from './types.ts'

const encoder = new TextEncoder()

/** A reply as far as it has arrived. */
export class ArrivingReply {
  /** UTF-8 bytes of what has arrived. */
  bytes = 0
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
    this.bytes += encoder.encode(event.type === 'tool-call' ? event.arguments : event.text).length
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

  get activity(): Extract<Activity, { type: 'asking' }> {
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
