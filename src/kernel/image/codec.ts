import { BUILD_ID } from '../build.ts'
import type { Checkpoint } from '../types.ts'
import { imageHash } from './hash.ts'
import {
  EMPTY_IMAGE,
  type Image,
  PAGE_BYTES,
  PAGE_WORDS,
  type Page,
  pageAt,
  pageCount,
  withPages,
} from './image.ts'
import { hashedPage, hashWords } from './scan.ts'

/**
 * An exported image: magic (8 bytes), format version and header length (32-bit little-endian), checksum of all
 * that follows (8 bytes), the header as JSON, the deflated pages. The header names the interpreter build, the
 * memory's size, the pages that are there, the hash of the content, and the image's place in the history.
 */
const MAGIC = 'BKSTIMG1'
const VERSION = 1
const AT = { version: 8, headLength: 12, checksum: 16, head: 24 } as const
/** No image is larger: the interpreter's memory cannot be. */
const MOST_BYTES = 2 ** 31

interface Header {
  engine: string
  end: number
  pages: number[]
  hash: string
  path: Checkpoint[]
}

export class ImageRefused extends Error {
  override name = 'ImageRefused'
}

export async function encodeImage(image: Image, path: Checkpoint[]): Promise<Uint8Array> {
  const pages: number[] = []
  for (let index = 0; index < pageCount(image); index += 1) if (pageAt(image, index)) pages.push(index)
  const body = new Int32Array(pages.length * PAGE_WORDS)
  pages.forEach((index, at) => {
    body.set(pageAt(image, index)?.words ?? [], at * PAGE_WORDS)
  })
  const header: Header = { engine: BUILD_ID, end: image.end, pages, hash: imageHash(image), path }
  const head = new TextEncoder().encode(JSON.stringify(header))
  const deflated = await pipe(new Uint8Array(body.buffer), new CompressionStream('deflate-raw'))
  const bytes = new Uint8Array(AT.head + head.length + deflated.length)
  const view = new DataView(bytes.buffer)
  bytes.set(new TextEncoder().encode(MAGIC))
  view.setUint32(AT.version, VERSION, true)
  view.setUint32(AT.headLength, head.length, true)
  bytes.set(head, AT.head)
  bytes.set(deflated, AT.head + head.length)
  bytes.set(checksum(bytes.subarray(AT.head)), AT.checksum)
  return bytes
}

/** Reads an exported image. Throws `ImageRefused` with the reason; nothing is touched then. */
export async function decodeImage(bytes: Uint8Array): Promise<{ image: Image; path: Checkpoint[] }> {
  if (new TextDecoder().decode(bytes.subarray(0, MAGIC.length)) !== MAGIC)
    throw new ImageRefused('This is not an image: its magic number is wrong')
  if (bytes.length < AT.head) throw new ImageRefused('The image is cut off inside its header')
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  const version = view.getUint32(AT.version, true)
  if (version !== VERSION)
    throw new ImageRefused(`The image has format version ${version}; this program reads version ${VERSION}`)
  const bodyAt = AT.head + view.getUint32(AT.headLength, true)
  if (bodyAt > bytes.length) throw new ImageRefused('The image is cut off inside its header')
  const header = parseHeader(bytes.subarray(AT.head, bodyAt))
  if (header.engine !== BUILD_ID) {
    throw new ImageRefused(
      `The image was made by another interpreter build (${String(header.engine)}); this one is ${BUILD_ID}`,
    )
  }
  if (checksum(bytes.subarray(AT.head)).some((byte, index) => byte !== bytes[AT.checksum + index]))
    throw new ImageRefused("The image's checksum is wrong: it was changed, damaged or cut off")
  checkShape(header)
  const raw = await pipe(bytes.subarray(bodyAt), new DecompressionStream('deflate-raw')).catch(
    (error: unknown) => {
      throw new ImageRefused(`The image's pages cannot be unpacked (${String(error)})`, { cause: error })
    },
  )
  if (raw.length !== header.pages.length * PAGE_BYTES)
    throw new ImageRefused('The image holds another number of pages than its header says')
  const words = new Int32Array(raw.slice().buffer)
  const pages = new Map<number, Page>(
    header.pages.map((index, at) => [index, hashedPage(words.slice(at * PAGE_WORDS, (at + 1) * PAGE_WORDS))]),
  )
  const image = withPages(EMPTY_IMAGE, header.end, pages)
  if (imageHash(image) !== header.hash)
    throw new ImageRefused("The image's content is not what its header says")
  return { image, path: header.path }
}

function parseHeader(bytes: Uint8Array): Header {
  try {
    const header: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    if (typeof header === 'object' && header !== null) return header as Header
  } catch (error) {
    throw new ImageRefused('The image has an unreadable header', { cause: error })
  }
  throw new ImageRefused('The image has an unreadable header')
}

/** A right checksum does not make a header sound: anybody can compute one. */
function checkShape(header: Header): void {
  const { end, pages, hash, path } = header
  const sound =
    Number.isInteger(end) && end > 0 && end < MOST_BYTES && Array.isArray(pages) && typeof hash === 'string'
  if (!sound) throw new ImageRefused('The image has a damaged header')
  let last = -1
  for (const index of pages) {
    if (!Number.isInteger(index) || index <= last || index >= Math.ceil(end / PAGE_BYTES))
      throw new ImageRefused("The image's pages lie outside its memory")
    last = index
  }
  let parent: string | null = null
  for (const checkpoint of Array.isArray(path) ? path : [null]) {
    if (!isCheckpoint(checkpoint) || checkpoint.parent !== parent)
      throw new ImageRefused("The image's place in the history is damaged")
    parent = checkpoint.id
  }
  if (parent === null) throw new ImageRefused('The image has no place in a history')
}

function isCheckpoint(value: unknown): value is Checkpoint {
  if (typeof value !== 'object' || value === null) return false
  const { id, parent, kind, opened, step } = value as Partial<Checkpoint>
  const placed = typeof id === 'string' && (parent === null || typeof parent === 'string')
  const kinds: unknown[] = ['boot', 'wait', 'end']
  return placed && kinds.includes(kind) && Array.isArray(opened) && typeof step?.type === 'string'
}

function checksum(bytes: Uint8Array): Uint8Array {
  const padded = new Uint8Array(Math.ceil((bytes.length + 4) / 4) * 4)
  padded.set(bytes)
  // The length tells a text from the same text with zeros behind it.
  new DataView(padded.buffer).setUint32(padded.length - 4, bytes.length, true)
  return new Uint8Array(Float64Array.of(hashWords(new Int32Array(padded.buffer))).buffer)
}

async function pipe(
  bytes: Uint8Array,
  through: CompressionStream | DecompressionStream,
): Promise<Uint8Array> {
  const stream = new Blob([bytes as BlobPart]).stream().pipeThrough(through)
  return new Uint8Array(await new Response(stream).arrayBuffer())
}
