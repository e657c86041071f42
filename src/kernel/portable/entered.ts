import type { Entered } from './enter.ts'
import { SnapshotRefused } from './refused.ts'
import { portableReport } from './report.ts'
import type { PortableReport, PortableSnapshot } from './types.ts'

/** The report of a restore. Throws `SnapshotRefused` when the interpreter took nothing. */
export function enteredReport(snapshot: PortableSnapshot, answer: string | undefined): PortableReport {
  const { refused, ghosts } = JSON.parse(answer ?? '') as Entered
  if (refused.length > 0) {
    throw new SnapshotRefused(
      `The portable snapshot cannot be used here: ${refused.join(', ')} cannot be given a value in this interpreter. Restore it into a fresh one.`,
    )
  }
  const report = portableReport(snapshot)
  const names = report.names.map((name) =>
    ghosts.includes(name.name)
      ? {
          ...name,
          notes: [
            ...name.notes,
            'the name was declared here before: it holds a value that throws when it is used',
          ],
        }
      : name,
  )
  return { ...report, names }
}

/** What a failure of the interpreter means to who asked for the restore. */
export function restoreRefused(error: unknown): SnapshotRefused {
  if (error instanceof SnapshotRefused) return error
  const reason = error instanceof Error ? error.message : String(error)
  return new SnapshotRefused(
    `The portable snapshot cannot be used here: ${reason}. The interpreter was put back to its state before.`,
    { cause: error },
  )
}
