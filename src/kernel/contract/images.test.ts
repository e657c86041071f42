import { readFile, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { createKernel } from '../kernel.ts'
import { hashesOf } from './known.ts'

const FILE = new URL('../cases/images.json', import.meta.url)

/**
 * The hashes change with every change of the guest's own code or of the engine: that is what they are for. Run
 * with `UPDATE_IMAGES=1` to write them anew, and let the browser tests hold them against Chromium.
 */
test('images are those that are known', async () => {
  const hashes = await hashesOf(createKernel)
  if (process.env.UPDATE_IMAGES) await writeFile(FILE, `${JSON.stringify(hashes, null, 2)}\n`)
  expect(hashes).toEqual(JSON.parse(await readFile(FILE, 'utf8')))
}, 30_000)
