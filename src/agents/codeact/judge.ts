import type { Entry, ReplyEntry } from '../shared/conversation.ts'
import { FailureRow } from '../shared/repeats.ts'
import { isBlank } from '../shared/turn.ts'
import { shorten } from '../shared/words.ts'
import type { Fault } from '../types.ts'
import type { Settings } from './options.ts'
import { type CodeOutcome, outcomeOf } from './outcome.ts'
import { parseReply } from './parse.ts'

/** What a reply comes to. */
export type Verdict =
  | { type: 'empty' }
  /** Goes back to the model, which has to say it otherwise. */
  | { type: 'fault'; fault: Fault }
  /** The model was to end, and wrote code. */
  | { type: 'finalize' }
  | { type: 'answer'; text: string }
  | { type: 'run'; code: string }
  /** Code that ran, or that could not even be started. */
  | { type: 'ran'; outcome: CodeOutcome; stopped: boolean }

export interface Judged {
  entry: ReplyEntry
  verdict: Verdict
  /** Its place in a row of the same failures, 0 for none. */
  repeats: number
}

const LANGUAGES: ReadonlySet<string> = new Set(['', 'js', 'javascript', 'ts', 'typescript'])

/** Goes through a conversation, reply by reply: whether the model has to end is a matter of what came before. */
export class Judge {
  readonly #settings: Settings
  readonly #row = new FailureRow()
  #finalize = false

  constructor(settings: Settings) {
    this.#settings = settings
  }

  /** `null` for what is no reply. */
  read(entry: Entry): Judged | null {
    if (entry.type === 'said') this.#finalize = false
    if (entry.type === 'said' || (entry.type === 'reply' && entry.fresh)) this.#row.note(null)
    if (entry.type !== 'reply') return null
    const verdict = this.#verdict(entry)
    if (verdict.type === 'ran' && this.#settings.reAct) this.#finalize = verdict.outcome.error === undefined
    return { entry, verdict, repeats: this.#row.note(failureOf(entry, verdict)) }
  }

  last(entries: readonly Entry[]): Judged | null {
    return entries.reduce<Judged | null>((found, entry) => this.read(entry) ?? found, null)
  }

  #verdict({ reply, calls, cell }: ReplyEntry): Verdict {
    const { reAct, retryMalformed, limits } = this.#settings
    if (calls.length > 0) return fault('NativeCall', NATIVE)
    if (isBlank(reply)) return { type: 'empty' }
    if (cell) {
      const stopped = cell.end === null || cell.end.status === 'stopped'
      return { type: 'ran', outcome: outcomeOf(cell, limits.resultChars), stopped }
    }
    const text = reply.text.trim() === '' ? reply.refusal : reply.text
    const parsed = parseReply(text)
    const raw: Verdict = { type: 'answer', text }
    switch (parsed.type) {
      case 'none':
      case 'other':
        return raw
      case 'final':
        return { type: 'answer', text: parsed.output }
      case 'broken':
        return retryMalformed
          ? fault('BadJson', `The reply is no valid JSON object: ${shorten(parsed.problem)}. ${SHAPE}`)
          : raw
      case 'code': {
        const { code, language } = parsed
        if (reAct && this.#finalize) return { type: 'finalize' }
        if (typeof code !== 'string') return retryMalformed ? fault('MissingCode', REQUIRED) : raw
        if (code.trim() === '') return notRun(REQUIRED)
        if (!LANGUAGES.has(language))
          return notRun(`unsupported language: ${shorten(language)}, only typescript is enabled`)
        return { type: 'run', code }
      }
    }
  }
}

const SHAPE =
  'Send one JSON object, {"type":"code","language":"typescript","code":"…"} or {"type":"final","output":"…"}, with line breaks and quotes in strings escaped.'
const REQUIRED = `code is required. ${SHAPE}`
const NATIVE = `There are no tools to call natively here; code calls them. ${SHAPE}`

const fault = (type: string, message: string): Verdict => ({ type: 'fault', fault: { type, message } })
const notRun = (error: string): Verdict => ({ type: 'ran', outcome: { error }, stopped: false })

function failureOf({ reply }: ReplyEntry, verdict: Verdict): string | null {
  switch (verdict.type) {
    case 'empty':
      return 'empty'
    case 'fault':
      return JSON.stringify([reply.text, reply.toolCalls.map(({ name }) => name), verdict.fault.message])
    case 'finalize':
      return JSON.stringify(['finalize', reply.text])
    case 'ran':
      return verdict.outcome.error === undefined || verdict.stopped
        ? null
        : JSON.stringify([reply.text, verdict.outcome.error])
    case 'answer':
    case 'run':
      return null
  }
}
