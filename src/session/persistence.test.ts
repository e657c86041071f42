import { afterEach, describe, expect, it } from 'vitest'
import type { Options } from '../agents/types.ts'
import { replayFile } from './headless.ts'
import { add, bench, closeBenches, code, eventsOfType } from './session.testing.ts'

afterEach(closeBenches)

/** Two cells in a first turn, one in a second. */
async function played(options: Options, cells = ['let n = 1; n', 'typeof n', 'typeof n']) {
  const [first = '', second = '', third = ''] = cells
  const made = bench([code(first, 'a'), code(second, 'b'), { text: '.' }, code(third, 'c'), { text: '.' }], {
    tools: [add, { ...add, name: 'other' }],
  })
  made.session.setProtocol('deep-agents', options)
  await made.session.send('one')
  await made.session.send('two')
  const texts = eventsOfType(made.session, 'cell-ended').map(({ end }) => end.text)
  return { ...made, texts }
}

describe('options of Deep Agents', { timeout: 30_000 }, () => {
  const modes: [string, Options, string[]][] = [
    ['thread', {}, ['1', 'number', 'number']],
    ['turn', { persistence: 'turn' }, ['1', 'number', 'undefined']],
    ['call', { persistence: 'call' }, ['1', 'undefined', 'undefined']],
  ]
  it.each(modes)(
    'variables stay for a %s, and the file replays identically',
    async (_, options, expected) => {
      const { session, texts } = await played(options)
      expect(texts).toEqual(expected)
      const [report] = (await replayFile(await session.exportFile())).branches
      expect(report).toMatchObject({ cells: 3, difference: null })
      expect(report?.compared).toBe(report?.steps)
    },
  )

  it('limits, names and skills are those that were chosen', async () => {
    const options = {
      toolCalls: 1,
      resultChars: 50,
      captureConsole: false,
      allow: ['add'],
      skills: { stats: 'export const mean = (a: number[]) => a.reduce((x, y) => x + y, 0) / a.length' },
    }
    const { texts, model, session } = await played(options, [
      'await tools.add({ a: 1, b: 2 }); await tools.add({ a: 1, b: 2 })',
      'console.log("unseen"); ["other" in tools, (await import("@/skills/stats")).mean([1, 3])]',
      '"x".repeat(500)',
    ])
    expect(texts[0]).toMatch(/LimitError|limit/)
    expect(texts[1]).toBe('[false, 2]')
    expect(eventsOfType(session, 'logged')).toEqual([])
    expect(texts[2]?.length).toBeLessThan(150)
    const system = model.requests[0]?.messages[0]?.content ?? ''
    expect(system).toContain('@/skills/stats')
    expect(system).toContain('1 tool calls')
    expect(system).not.toContain('<stdout>')
  })
})
