import type { Kernel, KernelOptions, PortableSnapshot } from '../types.ts'
import { type Behaviour, matches, refusal, same } from './behaviour.ts'
import type { MakeKernel } from './cases.ts'
import { notCaptured, notRestored, texts } from './portable.ts'
import { caseTools } from './tools.ts'

/** Both ways in which a kernel's state is carried into a fresh one. */
const WAYS: [string, (from: Kernel, to: Kernel) => Promise<void>][] = [
  [
    'image',
    async (from, to) => to.restore(await to.importImage(await from.exportImage(await from.checkpoint()))),
  ],
  [
    'portable',
    async (from, to) => {
      await to.restorePortable(JSON.parse(JSON.stringify(await from.portableSnapshot())) as PortableSnapshot)
    },
  ],
]

/** Runs cells in one kernel, carries its state into another (which may have run some before), and looks there. */
function carried(options: {
  cells: string[]
  before?: string[]
  look: string[]
  sees: string[]
  ways?: string[]
  kernel?: KernelOptions
}): Behaviour['run'] {
  return async (make: MakeKernel) => {
    for (const [way, carry] of WAYS) {
      if (options.ways && !options.ways.includes(way)) continue
      const from = await make(options.kernel ?? {})
      await texts(from, options.cells)
      const to = await make(options.kernel ?? {})
      await texts(to, options.before ?? [])
      await carry(from, to)
      same(await texts(to, options.look), options.sees, way)
      await from.dispose()
      await to.dispose()
    }
  }
}

const names = async (kernel: Kernel): Promise<string[]> =>
  (await kernel.portableSnapshot()).values.map(({ name }) => name)

/** The bytes with one changed. */
const changed = (bytes: Uint8Array, at: number, value: number): Uint8Array =>
  Uint8Array.from(bytes, (byte, index) => (index === at ? value : byte))

/** Where a text stands in an image's header. */
const placeOf = (bytes: Uint8Array, text: string): number =>
  new TextDecoder('latin1').decode(bytes.subarray(0, 4096)).indexOf(text)

/** An image that was changed is refused, and the kernel that was asked stays as it is. */
function refusedImage(change: (bytes: Uint8Array) => Uint8Array, pattern: RegExp): Behaviour['run'] {
  return async (make) => {
    const from = await make({})
    await from.run('const x = 1')
    const bytes = await from.exportImage(await from.checkpoint())
    const to = await make({})
    const hash = await to.imageHash(await to.checkpoint())
    matches(await refusal(to.importImage(change(bytes))), pattern, 'image')
    same(await to.imageHash(await to.checkpoint()), hash, 'untouched')
    same((await to.run('typeof x')).text, 'undefined', 'untouched')
    await from.dispose()
    await to.dispose()
  }
}

/** What the snapshot suites of LangChain's quickjs-rs and Deep Agents hold, restated for this kernel. */
export const CONFORMANCE: Behaviour[] = [
  {
    name: 'conformance 1: a constant is there in a new kernel',
    run: carried({ cells: ['const test = 123'], look: ['test'], sees: ['123'] }),
  },
  {
    name: 'conformance 2: two names share one object',
    run: carried({
      cells: ['const a = { n: 1 }; const b = a'],
      look: ['a === b', 'a.n = 7; b.n'],
      sees: ['true', '7'],
    }),
  },
  {
    name: 'conformance 3: a closure goes on counting',
    run: carried({
      cells: ['let count = 0; const next = () => ++count', 'next()', 'next()'],
      look: ['next()', 'next()'],
      sees: ['3', '4'],
      ways: ['image'],
    }),
  },
  {
    name: 'conformance 4: a value that was there before is replaced',
    run: carried({ cells: ['var keep = 7'], before: ['var keep = 999'], look: ['keep'], sees: ['7'] }),
  },
  {
    name: 'conformance 5: another format version is refused',
    run: refusedImage((bytes) => changed(bytes, 8, 9), /format version 9/),
  },
  {
    name: 'conformance 6: another interpreter build is refused, untouched',
    run: refusedImage(
      (bytes) => changed(bytes, placeOf(bytes, 'quickjs-ng') + 9, 104),
      /another interpreter build \(quickjs-nh/,
    ),
  },
  {
    name: 'conformance 7: another magic number is refused',
    run: refusedImage((bytes) => changed(bytes, 0, 0), /magic/),
  },
  {
    name: 'conformance 8: an image that is cut off is refused',
    run: refusedImage((bytes) => bytes.slice(0, -1000), /cut off/),
  },
  {
    name: 'conformance 9: importing only checks; nothing is there before it is restored',
    run: async (make) => {
      const from = await make({})
      await from.run('const x = 1')
      const to = await make({})
      const place = await to.importImage(await from.exportImage(await from.checkpoint()))
      same(await texts(to, ['typeof x']), ['undefined'], 'imported')
      await to.restore(place)
      same(await texts(to, ['x']), ['1'], 'restored')
      await from.dispose()
      await to.dispose()
    },
  },
  {
    name: 'conformance 10: state made after waiting',
    run: carried({
      cells: ['const value = await Promise.resolve(42); const a = await Promise.resolve({}); const b = a'],
      look: ['[value, a === b]'],
      sees: ['[42, true]'],
    }),
  },
  {
    name: 'conformance 11: names bound around a top-level await',
    run: carried({
      cells: [
        "const s = 'hi'; await null",
        "const t = await Promise.resolve('ho')",
        "await null; const u = 'ha'",
        "let v = 'no'; v = await Promise.resolve('yes')",
      ],
      look: ['[s, t, u, v]'],
      sees: ['["hi", "ho", "ha", "yes"]'],
    }),
  },
  {
    name: 'conformance 12: a kernel that has imported modules can be carried',
    run: async (make) => {
      const kernel = {
        modules: { '@/skills/m': 'let n = 0; export const up = () => ++n; export const data = [1]' },
      }
      const cells = ['import { up, data } from "@/skills/m"', 'up()']
      await carried({ cells, look: ['[up(), data]'], sees: ['[2, [1]]'], ways: ['image'], kernel })(make)
      const sees = [`Error: ${notRestored('up', 'function')}`, '[1]']
      await carried({ cells, look: ['up()', 'data'], sees, ways: ['portable'], kernel })(make)
    },
  },
  {
    name: 'conformance 13: a snapshot asked for while a cell runs is taken at its end',
    run: async (make) => {
      const kernel = await make({ tools: caseTools(['slow']) })
      const running = kernel.run('let x = 1; await tools.slow({ ms: 20, value: 0 }); x = 2; "done"')
      const snapshot = kernel.portableSnapshot()
      same((await running).text, 'done', 'the cell')
      const x = (await snapshot).values.find(({ name }) => name === 'x')
      same(x && 'value' in x ? x.value : null, 2, 'the value')
      await kernel.dispose()
    },
  },
  {
    name: 'conformance 14: a portable snapshot is refused where a cell waits; the image is not',
    run: async (make) => {
      const kernel = await make({ tools: caseTools(['slow']) })
      const { checkpoints } = await kernel.run('await tools.slow({ ms: 1, value: 1 })')
      const [wait] = checkpoints
      if (!wait) throw new Error('no wait')
      matches(
        await refusal(kernel.portableSnapshot(wait)),
        /A cell waits for slow .*not a cell in its middle/,
        'refusal',
      )
      same((await kernel.exportImage(wait)).length > 0, true, 'image')
      await kernel.dispose()
    },
  },
  {
    name: 'conformance 16: every form of declaration is carried, in order',
    run: async (make) => {
      const kernel = await make({})
      await kernel.run(
        'var { a, b: c, ...rest } = { a: 1, b: 2, d: 3 }; let [x, , y = 3, ...z] = [1, 2, undefined, 4]; function f() {} class K {}',
      )
      const sorted = (await names(kernel)).sort()
      same(sorted, ['K', 'a', 'c', 'f', 'rest', 'x', 'y', 'z'], 'names')
      await kernel.dispose()
    },
  },
  {
    name: 'conformance 17: names stand once, by their first declaration; inner ones and broken cells add none',
    run: async (make) => {
      const kernel = await make({})
      await texts(kernel, [
        'let a = 1; let b = 2',
        'let b = 3; let c = 4; { let inner = 1 } (() => { const deeper = 2 })()',
        'let broken = ;',
        'let a = 5',
      ])
      same(await names(kernel), ['a', 'b', 'c'], 'names')
      await kernel.dispose()
    },
  },
  {
    name: 'conformance 18: a name that was never reached says so',
    run: async (make) => {
      const sees = [`Error: ${notCaptured('late')}`, '1', '[2, undefined]']
      for (const cell of [
        'const early = 1; throw new Error("x"); const late = 1; let plain',
        'const early = 1; await null; throw new Error("x"); const { late } = { late: 1 }; let plain',
      ]) {
        await carried({
          cells: [cell],
          look: ['late', 'early', 'const late = 2; [late, plain]'],
          sees,
          ways: ['portable'],
        })(make)
      }
      await carried({
        cells: ['throw new Error("x"); const late = 1', 'const late = undefined'],
        look: ['late'],
        sees: ['undefined'],
        ways: ['portable'],
      })(make)
    },
  },
  {
    name: 'conformance 19: a function is a tombstone',
    run: carried({
      cells: ['const fn = () => 1'],
      look: ['fn', 'fn()', 'typeof fn'],
      sees: Array<string>(3).fill(`Error: ${notRestored('fn', 'function')}`),
      ways: ['portable'],
    }),
  },
  {
    name: 'conformance 20, 21, 23: other versions and garbage are refused, values come back whole',
    run: async (make) => {
      await carried({
        cells: ['const value = { n: 7, items: [1, 2, 3] }'],
        look: ['value'],
        sees: ['{n: 7, items: [1, 2, 3]}'],
      })(make)
      const kernel = await make({})
      await kernel.run('const x = 1')
      const snapshot = await kernel.portableSnapshot()
      const garbage = new Uint8Array(64).map((_, at) => at * 7)
      matches(await refusal(kernel.importImage(garbage)), /ImageRefused/, 'image')
      const newer = { ...snapshot, version: 2 } as unknown as PortableSnapshot
      matches(await refusal(kernel.restorePortable(newer)), /version 2/, 'version')
      matches(await refusal(kernel.restorePortable('{"a":')), /not JSON/, 'garbage')
      same(await texts(kernel, ['x']), ['1'], 'untouched')
      await kernel.dispose()
    },
  },
  {
    name: 'conformance 22, 31: two turns, each in a kernel of its own',
    run: carried({
      cells: [
        'const counter = 10',
        'const hello = "hello"',
        'let n = 42',
        'const joined = hello + n; joined',
      ],
      look: ['counter + 1', 'joined'],
      sees: ['11', 'hello42'],
    }),
  },
  {
    name: 'conformance 24: an empty snapshot changes nothing',
    run: carried({ cells: [], before: ['const mine = 1'], look: ['mine'], sees: ['1'], ways: ['portable'] }),
  },
  {
    name: 'conformance 25: a snapshot over the limit is told, and the state stays',
    run: async (make) => {
      const kernel = await make({ limits: { snapshotBytes: 100 } })
      await kernel.run('const big = "x".repeat(500)')
      matches(await refusal(kernel.portableSnapshot()), /SnapshotTooLarge.*the limit is 100.*big/, 'refusal')
      same(await texts(kernel, ['big.length']), ['500'], 'state')
      await kernel.dispose()
    },
  },
  {
    name: 'conformance 29: a turn without persistence starts from the boot',
    run: async (make) => {
      const kernel = await make({})
      await kernel.run('const counter = 10')
      await kernel.reset()
      same(await texts(kernel, ['typeof counter']), ['undefined'], 'state')
      await kernel.dispose()
    },
  },
]
