import { ENGINE_ID } from '../engine.ts'
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

/**
 * An exported image: magic, a 32-bit little-endian header length, the header as JSON, then the deflated pages.
 * The header names the format version, the interpreter build, the memory's size, the pages that are there, a
 * checksum over the content and the image's place in the history.
 */
const MAGIC = 'BKSTIMG1'
const VERSION = 1
/** No image is larger: the interpreter's memory cannot be. */
const MOST_BYTES = 2 ** 31

interface Header {
  version: number
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
    body.set(pageAt(image, index) ?? [], at * PAGE_WORDS)
  })
  const header: Header = {
    version: VERSION,
    engine: ENGINE_ID,
    end: image.end,
    pages,
    hash: imageHash(image),
    path,
  }
  const head = new TextEncoder().encode(JSON.stringify(header))
  const deflated = await pipe(new Uint8Array(body.buffer), new CompressionStream('deflate-raw'))
  const bytes = new Uint8Array(MAGIC.length + 4 + head.length + deflated.length)
  bytes.set(new TextEncoder().encode(MAGIC))
  new DataView(bytes.buffer).setUint32(MAGIC.length, head.length, true)
  bytes.set(head, MAGIC.length + 4)
  bytes.set(deflated, MAGIC.length + 4 + head.length)
  return bytes
}

/** Reads an exported image. Throws `ImageRefused` with the reason; nothing is touched then. */
export async function decodeImage(bytes: Uint8Array): Promise<{ image: Image; path: Checkpoint[] }> {
  const start = MAGIC.length + 4
  if (bytes.length < start) throw new ImageRefused('The image is cut off: it is shorter than its header')
  if (new TextDecoder().decode(bytes.subarray(0, MAGIC.length)) !== MAGIC)
    throw new ImageRefused('This is not an image: its magic number is wrong')
  const headLength = new DataView(bytes.buffer, bytes.byteOffset).getUint32(MAGIC.length, true)
  if (headLength > bytes.length - start) throw new ImageRefused('The image is cut off inside its header')
  const header = parseHeader(bytes.subarray(start, start + headLength))
  const raw = await pipe(bytes.subarray(start + headLength), new DecompressionStream('deflate-raw')).catch(
    (error: unknown) => {
      throw new ImageRefused(`The image's pages cannot be unpacked (${String(error)})`, { cause: error })
    },
  )
  if (raw.length !== header.pages.length * PAGE_BYTES)
    throw new ImageRefused('The image holds another number of pages than its header says')
  const words = new Int32Array(raw.slice().buffer)
  const pages = new Map<number, Page>(
    header.pages.map((index, at) => [index, words.slice(at * PAGE_WORDS, (at + 1) * PAGE_WORDS)]),
  )
  const image = withPages(EMPTY_IMAGE, header.end, pages)
  if (imageHash(image) !== header.hash)
    throw new ImageRefused("The image's checksum is wrong: it was changed or damaged")
  return { image, path: header.path }
}

function parseHeader(bytes: Uint8Array): Header {
  let header: Header
  try {
    header = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as Header
  } catch (error) {
    throw new ImageRefused('The image has an unreadable header', { cause: error })
  }
  if (header?.version !== VERSION)
    throw new ImageRefused(
      `The image has format version ${String(header?.version)}; this program reads version ${VERSION}`,
    )
  if (header.engine !== ENGINE_ID)
    throw new ImageRefused(
      `The image was made by another interpreter build (${String(header.engine)}); this one is ${ENGINE_ID}`,
    )
  const sound =
    Number.isInteger(header.end) &&
    header.end > 0 &&
    header.end < MOST_BYTES &&
    Array.isArray(header.pages) &&
    Array.isArray(header.path) &&
    typeof header.hash === 'string'
  if (!sound) throw new ImageRefused('The image has a damaged header')
  const most = Math.ceil(header.end / PAGE_BYTES)
  let last = -1
  for (const index of header.pages) {
    if (!Number.isInteger(index) || index <= last || index >= most)
      throw new ImageRefused("The image's pages lie outside its memory")
    last = index
  }
  return header
}

async function pipe(
  bytes: Uint8Array,
  through: CompressionStream | DecompressionStream,
): Promise<Uint8Array> {
  const stream = new Blob([bytes as BlobPart])
    .stream()
    .pipeThrough(through as ReadableWritablePair<Uint8Array, Uint8Array>)
  return new Uint8Array(await new Response(stream).arrayBuffer())
}
