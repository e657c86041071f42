import { number } from '../format.ts'

/** `312 B`, `26 KB`, `1.4 MB`: real bytes, a KB being 1,024 of them. */
export function byteWords(bytes: number): string {
  if (bytes < 1_024) return `${number(bytes)} B`
  if (bytes < 1_023.5 * 1_024) return `${number(Math.round(bytes / 1_024))} KB`
  return `${number(Math.round((bytes / 1_024 / 1_024) * 10) / 10)} MB`
}
