/** A case of a closed union that no branch handles. */
export function assertNever(value: never): never {
  throw new Error(`Unhandled: ${JSON.stringify(value)}`)
}
