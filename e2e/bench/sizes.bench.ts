import { deltaBetween } from '../../src/kernel/image/delta.ts'
import { Machine } from '../../src/kernel/machine.ts'
import { type Bench, median, type Row } from './bench.ts'
import { CONFIGURE, CONTROL } from './kernel-measures.ts'

const MIB = 2 ** 20
const HEAPS = [1, 16, 64]
const AFTER = [10, 100, 1_000]

/** What cells of a notebook do, one kind after the other. */
const KINDS: [string, (index: number) => string][] = [
  ['a sum', (index) => `${index} + 1`],
  ['a new name', (index) => `const name${index} = { id: ${index}, tags: ["a", "b"] }; name${index}.id`],
  ['a filter over rows', () => 'rows.filter((row) => row.score % 7 === 0).length'],
  ['a change of one row', (index) => `rows[${index}].score += 1; rows[${index}].score`],
  ['a function', (index) => `function f${index}(x: number) { return x * ${index} } f${index}(2)`],
  [
    'a map of a hundred',
    (index) => `const part${index} = rows.slice(0, 100).map((row) => row.score * 2); part${index}.length`,
  ],
  ['console lines', () => 'for (let i = 0; i < 5; i++) console.log("line", i, { i }); 0'],
]

/** Bytes that the images of a long run take, for heaps of several sizes. */
const sizes: Bench = async () => {
  const rows: Row[] = []
  for (const heap of HEAPS) rows.push(...(await sizesOf(heap)))
  return rows
}

async function sizesOf(heap: number): Promise<Row[]> {
  const machine = await Machine.boot()
  machine.apply({ ...CONFIGURE, memoryBytes: 512 * MIB }, CONTROL)
  machine.apply(
    {
      type: 'cell',
      name: 'rows',
      source: 'const rows = Array.from({ length: 2000 }, (_, id) => ({ id, score: id * 3 })); 0',
    },
    CONTROL,
  )
  const filler = `const filler = Array.from({ length: ${heap * 16} }, (_, i) => new Uint8Array(65000).fill(i % 251)); filler.length`
  machine.apply({ type: 'cell', name: 'filler', source: filler }, CONTROL)
  let image = machine.capture().image
  const stored: number[] = []
  const captures: number[] = []
  let worst = { bytes: 0, kind: '' }
  for (let index = 0; index < 1_000; index += 1) {
    const [kind, source] = KINDS[index % KINDS.length] ?? ['', () => '0']
    machine.apply({ type: 'cell', name: `cell-${index}`, source: source(index) }, CONTROL)
    const startedAt = performance.now()
    const capture = machine.capture(image)
    captures.push(performance.now() - startedAt)
    const { bytes } = deltaBetween(image, capture.image)
    image = capture.image
    stored.push(bytes.length)
    if (bytes.length > worst.bytes) worst = { bytes: bytes.length, kind: `cell ${index + 1}, ${kind}` }
  }
  const total = (count: number): string =>
    `${Math.round(stored.slice(0, count).reduce((sum, bytes) => sum + bytes, 0) / 1024)} KiB`
  return [
    {
      what: `${heap} MiB heap: stored for a cell, median`,
      value: median(stored) / 1024,
      unit: 'KiB',
      atMost: 2,
      beside: `after ${AFTER.map((count) => `${count} cells ${total(count)}`).join(', ')}`,
    },
    {
      what: `${heap} MiB heap: stored for the worst cell`,
      value: worst.bytes / 1024,
      unit: 'KiB',
      beside: worst.kind,
    },
    {
      what: `${heap} MiB heap: image after a cell, median`,
      value: median(captures),
      unit: 'ms',
      ...(heap <= 16 ? { atMost: 2 } : {}),
    },
  ]
}

export default sizes
