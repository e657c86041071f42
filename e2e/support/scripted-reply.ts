/** What a test tells the model server to say, and how that looks on the wire. */

interface Timing {
  /** Before the first byte, ms. */
  delayMs?: number
  /** Before each further piece, ms. */
  pieceDelayMs?: number
}

interface Told extends Timing {
  usage?: { input: number; output: number }
  reasoning?: string
  /** Characters in a piece. Default 12. */
  pieceChars?: number
}

export type ScriptedReply =
  | ({ type: 'text'; text: string } & Told)
  | ({
      type: 'calls'
      text?: string
      calls: { id?: string; name: string; arguments: Record<string, unknown> | string }[]
    } & Told)
  /** Any body. `pieces`: sent at once, byte by byte, or cut at these byte positions. */
  | ({
      type: 'raw'
      status?: number
      headers?: Record<string, string>
      body: string | Uint8Array
      pieces?: 'whole' | 'bytes' | number[]
      /** Afterwards: end properly, tear the connection, or keep it open in silence. */
      after?: 'end' | 'reset' | 'hang'
    } & Timing)
  /** A JSON answer with a status. */
  | ({ type: 'status'; status: number; json?: unknown; headers?: Record<string, string> } & Timing)
  /** Never answers. */
  | { type: 'hang' }
  /** Closes the connection without an answer. */
  | { type: 'reset' }

type ToldReply = Extract<ScriptedReply, { type: 'text' | 'calls' }>

/** A told reply as a Chat Completions stream. */
export function chatEvents(reply: ToldReply): string[] {
  const base = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'test-model' }
  const chunk = (delta: object, finish: string | null = null): string =>
    event({ ...base, choices: [{ index: 0, delta, finish_reason: finish }] })
  const pieces = [chunk({ role: 'assistant', content: '' })]
  for (const piece of cut(reply.reasoning ?? '', reply)) pieces.push(chunk({ reasoning_content: piece }))
  for (const piece of cut(reply.text ?? '', reply)) pieces.push(chunk({ content: piece }))
  const calls = reply.type === 'calls' ? reply.calls : []
  calls.forEach((call, index) => {
    const id = call.id ?? `call_${index + 1}`
    pieces.push(
      chunk({ tool_calls: [{ index, id, type: 'function', function: { name: call.name, arguments: '' } }] }),
    )
    for (const piece of cut(argumentsText(call.arguments), reply)) {
      pieces.push(chunk({ tool_calls: [{ index, function: { arguments: piece } }] }))
    }
  })
  pieces.push(chunk({}, calls.length > 0 ? 'tool_calls' : 'stop'))
  const { input, output } = reply.usage ?? { input: 100, output: 20 }
  const usage = { prompt_tokens: input, completion_tokens: output, total_tokens: input + output }
  return [...pieces, event({ ...base, choices: [], usage }), 'data: [DONE]\n\n']
}

/** A told reply as a Responses stream. */
export function responsesEvents(reply: ToldReply): string[] {
  const pieces: string[] = []
  const output: object[] = []
  const say = (type: string, fields: object): void => {
    pieces.push(`event: ${type}\n${event({ type, sequence_number: pieces.length, ...fields })}`)
  }
  say('response.created', { response: { id: 'resp_1', status: 'in_progress', output: [] } })
  if ((reply.reasoning ?? '') !== '') {
    const item = {
      id: 'rs_1',
      type: 'reasoning',
      summary: [{ type: 'summary_text', text: reply.reasoning }],
      encrypted_content: 'c2VjcmV0',
    }
    for (const delta of cut(reply.reasoning ?? '', reply)) {
      say('response.reasoning_summary_text.delta', {
        item_id: item.id,
        output_index: output.length,
        summary_index: 0,
        delta,
      })
    }
    say('response.output_item.done', { output_index: output.length, item })
    output.push(item)
  }
  if ((reply.text ?? '') !== '') {
    const item = {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      content: [{ type: 'output_text', text: reply.text, annotations: [] }],
    }
    for (const delta of cut(reply.text ?? '', reply)) {
      say('response.output_text.delta', {
        item_id: item.id,
        output_index: output.length,
        content_index: 0,
        delta,
      })
    }
    say('response.output_item.done', { output_index: output.length, item })
    output.push(item)
  }
  const calls = reply.type === 'calls' ? reply.calls : []
  calls.forEach((call, index) => {
    const item = {
      id: `fc_${index + 1}`,
      type: 'function_call',
      call_id: call.id ?? `call_${index + 1}`,
      name: call.name,
    }
    const text = argumentsText(call.arguments)
    say('response.output_item.added', { output_index: output.length, item: { ...item, arguments: '' } })
    for (const delta of cut(text, reply)) {
      say('response.function_call_arguments.delta', { item_id: item.id, output_index: output.length, delta })
    }
    say('response.function_call_arguments.done', {
      item_id: item.id,
      output_index: output.length,
      arguments: text,
    })
    say('response.output_item.done', { output_index: output.length, item: { ...item, arguments: text } })
    output.push({ ...item, arguments: text })
  })
  const { input, output: out } = reply.usage ?? { input: 100, output: 20 }
  const usage = { input_tokens: input, output_tokens: out, total_tokens: input + out }
  say('response.completed', { response: { id: 'resp_1', status: 'completed', output, usage } })
  return pieces
}

function event(data: object): string {
  return `data: ${JSON.stringify(data)}\n\n`
}

function argumentsText(given: Record<string, unknown> | string): string {
  return typeof given === 'string' ? given : JSON.stringify(given)
}

/** Cuts between characters, not inside them: each piece is a JSON string of its own. */
function cut(text: string, { pieceChars = 12 }: Told): string[] {
  const chars = [...text]
  const pieces: string[] = []
  for (let at = 0; at < chars.length; at += pieceChars) pieces.push(chars.slice(at, at + pieceChars).join(''))
  return pieces
}
