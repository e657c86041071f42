/** Something else runs: one thing at a time. */
export class SessionBusy extends Error {
  override name = 'SessionBusy'
  constructor() {
    super('Something is still running. Stop it first, or wait until it is done.')
  }
}

/** The action cannot be done here and now; the message says why and what to do. */
export class Refused extends Error {
  override name = 'Refused'
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

export function assertNever(value: never): never {
  throw new Error(`Unexpected value ${JSON.stringify(value)}`)
}
