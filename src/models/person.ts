import { readArguments } from './calls.ts'
import { ownId, takenIds } from './ids.ts'
import type { Model, ModelRequest, Reply, ToolCall } from './types.ts'

/** A request that waits for a person to answer it. */
export interface PendingRequest {
  /** Counts up from 1. */
  id: number
  request: ModelRequest
}

/** What a person answers: text, calls of tools, or both. `arguments` as an object, or as JSON text as it was typed. */
export interface PersonAnswer {
  text?: string
  toolCalls?: { name: string; arguments: Record<string, unknown> | string }[]
}

/** A model whose replies a person types. A store in the sense of `useSyncExternalStore`. */
export interface PersonModel extends Model {
  /** Calls `listener` on every change; the returned function ends that. */
  subscribe(listener: () => void): () => void
  /** The request to be answered now, the oldest; `null` when nothing waits. The same object until it is answered. */
  getPending(): PendingRequest | null
  /** How many requests wait, for runs that ask several at once. */
  getWaiting(): number
  /** Answers the request to be answered now, or the one named. `false`: there is none such (it was stopped). */
  answer(answer: PersonAnswer, id?: number): boolean
  /** Ends a request without an answer: its reply has the error `stopped`. */
  cancel(id?: number): boolean
}

interface Waiting {
  pending: PendingRequest
  settle(reply: Reply): void
}

export function createPersonModel(): PersonModel {
  const listeners = new Set<() => void>()
  let queue: Waiting[] = []
  let count = 0

  const changed = (): void => {
    for (const listener of [...listeners]) listener()
  }
  const settle = (id: number | undefined, make: (request: ModelRequest) => Reply): boolean => {
    const waiting = id === undefined ? queue[0] : queue.find((each) => each.pending.id === id)
    if (waiting === undefined) return false
    queue = queue.filter((each) => each !== waiting)
    waiting.settle(make(waiting.pending.request))
    changed()
    return true
  }

  return {
    reply(request, { signal, onEvent } = {}) {
      if (signal?.aborted === true) return Promise.resolve(stopped())
      return new Promise((resolve) => {
        const id = ++count
        const onAbort = (): void => void settle(id, stopped)
        signal?.addEventListener('abort', onAbort)
        const waiting: Waiting = {
          pending: { id, request },
          settle: (reply) => {
            signal?.removeEventListener('abort', onAbort)
            if (reply.text !== '') onEvent?.({ type: 'text', text: reply.text })
            resolve(reply)
          },
        }
        queue = [...queue, waiting]
        changed()
      })
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    getPending: () => queue[0]?.pending ?? null,
    getWaiting: () => queue.length,
    answer: (answer, id) => settle(id, (request) => replyFrom(answer, request)),
    cancel: (id) => settle(id, stopped),
  }
}

function replyFrom(answer: PersonAnswer, request: ModelRequest): Reply {
  const taken = takenIds(request)
  const toolCalls = (answer.toolCalls ?? []).map((call): ToolCall => {
    const id = ownId('', taken)
    taken.add(id)
    // Typed JSON that is none goes to the agent like a model's: it will be told.
    const read =
      typeof call.arguments === 'string' ? readArguments(call.arguments) : { arguments: call.arguments }
    return { id, name: call.name, ...read }
  })
  return {
    ...stopped(),
    text: answer.text ?? '',
    toolCalls,
    finish: toolCalls.length > 0 ? 'tool-calls' : 'stop',
    error: null,
  }
}

function stopped(): Reply {
  const error = { kind: 'stopped' as const, message: 'Stopped before an answer was given.' }
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
