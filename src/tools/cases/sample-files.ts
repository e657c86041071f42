import { readFile } from 'node:fs/promises'
import type { LoadSampleFile } from '../sample/load.ts'

/** Reads the sample data from the work tree, for tests and tools that run in Node. */
export const readSampleFile: LoadSampleFile = async (file) => {
  const place = new URL(`../../../public/data/${file}.json`, import.meta.url)
  return JSON.parse(await readFile(place, 'utf8')) as unknown
}
