/** A portable snapshot cannot be taken or used; the message says why. Nothing was touched. */
export class SnapshotRefused extends Error {
  override name = 'SnapshotRefused'
}
