import { useEffect, useEffectEvent, useRef } from 'react'
import styles from './Editor.module.css'
import { runIntent } from './intents.ts'
import { monaco, setDeclarations } from './monaco.ts'
import type { EditorPartProps } from './types.ts'

/** Escape closes what is open in the editor first; only then does it leave the cell. */
const NOTHING_OPEN = [
  'suggestWidgetVisible',
  'findWidgetVisible',
  'parameterHintsVisible',
  'renameInputVisible',
  'inSnippetMode',
  'editorHasMultipleSelections',
  'markersNavigationVisible',
  'referenceSearchVisible',
  'editorHoverFocused',
]
  .map((key) => `!${key}`)
  .join(' && ')

const MIN_LINES = 2
const LINE_HEIGHT = 20
const PADDING = 10

export default function MonacoEditor({
  value,
  onChange,
  onIntent,
  label,
  autoFocus,
  placeholder,
  declarations = '',
  caret,
}: EditorPartProps) {
  const place = useRef<HTMLDivElement>(null)
  const editor = useRef<monaco.editor.IStandaloneCodeEditor>(null)
  const changed = useEffectEvent(onChange)
  const intended = useEffectEvent(onIntent)
  const start = useEffectEvent((element: HTMLElement) => create(element, value, label, placeholder))
  const firstCaret = useEffectEvent(() => ({ ...caret.current, focus: autoFocus || caret.current.focused }))

  useEffect(() => {
    const element = place.current
    if (!element) return
    const made = start(element)
    editor.current = made
    const resize = () => {
      const lines = MIN_LINES * LINE_HEIGHT + 2 * PADDING
      element.style.height = `${Math.max(lines, made.getContentHeight())}px`
    }
    resize()
    made.onDidContentSizeChange(resize)
    made.onDidChangeModelContent(() => changed(made.getValue()))
    made.onKeyDown((event) => {
      const intent = runIntent(event.browserEvent)
      if (!intent || event.browserEvent.isComposing) return
      event.preventDefault()
      event.stopPropagation()
      intended(intent)
    })
    made.addAction({
      id: 'backstep.leave',
      label: 'Leave the editor',
      keybindings: [monaco.KeyCode.Escape],
      keybindingContext: NOTHING_OPEN,
      run: () => intended('leave'),
    })
    const at = firstCaret()
    const model = made.getModel()
    if (model) {
      made.setSelection(
        monaco.Range.fromPositions(model.getPositionAt(at.start), model.getPositionAt(at.end)),
      )
    }
    if (at.focus) made.focus()
    return () => {
      editor.current = null
      // Its text goes with it: ended before the editor, the text would be ended twice.
      made.dispose()
    }
  }, [])

  useEffect(() => {
    const made = editor.current
    if (made && made.getValue() !== value) made.setValue(value)
  }, [value])

  useEffect(() => setDeclarations(declarations), [declarations])

  return <div ref={place} className={styles.monaco} />
}

function create(element: HTMLElement, value: string, label: string, placeholder: string | undefined) {
  return monaco.editor.create(element, {
    value,
    language: 'typescript',
    ariaLabel: label,
    ...(placeholder === undefined ? {} : { placeholder }),
    automaticLayout: true,
    bracketPairColorization: { enabled: false },
    contextmenu: true,
    fixedOverflowWidgets: true,
    folding: false,
    fontFamily: getComputedStyle(document.documentElement).getPropertyValue('--mono'),
    fontSize: 12.5,
    glyphMargin: false,
    hideCursorInOverviewRuler: true,
    lineDecorationsWidth: 6,
    lineHeight: LINE_HEIGHT,
    lineNumbersMinChars: 3,
    minimap: { enabled: false },
    overviewRulerBorder: false,
    overviewRulerLanes: 0,
    padding: { top: PADDING, bottom: PADDING },
    renderLineHighlight: 'none',
    scrollBeyondLastLine: false,
    scrollbar: { alwaysConsumeMouseWheel: false, vertical: 'hidden' },
    tabSize: 2,
    theme: 'backstep',
    wordWrap: 'on',
  })
}
