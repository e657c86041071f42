/** What a person asks of the cell while its editor has the focus. */
export type EditorIntent =
  /** Run, and go to the next cell. */
  | 'run-next'
  /** Run, and stay. */
  | 'run'
  /** Run, and write a new cell below. */
  | 'run-insert'
  /** Give the focus back to the cell. */
  | 'leave'

export interface EditorProps {
  value: string
  onChange: (value: string) => void
  onIntent: (intent: EditorIntent) => void
  /** Says which cell is edited and how to leave. */
  label: string
  autoFocus: boolean
  placeholder?: string
  /** TypeScript that completion knows besides the language. */
  declarations?: string
}

/** Where the caret was, so that it stays when Monaco takes the plain field's place. Offsets into the text. */
export interface Caret {
  start: number
  end: number
  focused: boolean
}

export interface EditorPartProps extends EditorProps {
  caret: { current: Caret }
}
