import type { Engine } from '../engine.ts'
import { type Image, PAGE_BYTES, PAGE_WORDS, type Page, pageAt, pageCount, withPages } from './image.ts'
import { memoryHasher, ZERO_HASH } from './scan.ts'

/**
 * Where this build of the interpreter keeps things. Data stands at the bottom, then the stack (growing down from
 * `STACK_TOP`), then the allocator's memory up to the break, whose value stands at `BREAK_ADDRESS`.
 * `checkLayout` holds these against the first instance of a thread.
 */
const BREAK_ADDRESS = 96_576
const STACK_LOW_PAGE = 25

export interface Capture {
  image: Image
  /** Indexes of the pages that differ from the previous image. */
  changed: number[]
}

/** Copies what differs from `previous`. Call only while no engine call is under way. */
export function captureHeap(engine: Engine, previous: Image): Capture {
  clearStack(engine)
  const memory = new Int32Array(engine.memory.buffer)
  const end = memory[BREAK_ADDRESS / 4] ?? 0
  const pages = Math.max(Math.ceil(end / PAGE_BYTES), pageCount(previous))
  const hashAt = hasherOf(engine)
  const changed = new Map<number, Page | undefined>()
  for (let index = 0; index < pages; index += 1) {
    if (index === STACK_LOW_PAGE) index = stackTopPage(engine)
    const hash = hashAt(index * PAGE_BYTES, PAGE_BYTES)
    if (hash === (pageAt(previous, index)?.hash ?? ZERO_HASH)) continue
    const words = memory.slice(index * PAGE_WORDS, (index + 1) * PAGE_WORDS)
    changed.set(index, hash === ZERO_HASH ? undefined : { words, hash })
  }
  return { image: withPages(previous, end, changed), changed: [...changed.keys()] }
}

const hashers = new WeakMap<Engine, ReturnType<typeof memoryHasher>>()

function hasherOf(engine: Engine): ReturnType<typeof memoryHasher> {
  const known = hashers.get(engine)
  if (known) return known
  const made = memoryHasher(engine.memory)
  hashers.set(engine, made)
  return made
}

/** Overwrites the interpreter with an image. */
export function restoreHeap(engine: Engine, image: Image): void {
  engine.grow(image.end)
  clearStack(engine)
  const memory = new Int32Array(engine.memory.buffer)
  const used = Math.ceil((memory[BREAK_ADDRESS / 4] ?? 0) / PAGE_BYTES)
  const pages = Math.max(used, pageCount(image))
  for (let index = 0; index < pages; index += 1) {
    if (index === STACK_LOW_PAGE) index = stackTopPage(engine)
    const page = pageAt(image, index)
    if (page) memory.set(page.words, index * PAGE_WORDS)
    else memory.fill(0, index * PAGE_WORDS, (index + 1) * PAGE_WORDS)
  }
}

let checked = false

/** Throws when the build's memory is not laid out as this file says. */
export function checkLayout(engine: Engine): void {
  if (checked) return
  const memory = new Int32Array(engine.memory.buffer)
  const end = memory[BREAK_ADDRESS / 4] ?? 0
  const sound =
    end % 16 === 0 &&
    end > engine.stackTop &&
    end <= memory.byteLength &&
    engine.stackTop > STACK_LOW_PAGE * PAGE_BYTES
  const beyond = sound && memory.subarray(Math.ceil(end / 4)).every((word) => word === 0)
  if (!sound || !beyond)
    throw new Error('This build of the interpreter lays out its memory in an unknown way')
  checked = true
}

/** Bytes that the allocator has taken from the memory so far. */
export function heapBytes(engine: Engine): number {
  return (new Int32Array(engine.memory.buffer)[BREAK_ADDRESS / 4] ?? 0) - engine.stackTop
}

/** What ended calls left on the stack means nothing; cleared, it neither makes pages differ nor takes room. */
function clearStack(engine: Engine): void {
  const bytes = new Uint8Array(engine.memory.buffer)
  bytes.fill(0, Math.max(engine.stackTop - CLEARED_STACK, (STACK_LOW_PAGE + 1) * PAGE_BYTES), engine.stackTop)
}
/** More than the deepest guest stack (128 KiB) plus what C code may add. */
const CLEARED_STACK = 1 << 19

const stackTopPage = (engine: Engine): number => Math.floor(engine.stackTop / PAGE_BYTES)
