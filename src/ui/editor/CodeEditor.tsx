import { lazy, Suspense, useRef } from 'react'
import { PlainEditor } from './PlainEditor.tsx'
import type { Caret, EditorProps } from './types.ts'

/** Loaded when the first cell is edited. Where that fails, the plain field does the work. */
const MonacoEditor = lazy(() =>
  import('./MonacoEditor.tsx').catch((error: unknown) => {
    console.error('The code editor could not be loaded; a plain field takes its place.', error)
    return { default: PlainEditor }
  }),
)

/** The live editor of the one cell that is being written. */
export function CodeEditor(props: EditorProps) {
  const caret = useRef<Caret>({ start: props.value.length, end: props.value.length, focused: false })
  return (
    <Suspense fallback={<PlainEditor {...props} caret={caret} />}>
      <MonacoEditor {...props} caret={caret} />
    </Suspense>
  )
}
