/** What the app says of a protocol. */
export interface ProtocolPage {
  /** Markdown: how it works, what it is good and bad at, what the published program does otherwise. */
  text: string
  machine: Machine
}

/** A state machine as it is drawn: boxes on a grid, and arrows between them. */
export interface Machine {
  states: readonly State[]
  arrows: readonly Arrow[]
}

export interface State {
  id: string
  title: string
  /** Place on the grid, from the left and from the top. */
  column: number
  row: number
  /** Nothing follows. */
  ends?: boolean
}

export interface Arrow {
  from: string
  to: string
  label: string
}
