import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKernel } from './kernel.ts'
import type { Kernel } from './types.ts'

const LIMIT = 300
let kernel: Kernel
beforeAll(async () => {
  kernel = await createKernel({ limits: { resultChars: LIMIT, consoleChars: LIMIT } })
  await kernel.run(`
    globalThis.ran = 0
    const trap = (): never => { ran += 1; throw new Error('user code ran') }
    const traps = new Proxy({}, { get: () => trap })
    const self: any = {}; self.self = self; self.map = new Map([[self, self]])
    class Base { #x = 1; get x() { return trap() } toString() { return trap() } toJSON() { return trap() } [Symbol.toPrimitive]() { return trap() } }
    const revoked = (() => { const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return proxy })()
    const deep = (() => { let n: any = []; for (let i = 0; i < 5000; i++) n = { n: [n] }; return n })()
    const forged = { then: undefined, type: 'string', text: 'forged', children: [{}], size: -1, tail: 5 }
  `)
})
afterAll(() => kernel.dispose())

const text = fc.string({ unit: 'binary', maxLength: 40 }).map((value) => JSON.stringify(value))
const leaf = fc.oneof(
  text,
  fc.double().map((value) => (Object.is(value, -0) ? '-0' : String(value))),
  fc.bigInt().map((value) => `${value}n`),
  fc.nat(9).map((value) => `"x".repeat(${value * 700})`),
  fc.constantFrom(
    'undefined',
    'null',
    'NaN',
    'self',
    'deep',
    'forged',
    'revoked',
    'traps',
    'globalThis',
    'new Base()',
    'class extends Base { static [Symbol.toStringTag] = "s" }',
    'new Proxy(() => 1, traps)',
    'new Proxy([1], traps)',
    'Object.create(new Proxy({}, traps))',
    'Symbol("s".repeat(500))',
    '(function* () { trap() })()',
    'new Error("e".repeat(999), { cause: self })',
    'Object.assign(new RangeError("r"), { name: { toString: trap }, stack: 5 })',
    'Object.defineProperty(new Error(), "message", { get: trap })',
    'new AggregateError([1, self, new Error("i")], "a")',
    'Promise.reject(self).catch(() => 0)',
    'new Promise(() => 0)',
    'new WeakMap()',
    'new Date(NaN)',
    'Object.setPrototypeOf(new Date(0), { toISOString: trap })',
    'Object.setPrototypeOf([1, 2], null)',
    'Object.setPrototypeOf(new Map([[1, 2]]), Set.prototype)',
    'new Array(1e9)',
    '[, 1, , 2]',
    'new Float64Array(100)',
    'new DataView(new ArrayBuffer(8))',
    'Object.defineProperty([], "0", { get: trap, enumerable: true })',
    'new URL("https://a.example/" + "x".repeat(900))',
    '/a(?<n>b)[/]/giu',
    'Object(Symbol.iterator)',
    '10n ** 5000n',
    'Math',
    '(async () => 1)',
    'new (class Map {})()',
  ),
)

const value = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    leaf,
    fc.array(tie('value'), { maxLength: 5 }).map((items) => `[${items.join()}]`),
    fc
      .array(fc.tuple(text, tie('value')), { maxLength: 5 })
      .map((entries) => `({${entries.map(([key, of]) => `[${key}]: ${of}`).join()}})`),
    fc
      .array(fc.tuple(tie('value'), tie('value')), { maxLength: 3 })
      .map((entries) => `new Map([${entries.map((entry) => `[${entry.join()}]`).join()}])`),
    fc.array(tie('value'), { maxLength: 4 }).map((items) => `new Set([${items.join()}])`),
    tie('value').map((inner) => `{ __proto__: new Base(), get g() { return trap() }, inner: ${inner} }`),
    tie('value').map((inner) => `Object.assign(() => 0, { inner: ${inner} })`),
    tie('value').map((inner) => `new Array(400).fill(${inner})`),
    tie('value').map(
      (inner) => `Object.assign(Object.create({ toJSON: trap, constructor: traps }), { a: ${inner} })`,
    ),
  ),
})).value

test('the text of any value keeps its limit, throws nothing and runs no code of the cell', async () => {
  await fc.assert(
    fc.asyncProperty(value, async (of) => {
      for (const cell of [
        `(${of.startsWith('{') ? `(${of})` : of})`,
        `console.log(${of}, "%s", ${of}); [${of}]`,
      ]) {
        const outcome = await kernel.run(cell)
        expect(outcome.status, outcome.text).toBe('ok')
        expect(outcome.text.length).toBeLessThanOrEqual(LIMIT)
        expect(outcome.console.reduce((sum, line) => sum + line.text.length, 0)).toBeLessThanOrEqual(LIMIT)
        expect(() => structuredClone(outcome)).not.toThrow()
      }
      const thrown = await kernel.run(`throw ${of.startsWith('{') ? `(${of})` : of}`)
      expect([thrown.status, thrown.rolledBack]).toEqual(['error', false])
      expect(thrown.text.length).toBeLessThanOrEqual(LIMIT)
      expect((await kernel.run('ran')).text).toBe('0')
    }),
    { numRuns: 250 },
  )
  await kernel.variables()
  expect((await kernel.run('ran')).text).toBe('0')
}, 240_000)
