import { describe, expect, it } from 'vitest'
import { estimateTokens } from '../../models/tokens.ts'
import type { ModelRequest } from '../../models/types.ts'
import { clipped } from './RequestParts.tsx'
import { partsOf, tokensByKind, totalTokens } from './request-parts.ts'

const request: ModelRequest = {
  messages: [
    { role: 'system', content: 'Write code.' },
    { role: 'user', content: 'Which carriers were late?' },
    {
      role: 'assistant',
      content: '',
      reasoning: 'I look.',
      toolCalls: [
        { id: '1', name: 'eval', arguments: { code: 'await tools.search({})' } },
        { id: '2', name: 'search', arguments: { code: 'x', limit: 3 } },
        { id: '3', name: 'broken', argumentsText: '{"a": ' },
      ],
    },
    { role: 'tool', toolCallId: '1', name: 'eval', content: '<result>412</result>' },
  ],
  tools: [{ name: 'eval', description: 'Runs code.', parameters: { type: 'object' } }],
}

it('shows each message and the tools, in the order of the request', () => {
  expect(partsOf(request).map(({ kind, title }) => [kind, title])).toEqual([
    ['system', 'Instructions'],
    ['user', 'User'],
    ['assistant', 'Model'],
    ['tool', 'Result of eval'],
    ['tools', 'Tool that the model may call'],
  ])
})

it('reads a program as code and other arguments as they were', () => {
  const blocks = partsOf(request)[2]?.blocks
  expect(blocks).toEqual([
    { type: 'text', label: 'reasoning', text: 'I look.' },
    { type: 'code', label: 'eval', text: 'await tools.search({})' },
    { type: 'json', label: 'search', text: '{\n  "code": "x",\n  "limit": 3\n}' },
    { type: 'json', label: 'broken', text: '{"a": ' },
  ])
})

it('has no part for tools where none are offered', () => {
  expect(partsOf({ messages: [], tools: [] })).toEqual([])
})

describe('tokens', () => {
  it('of parts add up to the whole, by kind as well', () => {
    const parts = partsOf(request)
    expect(parts[0]?.tokens).toBe(estimateTokens('Write code.'))
    const total = totalTokens(parts)
    expect(total).toBeGreaterThan(20)
    expect(tokensByKind(parts).reduce((sum, { tokens }) => sum + tokens, 0)).toBe(total)
    expect(tokensByKind(parts).map(({ kind }) => kind)).toEqual([
      'system',
      'tools',
      'user',
      'assistant',
      'tool',
    ])
  })
})

describe('a long text is cut', () => {
  it('between words', () => {
    const text = clipped('word '.repeat(400))
    expect(text.length).toBeLessThan(430)
    expect(text.endsWith('word …')).toBe(true)
  })

  it('after some lines', () => {
    expect(clipped('a\n'.repeat(50)).split('\n')).toHaveLength(7)
  })

  it('anywhere, where there are no words', () => {
    expect(clipped('x'.repeat(9_000)).length).toBeLessThan(430)
  })
})
