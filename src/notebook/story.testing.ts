import type { Checkpoint, OpenedCall, Step } from '../kernel/types.ts'
import type { Reply, ToolCall } from '../models/types.ts'
import type { CellEnd, EventBase, NotebookEvent } from './events.ts'

export type Body = NotebookEvent extends infer E
  ? E extends EventBase
    ? Omit<E, keyof EventBase>
    : never
  : never

/** A path from the bodies of its events; ids are `e1`, `e2` and so on, a second apart. */
export function pathOf(...bodies: Body[]): NotebookEvent[] {
  return bodies.map((body, place) => ({
    id: `e${place + 1}`,
    parent: place === 0 ? null : `e${place}`,
    at: place * 1_000,
    ...body,
  }))
}

export const opened: Body = { type: 'opened', title: 'Test', engine: 'test' }

export const configured = (options: Extract<Body, { type: 'configured' }>['options'] = {}): Body => {
  const configuration = {
    tools: [{ name: 'web_search', description: 'Searches', inputSchema: { type: 'object' } }],
    dialect: 'tools' as const,
    captureConsole: true,
    clock: 'none' as const,
    seed: 1,
    modules: {},
    memoryBytes: 2 ** 26,
  }
  return {
    type: 'configured',
    protocol: 'deep-agents',
    options,
    configuration,
    limits: { cpuMs: 5_000, toolCalls: 256, resultChars: 4_000, consoleChars: 4_000, memoryBytes: 2 ** 26 },
    checkpoint: checkpoint('boot', null, { type: 'configure', ...configuration }),
  }
}

export const said = (text: string): Body => ({ type: 'said', text })

export const asked: Body = {
  type: 'asked',
  model: { kind: 'tape', tape: 'test' },
  requestHash: '0',
  estimatedInput: 10,
}

export const replied = (reply: Partial<Reply>): Body => ({
  type: 'replied',
  durationMs: 5,
  reply: {
    text: '',
    reasoning: '',
    refusal: '',
    toolCalls: [],
    finish: reply.toolCalls ? 'tool-calls' : 'stop',
    usage: { input: 10, output: 5 },
    error: null,
    notes: [],
    ...reply,
  },
})

export const evalCall = (id: string, code: string): ToolCall => ({ id, name: 'eval', arguments: { code } })

export const started = (cell: number, source: string, toolCallId?: string): Body =>
  toolCallId === undefined
    ? { type: 'cell-started', cell, source, author: 'user' }
    : { type: 'cell-started', cell, source, author: 'model', toolCallId }

export const ended = (id: string, end: Partial<CellEnd> = {}): Body => ({
  type: 'cell-ended',
  end: {
    status: 'ok',
    text: 'undefined',
    value: null,
    error: null,
    warnings: [],
    rolledBack: false,
    cpuMs: 1,
    wallMs: 2,
    ...end,
  },
  checkpoint: checkpoint(id, null, { type: 'cell', name: 'cell-1', source: '' }),
})

export const failed = (id: string, name: string, message: string): Body =>
  ended(id, { status: 'error', text: `${name}: ${message}`, error: { kind: 'runtime', name, message } })

export const waited = (id: string, opened: OpenedCall[], settled?: number): Body => ({
  type: 'waited',
  checkpoint: {
    ...checkpoint(
      id,
      null,
      settled === undefined
        ? { type: 'cell', name: 'cell-1', source: '' }
        : { type: 'settle', call: settled, status: 'ok', payload: '1' },
    ),
    kind: 'wait',
    opened,
  },
})

export const called = (call: number, name = 'web_search'): Body => ({
  type: 'called',
  call,
  name,
  input: { query: 'x' },
  startedMs: call,
})

export const settled = (call: number): Body => ({
  type: 'settled',
  call,
  status: 'ok',
  output: 1,
  source: 'live',
  endedMs: 10,
})

function checkpoint(id: string, parent: string | null, step: Step): Checkpoint {
  return { id, parent, kind: step.type === 'configure' ? 'boot' : 'end', cell: null, opened: [], step }
}
