import { afterEach, describe, expect, it } from 'vitest'
import type { Options } from '../agents/types.ts'
import { fold } from '../notebook/fold.ts'
import { replayFile } from './headless.ts'
import { type Bench, bench, closeBenches, eventsOfType, pathOf } from './session.testing.ts'

afterEach(closeBenches)

const code = (source: string) => ({ text: JSON.stringify({ type: 'code', language: 'js', code: source }) })
const final = (output: string) => ({ text: `Here it is: ${JSON.stringify({ type: 'final', output })}` })

function codeAct(lines: Parameters<typeof bench>[0], options: Options = {}): Bench {
  const made = bench(lines)
  made.session.setProtocol('codeact', options)
  return made
}

const answers = ({ session }: Bench) => eventsOfType(session, 'answered').map(({ text, by }) => [text, by])
const feedback = ({ model }: Bench) =>
  (model.requests.at(-1)?.messages ?? [])
    .slice(1)
    .flatMap(({ role, content }) => (role === 'system' ? [content] : []))

describe('CodeAct with the real interpreter', { timeout: 30_000 }, () => {
  it('gives the result of the code as the answer, and says who spoke', async () => {
    const made = codeAct([code('return 17*3+5')])
    await made.session.send('17 * 3 + 5?')
    expect(answers(made)).toEqual([['56', 'executor']])
    expect(made.model.requests).toHaveLength(1)
    const view = fold(pathOf(made.session))
    expect(view.turns.at(-1)?.items.map(({ type }) => type)).toEqual(['reply', 'cell', 'answer'])
    expect(view.turns.at(-1)?.items[0]).toMatchObject({ became: 1 })
  })

  it('lets the model say the final words', async () => {
    const made = codeAct([code('return 88/11'), final('It is 8.')], { reAct: true })
    await made.session.send('88 / 11?')
    expect(answers(made)).toEqual([['It is 8.', undefined]])
    expect(feedback(made)).toEqual(['CODE_RESULT: {"result":8}'])
  })

  it('reaches tools by name and by callTool, keeps nothing, and takes the result from its variable', async () => {
    const made = codeAct(
      [
        code(
          'const sums = await Promise.all([add({ a: 1, b: 2 }), callTool("add", { a: 3, b: 4 })])\nreturn sums',
        ),
        final('a'),
        code('return typeof sums'),
        final('b'),
        code('__codeact_result = String(1+2)'),
        final('c'),
      ],
      { reAct: true },
    )
    for (const text of ['one', 'two', 'three']) await made.session.send(text)
    expect(feedback(made)).toEqual([
      'CODE_RESULT: {"result":[3,7]}',
      'CODE_RESULT: {"result":"undefined"}',
      'CODE_RESULT: {"result":"3"}',
    ])
    const report = await replayFile(await made.session.exportFile())
    expect(report.branches.map(({ difference, cells }) => [difference, cells])).toEqual([[null, 3]])
  })

  it('ends with the error as published, and repairs it where that is chosen', async () => {
    const published = codeAct([code('return nope.x')])
    await published.session.send('go')
    expect(answers(published)).toEqual([[expect.stringMatching(/^CODE_ERROR: ReferenceError/), 'executor']])
    const repaired = codeAct([code('return nope.x'), code('return "mended"')], { selfRepair: true })
    await repaired.session.send('go')
    expect(answers(repaired)).toEqual([['mended', 'executor']])
    expect(feedback(repaired)[0]).toMatch(/^CODE_ERROR: .*nope.*\(line 1\)/)
  })

  it('turns code back when it was to end, without running it', async () => {
    const made = codeAct([code('return 1'), code('return 2'), final('One.')], { reAct: true })
    await made.session.send('go')
    expect(eventsOfType(made.session, 'cell-ended')).toHaveLength(1)
    expect(feedback(made)[1]).toMatch(/^FINALIZE_MODE/)
    expect(answers(made)).toEqual([['One.', undefined]])
  })

  it('sends a broken reply back and goes on', async () => {
    const made = codeAct([{ text: '{"type":"code","code":"return `a' }, code('return "a"')])
    await made.session.send('go')
    expect(answers(made)).toEqual([['a', 'executor']])
    expect(feedback(made)[0]).toContain('no valid JSON')
  })
})
