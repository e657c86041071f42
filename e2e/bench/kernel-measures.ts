import { QuickJS } from 'quickjs-wasi'
import { bootEngine } from '../../src/kernel/engine.ts'
import { deltaBetween } from '../../src/kernel/image/delta.ts'
import { imageHash } from '../../src/kernel/image/hash.ts'
import type { Image } from '../../src/kernel/image/image.ts'
import { Machine, type StepControl } from '../../src/kernel/machine.ts'
import { applyRecorded } from '../../src/kernel/recorded.ts'
import type { Kernel, KernelOptions, Step } from '../../src/kernel/types.ts'
import { median, type Row } from './bench.ts'

export interface Setting {
  make: (options: KernelOptions) => Promise<Kernel>
  /** The peer's compiled code. */
  peerWasm: WebAssembly.Module
  goals: { cellMs: number; sequentialMs: number; parallelMs: number }
}

export const CONTROL: StepControl = {
  interrupt: () => false,
  now: () => 0,
  onLine: () => undefined,
  onCall: () => undefined,
}
export const CONFIGURE: Extract<Step, { type: 'configure' }> = {
  type: 'configure',
  tools: [],
  dialect: 'tools',
  captureConsole: true,
  clock: 'none',
  seed: 1,
  modules: {},
  memoryBytes: 64 * 2 ** 20,
}

/** What a model's small cell does: keeps a name, makes some objects, gives a value. */
const smallCell = (index: number): string =>
  `const row${index % 20} = { id: ${index}, tags: ["a", "b"], score: ${index} * 1.5 }; log.push(row${index % 20}); log.length`

async function times(count: number, act: (index: number) => unknown): Promise<number> {
  const taken: number[] = []
  for (let index = 0; index < count; index += 1) {
    const startedAt = performance.now()
    await act(index)
    taken.push(performance.now() - startedAt)
  }
  return median(taken)
}

/** What one takes when a hundred are measured together: browsers' clocks are too coarse for less. */
async function short(act: () => void): Promise<number> {
  const hundred = await times(40, () => {
    for (let index = 0; index < 100; index += 1) act()
  })
  return hundred / 100
}

const ratio = (ours: number, theirs: number, whose: string): string =>
  `${whose} ${theirs < 0.1 ? theirs.toFixed(4) : theirs.toFixed(2)} ms: ${(ours / theirs).toPrecision(2)}×`

/** The figures of the kernel, each beside the bare engine and a peer in the same run. */
export async function kernelRows(setting: Setting): Promise<Row[]> {
  return [
    ...(await cellRows(setting)),
    ...(await callRows(setting)),
    ...(await imageRows(setting)),
    ...(await replayRows()),
  ]
}

async function cellRows({ make, peerWasm, goals }: Setting): Promise<Row[]> {
  const kernel = await make({})
  await times(100, () => kernel.run('1 + 1'))
  const ours = await times(400, () => kernel.run('1 + 1'))
  await kernel.dispose()
  const { context } = await bootEngine()
  const raw = await short(() => context.evalCode('1 + 1').unwrap().dispose())
  const peer = await QuickJS.create({ wasm: peerWasm })
  const theirs = await short(() => peer.evalCode('1 + 1').dispose())
  return [
    {
      what: 'cell 1 + 1, result back, median',
      value: ours,
      unit: 'ms',
      atMost: goals.cellMs,
      beside: `${ratio(ours, raw, 'bare engine')}; ${ratio(ours, theirs, 'quickjs-wasi')}`,
    },
  ]
}

async function callRows({ make, peerWasm, goals }: Setting): Promise<Row[]> {
  const run = async (source: string): Promise<number> => {
    const taken: number[] = []
    for (let round = 0; round < 5; round += 1) {
      const kernel = await make({
        tools: [{ name: 'echo', call: (input) => input }],
        limits: { toolCalls: 1_000 },
      })
      await kernel.run('await tools.echo(0)')
      const startedAt = performance.now()
      const { text } = await kernel.run(source)
      taken.push(performance.now() - startedAt)
      if (text !== '1000') throw new Error(`The calls came to ${text}`)
      await kernel.dispose()
    }
    return median(taken)
  }
  const sequential = await run('let n = 0; for (let i = 0; i < 1000; i++) n += await tools.echo(1); n')
  const parallel = await run(
    '(await Promise.all(Array.from({ length: 1000 }, (_, i) => tools.echo(i)))).length',
  )
  const theirs = await peerCalls(peerWasm)
  return [
    {
      what: '1,000 tool calls one after another',
      value: sequential,
      unit: 'ms',
      atMost: goals.sequentialMs,
      beside: ratio(sequential, theirs, 'quickjs-wasi'),
    },
    { what: '1,000 tool calls at once', value: parallel, unit: 'ms', atMost: goals.parallelMs },
  ]
}

/** The peer's promise from host code, settled in a later turn as a tool's answer is. */
async function peerCalls(wasm: WebAssembly.Module): Promise<number> {
  const vm = await QuickJS.create({ wasm })
  const echo = vm.newFunction('echo', (value) => {
    const copy = value?.toNumber() ?? 0
    const deferred = vm.newPromise()
    void Promise.resolve().then(() => {
      deferred.resolve(vm.newNumber(copy))
      vm.executePendingJobs()
    })
    return deferred.handle
  })
  vm.setProp(vm.global, 'echo', echo)
  return times(5, async () => {
    const promise = vm.evalCode(
      '(async () => { let n = 0; for (let i = 0; i < 1000; i++) n += await echo(1); return n })()',
    )
    vm.executePendingJobs()
    await vm.resolvePromise(promise)
  })
}

async function imageRows({ peerWasm }: Setting): Promise<Row[]> {
  const machine = await Machine.boot()
  machine.apply(CONFIGURE, CONTROL)
  machine.apply(
    {
      type: 'cell',
      name: 'first',
      source: 'const log: unknown[] = Array.from({ length: 3000 }, (_, id) => ({ id, name: "n" + id })); 0',
    },
    CONTROL,
  )
  let image = machine.capture().image
  const captures: number[] = []
  const stored: number[] = []
  let pages = 0
  const images: Image[] = []
  for (let index = 0; index < 60; index += 1) {
    machine.apply({ type: 'cell', name: `cell-${index}`, source: smallCell(index) }, CONTROL)
    const startedAt = performance.now()
    const capture = machine.capture(image)
    captures.push(performance.now() - startedAt)
    pages = Math.max(pages, capture.changed.length)
    stored.push(deltaBetween(image, capture.image).bytes.length / 1024)
    image = capture.image
    images.push(image)
  }
  const inPlace = await times(50, (index) => machine.restore(images[index % images.length] ?? image, []))
  const fresh = await times(15, async () => (await Machine.boot()).restore(image, []))
  const idle = await times(50, () => machine.capture(image))
  const peer = await QuickJS.create({ wasm: peerWasm })
  peer
    .evalCode('globalThis.log = Array.from({ length: 3000 }, (_, id) => ({ id, name: "n" + id }))')
    .dispose()
  const snapshot = await times(15, () => peer.snapshot())
  const taken = peer.snapshot()
  const restore = await times(15, async () => (await QuickJS.restore(taken, { wasm: peerWasm })).dispose())
  return [
    {
      what: 'image at the end of a small cell',
      value: median(captures),
      unit: 'ms',
      atMost: 2,
      beside: ratio(median(captures), snapshot, 'quickjs-wasi'),
    },
    { what: 'image when nothing changed', value: idle, unit: 'ms' },
    {
      what: 'stored for a small cell, median',
      value: median(stored),
      unit: 'KiB',
      atMost: 2,
      beside: `quickjs-wasi ${Math.round(QuickJS.serializeSnapshot(taken).length / 1024)} KiB whole`,
    },
    {
      what: 'stored for the worst of 60 small cells',
      value: Math.max(...stored),
      unit: 'KiB',
      beside: `at most ${pages} pages of 4 KiB changed`,
    },
    { what: 'restore in the live instance', value: inPlace, unit: 'ms', atMost: 5 },
    {
      what: 'restore in a fresh instance',
      value: fresh,
      unit: 'ms',
      atMost: 60,
      beside: ratio(fresh, restore, 'quickjs-wasi'),
    },
  ]
}

/** Recorded small cells, applied again; every image is compared. */
async function replayRows(): Promise<Row[]> {
  const count = 300
  const steps: Step[] = [CONFIGURE, { type: 'cell', name: 'first', source: 'const log: unknown[] = []; 0' }]
  for (let index = 0; index < count; index += 1)
    steps.push({ type: 'cell', name: `cell-${index}`, source: smallCell(index) })
  const play = async (): Promise<{ hashes: string[]; ms: number }> => {
    const machine = await Machine.boot()
    const hashes: string[] = []
    let image: Image | undefined
    const startedAt = performance.now()
    for (const step of steps) {
      applyRecorded(machine, step)
      image = machine.capture(image).image
      hashes.push(imageHash(image))
    }
    return { hashes, ms: performance.now() - startedAt }
  }
  const first = await play()
  const second = await play()
  const same = first.hashes.filter((hash, index) => hash === second.hashes[index]).length
  return [
    {
      what: 'replay of small cells, every image hashed',
      value: steps.length / (second.ms / 1_000),
      unit: 'cells/s',
      atLeast: 500,
      beside: `${same} of ${steps.length} images identical`,
    },
  ]
}
