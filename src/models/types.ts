import type { JsonSchema } from '../kernel/types.ts'

/** A tool as a model is offered it. */
export interface ModelTool {
  name: string
  description: string
  parameters: JsonSchema
}

export interface ToolCall {
  /** Unique within the conversation; made up when the server sent none. */
  id: string
  name: string
  /** Parsed arguments; absent when they could not be parsed. */
  arguments?: Record<string, unknown>
  /** The arguments as they came, when they could not be parsed. */
  argumentsText?: string
  /** Fields of the call that the next request has to carry back unchanged (such as `extra_content`). */
  extra?: Record<string, unknown>
}

export type Message =
  | { role: 'system'; content: string }
  | { role: 'user'; content: string }
  | {
      role: 'assistant'
      content: string
      reasoning?: string
      toolCalls?: ToolCall[]
      /** `Reply.extra` of the reply that this message was. */
      extra?: Record<string, unknown>
    }
  | { role: 'tool'; toolCallId: string; name: string; content: string }

export interface ModelRequest {
  messages: Message[]
  tools: ModelTool[]
  wishes?: RequestWishes
}

/** What is wished for of one reply. Each format says it in its own words; what an endpoint refuses is left out. */
export interface RequestWishes {
  reasoning?: { effort: string } & Record<string, unknown>
  /** Most tokens of the reply. */
  maxOutput?: number
  serviceTier?: string
  /** Further fields of the body, as Responses names them. They win over nothing. */
  fields?: Record<string, unknown>
}

export type Finish = 'stop' | 'tool-calls' | 'length' | 'filter'

export interface Usage {
  /** Tokens. */
  input: number
  output: number
}

export type ModelErrorKind =
  | 'network' // unreachable, CORS, mixed content, certificate
  | 'auth'
  | 'not-found'
  | 'rate-limit'
  | 'overloaded'
  | 'request' // the server refused the request as such
  | 'stream' // broken, empty, or cut off
  | 'length'
  | 'timeout'
  | 'stopped'
  | 'script' // the tape has no line for this

export interface ModelError {
  kind: ModelErrorKind
  /** What happened, where, and what to do; never contains the key. */
  message: string
  status?: number
  retryAfterMs?: number
}

export interface Reply {
  text: string
  reasoning: string
  refusal: string
  toolCalls: ToolCall[]
  finish: Finish
  usage: Usage | null
  error: ModelError | null
  /** What was left out of the request because this endpoint refused it, in words. */
  notes: string[]
  /**
   * Fields of the message that the next request has to carry back unchanged (such as `reasoning_details`, or the
   * reasoning items of the Responses format). Opaque; may be dropped at the price of the model's own train of
   * thought.
   */
  extra?: Record<string, unknown>
}

/** What arrives while a reply streams in. `text` and `arguments` are the pieces, not the whole. */
export type ReplyEvent =
  | { type: 'text'; text: string }
  | { type: 'reasoning'; text: string }
  | { type: 'tool-call'; index: number; id: string; name: string; arguments: string }

export interface ReplyOptions {
  signal?: AbortSignal
  onEvent?: (event: ReplyEvent) => void
}

/** Who answers: an endpoint, a tape, or a person. `reply` never rejects for what a server does. */
export interface Model {
  reply(request: ModelRequest, options?: ReplyOptions): Promise<Reply>
}
