import { z } from 'zod'
import type { NotebookEvent } from './events.ts'

/**
 * The shape of events as they come from files and stores. What a later version adds is kept. What only the kernel
 * understands is checked by the kernel, when it is used.
 */

// Its fast path builds functions from text, which the page's content policy forbids.
z.config({ jitless: true })

const count = z.number().int().nonnegative()
const ms = z.number().nonnegative()
const json = z.json()

const openedCall = z.looseObject({ id: count, name: z.string(), input: z.unknown().optional() })

const checkpoint = z.looseObject({
  id: z.string(),
  parent: z.string().nullable(),
  kind: z.enum(['boot', 'wait', 'end']),
  cell: z.string().nullable(),
  opened: z.array(openedCall),
  step: z.looseObject({ type: z.string() }),
})

const configuration = z.looseObject({
  tools: z.array(z.looseObject({ name: z.string() })),
  dialect: z.enum(['tools', 'external', 'codeact', 'none']),
  captureConsole: z.boolean(),
  clock: z.enum(['none', 'recorded']),
  seed: z.number(),
  modules: z.record(z.string(), z.string()),
  memoryBytes: count,
})

const model = z.discriminatedUnion('kind', [
  z.looseObject({ kind: z.literal('tape'), tape: z.string() }),
  z.looseObject({ kind: z.literal('person') }),
  z.looseObject({
    kind: z.literal('chat'),
    baseUrl: z.string(),
    model: z.string(),
    headers: z.record(z.string(), z.string()),
    body: z.record(z.string(), json),
  }),
])

const reply = z.looseObject({
  text: z.string(),
  reasoning: z.string(),
  refusal: z.string(),
  toolCalls: z.array(
    z.looseObject({
      id: z.string(),
      name: z.string(),
      arguments: z.record(z.string(), z.unknown()).optional(),
      argumentsText: z.string().optional(),
      extra: z.record(z.string(), z.unknown()).optional(),
    }),
  ),
  finish: z.enum(['stop', 'tool-calls', 'length', 'filter']),
  usage: z.looseObject({ input: ms, output: ms }).nullable(),
  error: z.looseObject({ kind: z.string(), message: z.string() }).nullable(),
  notes: z.array(z.string()),
  extra: z.record(z.string(), z.unknown()).optional(),
})

const line = z.looseObject({ level: z.enum(['log', 'info', 'warn', 'error', 'debug']), text: z.string() })

const end = z.looseObject({
  status: z.enum(['ok', 'error', 'stopped']),
  text: z.string(),
  value: z.looseObject({ type: z.string() }).nullable(),
  error: z.looseObject({ kind: z.string(), name: z.string(), message: z.string() }).nullable(),
  warnings: z.array(z.string()),
  rolledBack: z.boolean(),
  cpuMs: ms,
  wallMs: ms,
})

function event<T extends NotebookEvent['type'], S extends z.ZodRawShape>(type: T, shape: S) {
  return z.looseObject({
    id: z.string().min(1),
    parent: z.string().nullable(),
    at: ms,
    type: z.literal(type),
    ...shape,
  })
}

const eventSchema = z.discriminatedUnion('type', [
  event('opened', { title: z.string(), engine: z.string() }),
  event('configured', {
    protocol: z.string(),
    options: z.record(z.string(), json),
    configuration,
    limits: z.record(z.string(), z.number()),
    checkpoint,
    scopes: z.record(z.string(), checkpoint).optional(),
  }),
  event('said', { text: z.string() }),
  event('asked', { model, requestHash: z.string(), estimatedInput: ms, call: count.optional() }),
  event('replied', { reply, durationMs: ms, call: count.optional() }),
  event('cell-started', {
    cell: count,
    source: z.string(),
    author: z.enum(['model', 'user', 'recovery', 'engine']),
    toolCallId: z.string().optional(),
    summary: z.string().optional(),
    from: count.optional(),
  }),
  event('logged', { line }),
  event('called', {
    call: count,
    name: z.string(),
    input: z.unknown().optional(),
    startedMs: ms,
    toolCallId: z.string().optional(),
  }),
  event('settled', {
    call: count,
    toolCallId: z.string().optional(),
    status: z.enum(['ok', 'error', 'aborted']),
    output: z.unknown().optional(),
    error: z.looseObject({ name: z.string(), message: z.string() }).optional(),
    source: z.enum(['live', 'recorded', 'edited', 'tape']),
    endedMs: ms,
  }),
  event('waited', { checkpoint }),
  event('cell-ended', { end, checkpoint }),
  event('answered', { text: z.string(), by: z.enum(['model', 'executor']).optional() }),
  event('stopped', {
    reason: z.enum(['user', 'model-error', 'step-limit', 'repeating', 'closed']),
    message: z.string(),
  }),
  event('resumed', {}),
  event('noted', { text: z.string() }),
])

export const branchSchema = z.object({ id: z.string().min(1), name: z.string(), head: z.string() })

export type ParsedEvent = { ok: true; event: NotebookEvent } | { ok: false; problem: string }

/** Reads an event from outside; `problem` names the first place that is wrong. */
export function parseEvent(value: unknown): ParsedEvent {
  const parsed = eventSchema.safeParse(value)
  // The schema says the same as the type, but for the kernel's and the models' own unions, which they check themselves.
  if (parsed.success) return { ok: true, event: parsed.data as unknown as NotebookEvent }
  return { ok: false, problem: problemOf(parsed.error) }
}

export function problemOf(error: z.ZodError): string {
  const issue = error.issues[0]
  const path =
    issue?.path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('') ?? ''
  return `$${path}: ${issue?.message ?? 'wrong shape'}`
}
