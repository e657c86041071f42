import { createParser, type ParseError } from 'eventsource-parser'
import { parseJson, splitObjects } from './json.ts'

/** One thing that a body said, whatever it was wrapped in. */
export type BodyItem =
  | { type: 'json'; value: unknown; event: string | null }
  /** `[DONE]`, or the end of a body that was one JSON document. */
  | { type: 'done' }
  /** An error that is not JSON. */
  | { type: 'error'; text: string }
  /** Something that began as JSON and is none. */
  | { type: 'broken'; text: string }
  /** Text that has no place in a stream: a web page, a plain sentence. */
  | { type: 'stray'; text: string }

export interface BodyReader {
  push(bytes: Uint8Array): BodyItem[]
  /** Ends the body: what is left over becomes items too. */
  end(): BodyItem[]
}

/** Characters of one event, or of a JSON document; more is no reply. */
const MOST = 32 * 2 ** 20
/** Characters of stray text that are kept for a message. */
const MOST_STRAY = 4_000

/**
 * Reads a reply's body from bytes. The content type is not asked, since servers send JSON labelled as a stream and
 * streams labelled as JSON: the first character tells. What comes out does not depend on how the bytes are cut.
 */
export function createBodyReader(): BodyReader {
  const decoder = new TextDecoder()
  let mode: 'unknown' | 'events' | 'document' | 'page' | 'over' = 'unknown'
  let held = ''
  let stray = ''
  let count = 0
  let items: BodyItem[] = []

  const emit = (item: BodyItem): void => {
    count++
    items.push(item)
  }
  const keep = (text: string): void => {
    stray = (stray + text).slice(0, MOST_STRAY)
  }
  const parser = createParser({
    maxBufferSize: MOST,
    onEvent: ({ event, data }) => {
      for (const item of readData(data, event ?? null)) {
        if (item.type === 'stray') keep(`${item.text}\n`)
        else emit(item)
      }
    },
    onError: (error) => {
      if (error.type === 'max-buffer-size-exceeded') {
        mode = 'over'
        emit({ type: 'broken', text: 'an event larger than 32 MiB' })
        return
      }
      for (const item of readForeignLine(error)) {
        if (item.type === 'stray') keep(`${item.text}\n`)
        else emit(item)
      }
    },
  })

  const take = (text: string): void => {
    if (mode === 'unknown') {
      held += text
      const first = held.trimStart()[0]
      if (first === undefined) return
      mode = first === '{' || first === '[' ? 'document' : first === '<' ? 'page' : 'events'
      text = held
      held = ''
    }
    if (mode === 'events') parser.feed(text)
    else if (mode === 'page') keep(text)
    else if (mode === 'document') {
      held += text
      if (held.length > MOST) {
        mode = 'over'
        held = ''
        emit({ type: 'broken', text: 'a document larger than 32 MiB' })
      }
    }
  }
  const flush = (): BodyItem[] => {
    const out = items
    items = []
    return out
  }

  return {
    push(bytes) {
      take(decoder.decode(bytes, { stream: true }))
      return flush()
    },
    end() {
      take(decoder.decode())
      // Servers forget the blank line that ends the last event.
      if (mode === 'events') parser.feed('\n\n')
      if (mode === 'document') for (const item of readDocument(held)) emit(item)
      if (stray.trim() !== '') {
        const whole = parseJson(stray)
        if (whole.ok) emit({ type: 'json', value: whole.value, event: null })
        else if (count === 0) emit({ type: 'stray', text: stray })
      }
      return flush()
    },
  }
}

function readData(data: string, event: string | null): BodyItem[] {
  const text = data.trim()
  if (text === '') return []
  if (text === '[DONE]') return [{ type: 'done' }]
  const whole = parseJson(text)
  if (whole.ok) return [{ type: 'json', value: whole.value, event }]
  // Several events run together: by line ends alone, or by nothing at all.
  if (text.includes('\n')) {
    return text.split('\n').flatMap((line) => readData(line.replace(/^\s*data:/, ''), event))
  }
  const parts = splitObjects(text)
  if (parts !== null && parts.length > 1) return parts.flatMap((part) => readData(part, event))
  if (event === 'error') return [{ type: 'error', text }]
  if (text.startsWith('{') || text.startsWith('[')) return [{ type: 'broken', text }]
  return text.startsWith(':') ? [] : [{ type: 'stray', text }]
}

/** A line that is no field of the event stream format. */
function readForeignLine(error: ParseError): BodyItem[] {
  if (error.type !== 'unknown-field') return []
  // llama.cpp until 2025-09 wrote failures as a field of its own: `error: {…}`.
  if (error.field === 'error') {
    const value = parseJson(error.value ?? '')
    return value.ok
      ? [{ type: 'json', value: { error: value.value }, event: 'error' }]
      : [{ type: 'error', text: error.value ?? '' }]
  }
  const line = (error.line ?? '').trim()
  if (line.startsWith('data:')) return readData(line.slice(5), null)
  const value = parseJson(line)
  return value.ok ? [{ type: 'json', value: value.value, event: null }] : [{ type: 'stray', text: line }]
}

/** A body that is JSON from its first character on: one value, a list of chunks, or one value per line. */
function readDocument(text: string): BodyItem[] {
  const whole = parseJson(text)
  if (whole.ok) {
    const values: unknown[] = Array.isArray(whole.value) ? whole.value : [whole.value]
    return [...values.map((value): BodyItem => ({ type: 'json', value, event: null })), { type: 'done' }]
  }
  const items = text.split('\n').flatMap((line) => readData(line.replace(/^\s*data:/, ''), null))
  return items.some((item) => item.type === 'json') ? items : [{ type: 'broken', text }]
}
