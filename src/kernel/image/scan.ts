import { PAGE_BYTES, type Page } from './image.ts'

/**
 * Hashing a page is what a capture does most: 4,096 times for 16 MiB, 1.8 ms in WebAssembly, many times that in
 * JavaScript. `scan.wat` is the source: four lanes of multiply and rotate over 64-bit words, 53 bits as a number.
 * It finds changes and proves sameness; it does not resist somebody who builds collisions, and has not to: a guest
 * that made two pages collide would only spoil the image of its own heap.
 */
const CODE =
  'AGFzbQEAAAABBwFgAn9/AXwCCAEBZQFtAgABAwIBAAcFAQFoAAAKmgIBlwICAX8EfiAAIAFqIQJC05GMrYjR2p8kIQNCxObBm+DF4owTIQRC0OP8zKKEzoSkfyEFQonZueKO076XCCEGA0AgAyAAKQMAhUKV+Kn6l7fem55/fkIdiSEDIAQgACkDCIVClfip+pe33puef35CHYkhBCAFIAApAxCFQpX4qfqXt96bnn9+Qh2JIQUgBiAAKQMYhUKV+Kn6l7fem55/fkIdiSEGIABBIGoiACACSQ0ACyADIARCEYl8IAVCH4kgBkIviXyFQrnLk+fR7ZGsv39+IQMgBCAGQheJfCADQiWJIAV8hULro8SZsbeS6JR/fiEEIAMgBCAEQiCIhYVClfip+pe33puef34hAyADIANCHYiFQguIugs='

type HashFunction = (at: number, bytes: number) => number

let module: WebAssembly.Module | undefined

/** Hashes of what stands in a memory: `(address, bytes)`, `bytes` a multiple of 32. */
export function memoryHasher(memory: WebAssembly.Memory): HashFunction {
  module ??= new WebAssembly.Module(Uint8Array.from(atob(CODE), (character) => character.charCodeAt(0)))
  return new WebAssembly.Instance(module, { e: { m: memory } }).exports.h as HashFunction
}

const scratch = new WebAssembly.Memory({ initial: 1 })
const hashScratch = memoryHasher(scratch)

/** The hash that a page would have in an interpreter's memory. */
export function hashWords(words: Int32Array): number {
  const room = new Int32Array(scratch.buffer)
  let hash = 0
  // Longer texts go through the room piece by piece, each piece ending in the hash so far.
  for (let at = 0; at === 0 || at < words.length; at += PIECE_WORDS) {
    const piece = words.subarray(at, at + PIECE_WORDS)
    const padded = Math.ceil((piece.length * 4) / 32) * 32
    room.fill(0, 0, padded / 4 + 8)
    room.set(piece)
    if (at > 0) new DataView(scratch.buffer).setFloat64(padded, hash, true)
    hash = hashScratch(0, at > 0 ? padded + 32 : Math.max(padded, 32))
  }
  return hash
}
const PIECE_WORDS = 8_192

export const ZERO_HASH = hashWords(new Int32Array(PAGE_BYTES / 4))

export const hashedPage = (words: Int32Array): Page => ({ words, hash: hashWords(words) })
