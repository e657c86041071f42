import fc from 'fast-check'
import type { Checkpoint, Json } from '../kernel/types.ts'
import type { Reply } from '../models/types.ts'
import { addBranch } from './branches.ts'
import type { EventBase, NotebookEvent } from './events.ts'
import type { Notebook } from './notebook.ts'
import { appendTo, createNotebook } from './tree.ts'

type Body = NotebookEvent extends infer E ? (E extends EventBase ? Omit<E, keyof EventBase> : never) : never

const text = fc.string({ unit: 'grapheme', maxLength: 12 })
const json = fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>
const call = fc.integer({ min: 1, max: 4 })
const ms = fc.integer({ min: 0, max: 1_000 })

const opened = fc.record({ id: call, name: text, input: fc.option(json, { nil: undefined }) })

const checkpoint: fc.Arbitrary<Checkpoint> = fc.record({
  id: fc.uuid(),
  parent: fc.option(fc.uuid(), { nil: null }),
  kind: fc.constantFrom('wait', 'end'),
  cell: fc.option(text, { nil: null }),
  opened: fc.array(opened, { maxLength: 2 }),
  step: fc.oneof(
    fc.record({ type: fc.constant('cell' as const), name: text, source: text }),
    fc.record({
      type: fc.constant('settle' as const),
      call,
      status: fc.constantFrom('ok' as const, 'error' as const),
      payload: text,
    }),
    fc.record({ type: fc.constant('abandon' as const), reason: fc.constant('stopped' as const) }),
  ),
})

const reply: fc.Arbitrary<Reply> = fc.record({
  text,
  reasoning: text,
  refusal: fc.constant(''),
  toolCalls: fc.array(
    fc.record({
      id: fc.constantFrom('a', 'b'),
      name: text,
      arguments: fc.dictionary(text, json, { maxKeys: 2 }),
    }),
    { maxLength: 2 },
  ),
  finish: fc.constantFrom('stop', 'tool-calls'),
  usage: fc.option(fc.record({ input: ms, output: ms }), { nil: null }),
  error: fc.option(fc.record({ kind: fc.constant('network' as const), message: text }), { nil: null }),
  notes: fc.array(text, { maxLength: 1 }),
})

const end = fc.record({
  status: fc.constantFrom('ok' as const, 'error' as const, 'stopped' as const),
  text,
  value: fc.option(fc.record({ type: fc.constant('number' as const), text }), { nil: null }),
  error: fc.option(
    fc.record(
      { kind: fc.constant('runtime' as const), name: text, message: text, line: call },
      { requiredKeys: ['kind', 'name', 'message'] },
    ),
    { nil: null },
  ),
  warnings: fc.array(text, { maxLength: 1 }),
  rolledBack: fc.boolean(),
  cpuMs: ms,
  wallMs: ms,
})

/** Any event but the first, in any order: what is shown must not fall over what a file may hold. */
const anyBody: fc.Arbitrary<Body> = fc.oneof(
  fc.record({ type: fc.constant('said' as const), text }),
  fc.record({
    type: fc.constant('asked' as const),
    model: fc.oneof(
      fc.constant({ kind: 'tape' as const, tape: 'demo' }),
      fc.record({
        kind: fc.constant('chat' as const),
        baseUrl: text,
        model: text,
        headers: fc.dictionary(text, text, { maxKeys: 1 }),
        body: fc.dictionary(text, json, { maxKeys: 1 }),
      }),
    ),
    requestHash: text,
    estimatedInput: ms,
  }),
  fc.record({ type: fc.constant('replied' as const), reply, durationMs: ms }),
  fc.record(
    {
      type: fc.constant('cell-started' as const),
      cell: call,
      source: text,
      author: fc.constantFrom('model' as const, 'user' as const, 'recovery' as const),
      toolCallId: fc.constantFrom('a', 'b'),
    },
    { requiredKeys: ['type', 'cell', 'source', 'author'] },
  ),
  fc.record({
    type: fc.constant('logged' as const),
    line: fc.record({ level: fc.constantFrom('log' as const, 'error' as const), text }),
  }),
  fc.record({ type: fc.constant('called' as const), call, name: text, input: json, startedMs: ms }),
  fc.record(
    {
      type: fc.constant('settled' as const),
      call,
      status: fc.constantFrom('ok' as const, 'error' as const, 'aborted' as const),
      output: json,
      error: fc.record({ name: text, message: text }),
      source: fc.constantFrom('live' as const, 'edited' as const),
      endedMs: ms,
    },
    { requiredKeys: ['type', 'call', 'status', 'source', 'endedMs'] },
  ),
  fc.record({ type: fc.constant('waited' as const), checkpoint }),
  fc.record({ type: fc.constant('cell-ended' as const), end, checkpoint }),
  fc.record({ type: fc.constant('answered' as const), text }),
  fc.record({
    type: fc.constant('stopped' as const),
    reason: fc.constantFrom('user' as const, 'closed' as const),
    message: text,
  }),
  fc.record({ type: fc.constant('resumed' as const) }),
  fc.record({ type: fc.constant('noted' as const), text }),
)

type Edit = { fork: number | null; bodies: Body[] }

const edit: fc.Arbitrary<Edit> = fc.record({
  fork: fc.option(fc.nat(), { nil: null, freq: 3 }),
  bodies: fc.array(anyBody, { maxLength: 12 }),
})

/** A notebook with any history: branches that leave each other anywhere. */
export const anyNotebook: fc.Arbitrary<Notebook> = fc.array(edit, { maxLength: 6 }).map((edits) => {
  let notebook = createNotebook({
    id: 'n',
    title: 'Any',
    engine: 'test',
    event: 'e0',
    branch: { id: 'b0', name: 'Main' },
    at: 0,
  })
  let branch = 'b0'
  for (const { fork, bodies } of edits) {
    if (fork !== null) {
      const events = [...notebook.events.keys()]
      const head = events[fork % events.length] ?? 'e0'
      branch = `b${notebook.branches.length}`
      notebook = addBranch(notebook, { id: branch, name: `Branch ${branch}`, head })
    }
    for (const body of bodies) {
      const parent = notebook.branches.find(({ id }) => id === branch)?.head ?? 'e0'
      const event = {
        id: `e${notebook.events.size}`,
        parent,
        at: notebook.events.size,
        ...body,
      } as NotebookEvent
      notebook = appendTo(notebook, branch, [event])
    }
  }
  return notebook
})
