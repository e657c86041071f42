import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createKernel } from '../kernel.ts'
import type { PortableSnapshot } from '../types.ts'
import { parsePortable } from './parse.ts'
import { SnapshotRefused } from './refused.ts'

const text = fc.string({ unit: 'binary', maxLength: 12 }).map((value) => JSON.stringify(value))
const number = fc
  .oneof(fc.double(), fc.integer(), fc.constantFrom(Number.NaN, -0, Number.NEGATIVE_INFINITY))
  .map((value) => (Object.is(value, -0) ? '-0' : String(value)))

const leaf = fc.oneof(
  number,
  text,
  fc.bigInt().map((value) => `${value}n`),
  fc.constantFrom('undefined', 'null', 'true', 'Symbol.iterator', 'Symbol.for("s")', 'Symbol()', 'Math'),
  fc.constantFrom('/a+/gu', '/[/]\\n/', 'new Date(NaN)', 'new Number(1)', 'Object(1n)', 'new String("ü")'),
  fc.integer().map((value) => `new Date(${value})`),
  fc.array(fc.integer(), { maxLength: 5 }).map((items) => `new Int16Array([${items.join()}])`),
  fc
    .array(fc.double({ noNaN: true }), { maxLength: 3 })
    .map((items) => `new Float64Array([${items.join()}])`),
  fc.constantFrom('new Uint8Array(shared, 1, 2)', 'shared', 'new ArrayBuffer(0)'),
  fc.nat(7).map((index) => `pool[${index}]`),
)

const value = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    leaf,
    fc.array(tie('value'), { maxLength: 4 }).map((items) => `[${items.join()}]`),
    fc
      .array(fc.tuple(text, tie('value')), { maxLength: 4 })
      .map((entries) => `{${entries.map(([key, of]) => `[${key}]: ${of}`).join()}}`),
    fc
      .array(fc.tuple(tie('value'), tie('value')), { maxLength: 3 })
      .map((entries) => `new Map([${entries.map((entry) => `[${entry.join()}]`).join()}])`),
    fc.array(tie('value'), { maxLength: 3 }).map((items) => `new Set([${items.join()}])`),
    tie('value').map((inner) => `Object.assign(Object.create(null), { [Symbol("k")]: ${inner} })`),
    tie('value').map((inner) => `Object.freeze({ inner: ${inner} })`),
    tie('value').map((inner) => `Object.seal([${inner}])`),
  ),
})).value

/** Eight values that may hold each other, also in circles. */
const program = fc
  .tuple(
    fc.array(value, { minLength: 8, maxLength: 8 }),
    fc.array(fc.tuple(fc.nat(7), fc.nat(7)), { maxLength: 3 }),
  )
  .map(
    ([values, links]) =>
      `const shared = new ArrayBuffer(4); const pool = []\n` +
      values.map((of, index) => `pool.push(${of}); const v${index} = pool[${index}]`).join('\n') +
      links.map(([from, to]) => `\ntry { pool[${from}].link = pool[${to}] } catch {}`).join(''),
  )

const SAME =
  '[...pool, shared].map((a) => [...pool, shared].map((b) => Object.is(a, b) ? 1 : 0).join("")).join()'

test('values come back as they were, and are taken again as they were', async () => {
  const [from, to] = await Promise.all([createKernel(), createKernel()])
  const [boot, empty] = [await from.checkpoint(), await to.checkpoint()]
  let kept = 0
  await fc.assert(
    fc.asyncProperty(program, async (cell) => {
      await Promise.all([from.restore(boot), to.restore(empty)])
      const made = await from.run(`${cell}\n0`)
      expect(made.text).toBe('0')
      const snapshot = await from.portableSnapshot()
      await to.restorePortable(JSON.stringify(snapshot))
      // Links on arrays and the like are extra properties, which are lost.
      const whole = snapshot.values.every(({ status }) => status === 'kept')
      if (whole) {
        kept += 1
        expect((await to.run('pool')).value).toEqual((await from.run('pool')).value)
        expect(await to.portableSnapshot()).toEqual(snapshot)
      } else {
        const again = await to.portableSnapshot()
        expect(again.objects).toEqual(snapshot.objects)
      }
      expect((await to.run(SAME)).text).toBe((await from.run(SAME)).text)
    }),
    { numRuns: 60 },
  )
  expect(kept).toBeGreaterThan(10)
  await Promise.all([from.dispose(), to.dispose()])
}, 120_000)

/** Every place in a snapshot, as a path of keys. */
function placesIn(data: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof data !== 'object' || data === null) return [path]
  return [path, ...Object.entries(data).flatMap(([key, inner]) => placesIn(inner, [...path, key]))]
}

function changed(data: unknown, [key, ...rest]: (string | number)[], to: unknown): unknown {
  if (key === undefined) return to
  const copy: Record<string, unknown> = Array.isArray(data)
    ? ([...(data as unknown[])] as never)
    : { ...(data as object) }
  copy[key] = changed(copy[key], rest, to)
  return copy
}

test('a snapshot that was changed is refused or taken, and never breaks the kernel', async () => {
  const kernel = await createKernel()
  await kernel.run(
    'const o = { a: 1, [Symbol("k")]: [1, , 2n] }; const m = new Map([[o, new Set([o])]]); const u = new Uint16Array([1, 2]); const d = new Date(5), r = /x/g; const b = Object(1), n = NaN; const f = () => 1; const i = Symbol.iterator, p = Object.freeze(Object.create(null)), z = Math; o.self = o',
  )
  const snapshot = await kernel.portableSnapshot()
  const places = placesIn(snapshot)
  const odd = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom(-1, 1.5, 1e9, Number.NaN, null, [], {}, 'typed-array', 'buffer', 'symbol', 'object', {
      ref: 0,
    }),
    fc.record({ ref: fc.nat(20) }),
    fc.constantFrom({ is: 'NaN' }, { bigint: '0x' }, { bigint: '-5' }, { type: 'boxed', value: null }),
  )
  const mutation = fc
    .tuple(fc.nat(places.length - 1), odd)
    .map(([place, to]) => changed(snapshot, places[place] ?? [], to))
  fc.assert(
    fc.property(mutation, (data) => {
      try {
        const taken = parsePortable(data)
        // As text: JSON has no -0.
        const text = JSON.stringify(taken)
        expect(JSON.stringify(parsePortable(text))).toBe(text)
      } catch (error) {
        expect(error).toBeInstanceOf(SnapshotRefused)
      }
    }),
    { numRuns: 3_000 },
  )
  const here = await kernel.checkpoint()
  await fc.assert(
    fc.asyncProperty(mutation, async (data) => {
      const restored = await kernel.restorePortable(data as PortableSnapshot).catch((error: unknown) => {
        expect(error).toBeInstanceOf(SnapshotRefused)
        return null
      })
      expect((await kernel.run('1 + 1')).text).toBe('2')
      if (!restored) expect((await kernel.run('o.self === o')).text).toBe('true')
      await kernel.restore(here)
    }),
    { numRuns: 100 },
  )
  await kernel.dispose()
}, 120_000)
