import type { Page } from '@playwright/test'

/** One line of the table. */
export interface Row {
  what: string
  /** In `unit`. */
  value: number
  unit: string
  /** What is to be reached, in `unit`; absent where there is no goal. */
  atMost?: number
  atLeast?: number
  /** What it is compared with, and how that came out in the same run. */
  beside?: string
}

/** What `npm run bench` lends to a bench. */
export interface Host {
  /** A page of the built app or of `e2e/pages`, in a fresh Chromium profile. */
  open: (path: string) => Promise<Page>
}

/** What a file `e2e/bench/NAME.bench.ts` exports as its default. It runs in Node, through Vite, like a unit test. */
export type Bench = (host: Host) => Promise<Row[]>

/** Middle of the sorted values; of an even number, the lower one of the two. */
export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN
}
