import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withBench } from './engine.testing.ts'
import { lineStarts, type Position, positionAt } from './frame.ts'
import { compileCell, decodeMap, encodeMap } from './index.ts'
import { plant, programs, WRAPPINGS } from './programs.testing.ts'

const placeOf = (source: string, text: string): Position =>
  positionAt(lineStarts(source), source.indexOf(text))

const RUNS = Number(process.env.RUNS ?? 100)

describe('positions of run-time errors', () => {
  it('are those of the text as given: a thrown error', async () => {
    await fc.assert(
      fc.asyncProperty(programs, fc.nat(), fc.constantFrom(...WRAPPINGS), async (template, choice, wrap) => {
        const program = plant(template, choice, {
          statement: 'throw new Error("planted")',
          expression: '(() => { throw new Error("planted") })()',
        })
        if (program === null) return
        const source = wrap(program)
        const { error, at } = await withBench((bench) => bench.run(source))
        expect(error?.message).toBe('planted')
        expect(at).toEqual(placeOf(source, 'Error("planted'))
      }),
      { numRuns: RUNS },
    )
  }, 60_000)

  it('name the line of a property that is read from null', async () => {
    await fc.assert(
      fc.asyncProperty(programs, fc.nat(), fc.constantFrom(...WRAPPINGS), async (template, choice, wrap) => {
        const program = plant(template, choice, {
          statement: 'nothing.planted',
          expression: 'nothing.planted',
        })
        if (program === null) return
        const source = wrap(program)
        const { error, at } = await withBench((bench) => {
          bench.run('let nothing = null')
          return bench.run(source)
        })
        expect(error?.message).toContain("'planted'")
        const place = placeOf(source, 'nothing.planted')
        expect(at?.line).toBe(place.line)
        expect(at?.column).toBeLessThanOrEqual(place.column)
      }),
      { numRuns: RUNS },
    )
  }, 60_000)
})

describe('positions of syntax errors', () => {
  it('are those of the text as given', () => {
    fc.assert(
      fc.property(programs, fc.nat(), fc.constantFrom(...WRAPPINGS), (template, choice, wrap) => {
        const program = plant(template, choice, { statement: '1 + ¤', expression: '(1 + ¤)' })
        if (program === null) return
        const source = wrap(program)
        const result = compileCell(source, { modules: [] })
        expect(result.ok).toBe(false)
        if (result.ok) return
        const { kind, name, message, line, column, frame } = result.error
        expect({ kind, name, message }).toEqual({
          kind: 'syntax',
          name: 'SyntaxError',
          message: "Unexpected character '¤'.",
        })
        expect({ line, column }).toEqual(placeOf(source, '¤'))
        expect(frame).toContain('^')
      }),
      { numRuns: RUNS },
    )
  }, 60_000)
})

describe('position maps', () => {
  it('survive being written as text', () => {
    const segment = fc.record({
      line: fc.integer({ min: 1, max: 5000 }),
      column: fc.integer({ min: 1, max: 5000 }),
      toLine: fc.integer({ min: 1, max: 5000 }),
      toColumn: fc.integer({ min: 1, max: 5000 }),
      fixed: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(segment), (list) => {
        const segments = list.sort((a, b) => a.line - b.line || a.column - b.column)
        expect(decodeMap(encodeMap({ segments }))).toEqual({ segments })
      }),
    )
  }, 60_000)

  it('refuse text that is none', () => {
    expect(() => decodeMap('AA A')).toThrow(SyntaxError)
    expect(() => decodeMap('AAA')).toThrow(/cut short/)
    expect(() => decodeMap('AAAg')).toThrow(/cut short/)
  })
})
