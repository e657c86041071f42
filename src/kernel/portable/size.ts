import { portableReport } from './report.ts'
import type { PortableSnapshot } from './types.ts'

/** Largest values that an error names. */
const NAMED = 3

class SnapshotTooLarge extends Error {
  override name = 'SnapshotTooLarge'
  constructor(
    readonly bytes: number,
    readonly limit: number,
    largest: readonly { name: string; bytes: number }[],
  ) {
    const list = largest.map(({ name, bytes: own }) => `${name} (${own} bytes)`).join(', ')
    super(
      `The portable snapshot takes ${bytes} bytes; the limit is ${limit}. Largest: ${list}. Clear what is no longer needed, or raise limits.snapshotBytes. Nothing was saved.`,
    )
  }
}

/** Throws `SnapshotTooLarge`. */
export function checkSize(snapshot: PortableSnapshot, limit: number): PortableSnapshot {
  const { bytes, names } = portableReport(snapshot)
  if (bytes <= limit) return snapshot
  throw new SnapshotTooLarge(bytes, limit, [...names].sort((a, b) => b.bytes - a.bytes).slice(0, NAMED))
}
