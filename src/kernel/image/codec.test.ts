import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createKernel } from '../kernel.ts'
import type { Kernel } from '../types.ts'
import { decodeImage, ImageRefused } from './codec.ts'

async function exported(): Promise<{ kernel: Kernel; bytes: Uint8Array; hash: string }> {
  const kernel = await createKernel({})
  await kernel.run('const kept = [1, { a: "x" }]; const f = () => kept.length')
  const place = await kernel.checkpoint()
  return { kernel, bytes: await kernel.exportImage(place), hash: await kernel.imageHash(place) }
}

const changedAt = (bytes: Uint8Array, at: number, value: number): Uint8Array => {
  const copy = bytes.slice()
  copy[at] = value
  return copy
}

const { bytes, hash } = await exported()

describe('an exported image', () => {
  test('comes back as it was', async () => {
    const other = await createKernel({})
    const place = await other.importImage(bytes)
    expect(await other.imageHash(place)).toBe(hash)
    await other.restore(place)
    expect((await other.run('f() + kept[1].a')).text).toBe('2x')
  })

  test.each<[string, Uint8Array, RegExp]>([
    ['nothing', new Uint8Array(), /magic/],
    ['other bytes', new TextEncoder().encode('{"type":"backstep"}'), /magic/],
    ['magic', changedAt(bytes, 0, 0), /magic/],
    ['version', changedAt(bytes, 8, 9), /format version 9/],
    ['header length', changedAt(bytes, 14, 255), /cut off/],
    ['checksum', changedAt(bytes, 16, (bytes[16] ?? 0) ^ 1), /checksum/],
    ['engine', replaced(bytes, 'quickjs-ng-0.12.1', 'quickjs-ng-0.12.2'), /another interpreter build/],
    ['guest', replaced(bytes, '/guest-', '/guesu-'), /another interpreter build/],
    ['place', replaced(bytes, '"kind":"boot"', '"kind":"b00t"'), /checksum/],
    ['the end', bytes.slice(0, -5), /checksum/],
    ['more at the end', joined(bytes, Uint8Array.of(0)), /checksum/],
    ['half of it', bytes.slice(0, bytes.length / 2), /checksum|cut off/],
  ])('is refused when %s is wrong', async (_what, damaged, reason) => {
    await expect(decodeImage(damaged)).rejects.toThrow(reason)
    await expect(decodeImage(damaged)).rejects.toBeInstanceOf(ImageRefused)
  })

  test('is refused after any of 10,000 mutations, and the kernel goes on as it was', async () => {
    const kernel = await createKernel({})
    await kernel.run('let safe = 1')
    const before = await kernel.imageHash(await kernel.checkpoint())
    const mutation = fc.oneof(
      fc.tuple(fc.constant('set' as const), fc.nat({ max: bytes.length - 1 }), fc.nat({ max: 255 })),
      fc.tuple(fc.constant('cut' as const), fc.nat({ max: bytes.length - 1 }), fc.nat({ max: 64 })),
      fc.tuple(fc.constant('insert' as const), fc.nat({ max: 400 }), fc.nat({ max: 255 })),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(mutation, { minLength: 1, maxLength: 3 }), async (mutations) => {
        let damaged: Uint8Array = bytes.slice()
        for (const [kind, at, value] of mutations) {
          if (kind === 'set') damaged[at % damaged.length] = value
          else if (kind === 'cut') damaged = joined(damaged.subarray(0, at), damaged.subarray(at + value + 1))
          else damaged = joined(damaged.subarray(0, at), Uint8Array.of(value), damaged.subarray(at))
        }
        if (Buffer.compare(damaged, bytes) === 0) return
        await expect(kernel.importImage(damaged)).rejects.toBeInstanceOf(ImageRefused)
      }),
      { numRuns: 10_000 },
    )
    expect(await kernel.imageHash(await kernel.checkpoint())).toBe(before)
    expect((await kernel.run('safe')).text).toBe('1')
  }, 120_000)
})

const joined = (...parts: Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(parts))

/** The same bytes with a text inside replaced by one of the same length. */
function replaced(bytes: Uint8Array, from: string, to: string): Uint8Array {
  const at = Buffer.from(bytes).indexOf(from)
  const copy = bytes.slice()
  copy.set(new TextEncoder().encode(to), at)
  return copy
}
