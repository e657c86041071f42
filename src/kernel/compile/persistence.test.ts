import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Bench, withBench } from './engine.testing.ts'

const NAMES = ['alpha', 'beta', 'gamma'] as const
type Name = (typeof NAMES)[number]

/** All ways to declare a name with a number behind it. */
const DECLARATIONS: Record<string, (name: Name, value: number) => string> = {
  let: (name, value) => `let ${name}: number = ${value}`,
  const: (name, value) => `const ${name} = ${value} as const`,
  var: (name, value) => `var ${name} = ${value}`,
  'var in a block': (name, value) => `if (true) { for (;;) { var ${name} = ${value}; break } }`,
  'let, then set': (name, value) => `let ${name}: number | undefined\n${name} = ${value}`,
  object: (name, value) => `const { x: ${name}, ...rest } = { x: ${value}, y: 0 }`,
  shorthand: (name, value) => `let { ${name} = ${value} }: { ${name}?: number } = {}`,
  array: (name, value) => `let [, ${name}] = [0, ${value}]`,
  class: (name, value) => `class ${name} { static v: number = ${value} }`,
  'abstract class': (name, value) => `abstract class ${name}<T> { static v = ${value}; abstract m(): T }`,
  function: (name, value) => `function ${name}(): number { return ${value} }`,
  'async arrow': (name, value) => `const ${name} = () => ${value}`,
  enum: (name, value) => `enum ${name} { V = ${value} }`,
  'const enum': (name, value) => `const enum ${name} { U = 1, V = ${value} }`,
  namespace: (name, value) => `namespace ${name} { export let V = ${value} }`,
  exported: (name, value) => `export const ${name} = ${value}`,
  awaited: (name, value) => `const ${name} = await Promise.resolve(${value})`,
  'from a loop': (name, value) => `let ${name} = 0; for (let i = 0; i < ${value}; i++) ${name}++`,
}

/** Reads the number behind a name, however it was declared. */
const READ = `globalThis.numberOf = (x) =>
  typeof x === 'function' ? ('v' in x ? x.v : x()) : typeof x === 'object' ? x.V : x`

type Step =
  | {
      type: 'declare'
      kind: string
      name: Name
      value: number
      ending: 'plain' | 'return' | 'throw before' | 'throw after'
    }
  | { type: 'assign'; name: Name; value: number }
  | { type: 'capture'; name: Name }
  | { type: 'assign to a constant'; name: Name; value: number }
  | { type: 'set through a closure'; name: Name; value: number }

const name = fc.constantFrom(...NAMES)
const value = fc.integer({ min: 0, max: 9 })
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    type: fc.constant('declare' as const),
    kind: fc.constantFrom(...Object.keys(DECLARATIONS)),
    name,
    value,
    ending: fc.constantFrom(
      'plain' as const,
      'plain' as const,
      'return' as const,
      'throw before' as const,
      'throw after' as const,
    ),
  }),
  fc.record({ type: fc.constant('assign' as const), name, value }),
  fc.record({ type: fc.constant('capture' as const), name }),
  fc.record({ type: fc.constant('assign to a constant' as const), name, value }),
  fc.record({ type: fc.constant('set through a closure' as const), name, value }),
)

function cellOf(step: Step): string {
  switch (step.type) {
    case 'declare': {
      const text = DECLARATIONS[step.kind]?.(step.name, step.value) ?? ''
      if (step.ending === 'return') return `${text}\nif (true) return 'left'\nthrow new Error('went on')`
      if (step.ending === 'throw before') return `throw new Error('early')\n${text}`
      return step.ending === 'throw after' ? `${text}\nthrow new Error('late')` : text
    }
    case 'assign':
      return `${step.name} = ${step.value}`
    case 'capture':
      return `const read_${step.name} = () => numberOf(${step.name}), write_${step.name} = (x: number) => { ${step.name} = x }`
    case 'assign to a constant':
      return `const ${step.name} = ${step.value}\n${step.name} = -1`
    case 'set through a closure':
      return `write_${step.name}(${step.value})`
  }
}

/** What a single program with live bindings would hold. */
class Model {
  readonly values = new Map<Name, number | undefined>()
  readonly captured = new Set<Name>()

  apply(step: Step): void {
    switch (step.type) {
      case 'declare':
        if (step.ending !== 'throw before') this.values.set(step.name, step.value)
        // A function is there before its cell runs; every other name is at least declared.
        else if (step.kind === 'function') this.values.set(step.name, step.value)
        else if (!this.values.has(step.name)) this.values.set(step.name, undefined)
        return
      case 'assign':
        if (this.values.has(step.name)) this.values.set(step.name, step.value)
        return
      case 'capture':
        this.captured.add(step.name)
        return
      case 'assign to a constant':
        this.values.set(step.name, step.value)
        return
      case 'set through a closure':
        if (this.captured.has(step.name) && this.values.has(step.name)) this.values.set(step.name, step.value)
        return
    }
  }
}

function check(bench: Bench, steps: readonly Step[]): void {
  bench.run(READ)
  const model = new Model()
  for (const step of steps) {
    const ran = bench.run(cellOf(step))
    model.apply(step)
    if (step.type === 'assign to a constant') expect(ran.error?.name).toBe('TypeError')
    if (step.type === 'declare' && step.ending === 'plain') expect(ran.error).toBeNull()
    if (step.type === 'declare' && step.ending === 'return') expect(ran.value).toBe('left')
    for (const name of NAMES) {
      const expected = model.values.get(name) ?? 'none'
      const read = `typeof ${name} === 'undefined' ? 'none' : `
      expect(bench.run(`${read}numberOf(${name})`).value).toBe(expected)
      if (model.captured.has(name) && model.values.has(name))
        expect(bench.run(`${read}read_${name}()`).value).toBe(expected)
    }
  }
}

describe('names', () => {
  it('behave over many cells as in one program with live bindings', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 10 }), (steps) =>
        withBench((bench) => check(bench, steps)),
      ),
      { numRuns: Number(process.env.RUNS ?? 60) },
    )
  }, 60_000)
})
