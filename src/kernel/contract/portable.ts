import type { Kernel, PortableNameReport, PortableReport } from '../types.ts'
import { type Behaviour, matches, present, same } from './behaviour.ts'
import { caseTools } from './tools.ts'

export const notRestored = (name: string, type: string): string =>
  `Value for '${name}' was not restored because it is not serializable (type: ${type}). Hint: this value is unavailable after snapshot restore.`
export const notCaptured = (name: string): string =>
  `Value for '${name}' was not captured because the identifier was not resolvable after turn execution.`

export async function texts(kernel: Kernel, cells: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const cell of cells) {
    const outcome = await kernel.run(cell)
    found.push(outcome.error ? `${outcome.error.name}: ${outcome.error.message}` : outcome.text)
  }
  return found
}

export const named = (report: PortableReport, name: string): PortableNameReport =>
  present(
    report.names.find((entry) => entry.name === name),
    name,
  )

const VALUES =
  'const primitives = [1, "x", "ü😀\\ud800", true, null, undefined, NaN, -0, -Infinity, 10n, -(2n ** 200n)]\n' +
  'const shared = { n: 1 }, holder: any = { shared }, list = [shared]; holder.self = holder\n' +
  'const map = new Map<any, any>([["k", shared], [shared, new Set([1, shared])]])\n' +
  'const date = new Date(86400000), never = new Date(NaN), re = /a+(b)/giu; re.lastIndex = 3\n' +
  'const bytes = new Uint8Array([1, 2, 3, 4]), words = new Uint16Array(bytes.buffer, 2, 1), big = new BigInt64Array([-5n]), raw = bytes.buffer\n' +
  'const local = Symbol("mine"), known = Symbol.iterator, registered = Symbol.for("app"), keyed = { [local]: 1, [known]: 2, [registered]: 3 }\n' +
  'const boxed = [new Number(4), new String("hey"), new Boolean(false), Object(5n)], bare = Object.assign(Object.create(null), { a: local })\n' +
  'const closed = [Object.freeze({ a: 1 }), Object.seal([1]), Object.preventExtensions(new Map())]; const maths = Math\n' +
  'const odd = { "a b": 1, ["__proto__"]: 2, 7: "seven" }'

const LOOKS: [string, string][] = [
  [
    'primitives',
    '[1, "x", "ü😀\\ud800", true, null, undefined, NaN, -0, -Infinity, 10n, -1606938044258990275541962092341162602522202993782792835301376n]',
  ],
  ['holder.shared === list[0] && list[0] === shared && holder.self === holder', 'true'],
  ['map.get("k") === shared && map.get(shared).has(shared) && map.size', '2'],
  ['[date, never, re, re.lastIndex]', '[Date(1970-01-02T00:00:00.000Z), Date(Invalid Date), /a+(b)/giu, 3]'],
  [
    '[bytes, words, big, raw.byteLength, words.buffer === raw, raw === bytes.buffer]',
    '[Uint8Array(4) [1, 2, 3, 4], Uint16Array(1) [1027], BigInt64Array(1) [-5n], 4, true, true]',
  ],
  [
    '[local, known === Symbol.iterator, registered === Symbol.for("app"), keyed[local], keyed[Symbol.iterator], keyed[registered]]',
    '[Symbol(mine), true, true, 1, 2, 3]',
  ],
  [
    '[boxed.map((b) => [typeof b, b.valueOf()]), Object.getPrototypeOf(bare), bare.a === local]',
    '[[["object", 4], ["object", "hey"], ["object", false], ["object", 5n]], null, true]',
  ],
  [
    '[Object.isFrozen(closed[0]), Object.isSealed(closed[1]), Object.isExtensible(closed[2]), maths === Math]',
    '[true, true, false, true]',
  ],
  [
    'JSON.stringify(odd) + Object.getPrototypeOf(odd).constructor.name',
    '{"7":"seven","a b":1,"__proto__":2}Object',
  ],
]

export const PORTABLE_BEHAVIOURS: Behaviour[] = [
  {
    name: 'carries every kind of value to another kernel, cycles and shared references included',
    run: async (make) => {
      const from = await make({})
      same((await from.run(`${VALUES}; 0`)).text, '0', 'made')
      const snapshot = await from.portableSnapshot()
      same([snapshot.type, snapshot.version], ['backstep-portable', 1], 'head')
      const bad = (await from.portableReport()).names.filter(({ status }) => status !== 'kept')
      same(bad, [], 'all kept')
      const to = await make({})
      await to.restorePortable(JSON.stringify(snapshot))
      for (const [look, text] of LOOKS) {
        same((await from.run(look)).text, text, `before: ${look}`)
        same((await to.run(look)).text, text, `after: ${look}`)
      }
      const again = await to.portableSnapshot()
      const own = again.values.filter(({ name }) => snapshot.values.some((entry) => entry.name === name))
      same(own.length, snapshot.values.length, 'the same names')
      await from.dispose()
      await to.dispose()
    },
  },
  {
    name: 'leaves a tombstone for what cannot be carried, which throws when used and can be replaced',
    run: async (make) => {
      const from = await make({ tools: caseTools(['echo']) })
      await from.run(
        'const fn = () => 1; class C {}; const later = Promise.resolve(1); const proxy = new Proxy({}, {}); const error = new RangeError("x"); function* make() { yield 1 }; const gen = make(); const iter = [1].values()',
      )
      await from.run(
        'const deep = { rows: [1, { handlers: new Map([["click", () => 2]]) }] }; const getter = { get now() { globalThis.ran = true; return 1 } }; const list = [1, fn]; const weak = new WeakMap(); const ref = new WeakRef(deep); const view = new DataView(new ArrayBuffer(1)); const args = (function () { return arguments })(); const sym = Object(Symbol("s")); const all = globalThis; const sparse: number[] = []; sparse[5_000_000] = 1; const call = tools.echo; const kept = 1',
      )
      const names: [string, string, RegExp][] = [
        ['fn', 'function', /^a function$/],
        ['C', 'function', /^a class$/],
        ['later', 'object', /^a promise$/],
        ['proxy', 'object', /^a proxy$/],
        ['error', 'object', /^an error$/],
        ['make', 'function', /^a function$/],
        ['gen', 'object', /^a generator$/],
        ['iter', 'object', /^an iterator$/],
        ['deep', 'object', /^a function at \.rows\[1\]\.handlers\.get\("click"\)$/],
        ['getter', 'object', /^an accessor at \.now$/],
        ['list', 'array', /^a function at \[1\]$/],
        ['weak', 'object', /^a weak map$/],
        ['ref', 'object', /^a weak reference$/],
        ['view', 'object', /^a data view$/],
        ['args', 'object', /^an arguments object$/],
        ['sym', 'object', /^a boxed symbol$/],
        ['all', 'object', /^a built-in object$/],
        ['sparse', 'array', /^a sparse array/],
        ['call', 'function', /^a function$/],
      ]
      const snapshot = await from.portableSnapshot()
      const to = await make({})
      const report = await to.restorePortable(snapshot)
      for (const [name, type, reason] of names) {
        const entry = named(report, name)
        same([entry.status, entry.type, entry.error], ['tombstone', type, notRestored(name, type)], name)
        matches(entry.notes[0] ?? '', reason, name)
        same(
          await texts(to, [`${name}`, `typeof ${name}`]),
          Array(2).fill(`Error: ${notRestored(name, type)}`),
          name,
        )
      }
      same((await to.run('[kept, typeof ran]')).text, '[1, "undefined"]', 'no getter ran')
      const shown = (await to.variables()).find(({ name }) => name === 'fn')
      same(shown?.value, { type: 'tombstone', text: notRestored('fn', 'function') }, 'among the variables')
      same(
        await texts(to, [
          'var fn = () => 5; fn()',
          'function make() { return 6 }; make()',
          'class C { z = 1 }; new C()',
          'let list = [1]; list',
          'gen = 7; gen',
          'const { proxy, error } = { proxy: 1, error: 2 }; [proxy, error]',
          'deep',
        ]),
        ['5', '6', 'C {z: 1}', '[1]', '7', '[1, 2]', `Error: ${notRestored('deep', 'object')}`],
        'replaced',
      )
      const second = await to.portableReport()
      same(
        [named(second, 'deep').notes, named(second, 'gen').status],
        [named(report, 'deep').notes, 'kept'],
        'carried on',
      )
      await from.dispose()
      await to.dispose()
    },
  },
  {
    name: 'tells what changed on the way, and where',
    run: async (make) => {
      const kernel = await make({})
      await kernel.run(
        'class P { #secret = 1; x = 2; get y() { return 3 } } class M extends Map {} const p = new P(); const m = new M([[1, 2]]); const holes = [1, , 3]; const extra = Object.assign([1], { note: "n" }); const hidden = Object.defineProperty({ a: 1 }, "h", { value: 2 }); const nested = { list: [new P(), holes] }; const fixed = Object.defineProperty({}, "f", { value: 1, enumerable: true }); const when = Object.assign(new Date(0), { zone: "x" }); const maths = Object.assign(Math, { tau: 6.28 })',
      )
      const report = await kernel.portableReport()
      const changes = Object.fromEntries(
        report.names.filter(({ status }) => status === 'changed').map(({ name, notes }) => [name, notes]),
      )
      same(
        changes,
        {
          p: ['an instance of P became a plain object, without methods and private fields'],
          m: ['an instance of M became a plain Map'],
          holes: ['1 hole made undefined'],
          extra: ['1 extra property dropped'],
          hidden: ['1 hidden property dropped'],
          nested: [
            '.list[0]: an instance of P became a plain object, without methods and private fields',
            '.list[1]: 1 hole made undefined',
          ],
          fixed: ['1 fixed property made ordinary'],
          when: ['1 extra property dropped'],
          maths: ['1 extra property dropped'],
        },
        'changes',
      )
      const to = await make({})
      await to.restorePortable(await kernel.portableSnapshot())
      same(
        await texts(to, [
          'p',
          'm',
          'holes',
          'extra',
          'hidden',
          'nested.list[1] === holes',
          'fixed.f = 2; fixed',
        ]),
        ['{x: 2}', 'Map(1) {1 => 2}', '[1, undefined, 3]', '[1]', '{a: 1}', 'true', '{f: 2}'],
        'values',
      )
      await kernel.dispose()
      await to.dispose()
    },
  },
]
