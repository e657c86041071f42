import { useEffect, useRef } from 'react'
import styles from './Editor.module.css'
import { runIntent } from './intents.ts'
import type { EditorPartProps } from './types.ts'

/** A text field that can do what a cell needs: shown until Monaco is there, and for good where it cannot be loaded. */
export function PlainEditor({
  value,
  onChange,
  onIntent,
  label,
  autoFocus,
  placeholder,
  caret,
}: EditorPartProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (autoFocus) field.current?.focus()
  }, [autoFocus])

  const remember = () => {
    const at = field.current
    if (!at) return
    caret.current = { start: at.selectionStart, end: at.selectionEnd, focused: document.activeElement === at }
  }

  return (
    <textarea
      ref={field}
      className={styles.plain}
      aria-label={label}
      value={value}
      placeholder={placeholder}
      rows={Math.min(30, Math.max(2, value.split('\n').length))}
      spellCheck={false}
      autoCapitalize="off"
      autoCorrect="off"
      onChange={(event) => onChange(event.target.value)}
      onSelect={remember}
      onFocus={remember}
      onBlur={remember}
      onKeyDown={(event) => {
        const intent = event.key === 'Escape' ? 'leave' : runIntent(event)
        if (!intent || event.nativeEvent.isComposing) return
        event.preventDefault()
        event.stopPropagation()
        onIntent(intent)
      }}
    />
  )
}
