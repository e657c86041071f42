/** A failure that the user can cure: its message says what happened, where, and what to do, and is all that is shown. */
export class Trouble extends Error {
  /** @override */
  name = 'Trouble'
}
