/** What a key press needs to know of the element that has the focus; a DOM element is one. */
export interface KeyTarget {
  tagName: string
  isContentEditable?: boolean
  closest: (selector: string) => unknown
  getAttribute: (name: string) => string | null
}

/** Roles that have keys of their own: letters choose, arrows move, Enter acts. */
const OWN_KEYS =
  '[role="slider"],[role="tree"],[role="tablist"],[role="menu"],[role="listbox"],[role="separator"],[role="dialog"],dialog'

/** Kinds of `<input>` that take no text: letters mean nothing to them. */
const WITHOUT_TEXT = ['range', 'checkbox', 'radio', 'button', 'submit', 'reset', 'image', 'color', 'file']

/** Single keys never act here: letters are written, or choose. */
export function isField(target: KeyTarget): boolean {
  if (target.isContentEditable) return true
  if (['TEXTAREA', 'SELECT'].includes(target.tagName)) return true
  if (target.tagName === 'INPUT' && !WITHOUT_TEXT.includes(target.getAttribute('type') ?? 'text')) return true
  return target.closest('.monaco-editor, [role="dialog"], dialog') !== null
}

/** Arrows and Enter belong to the element, not to the notebook. */
export function hasOwnKeys(target: KeyTarget): boolean {
  if (isField(target) || target.closest(OWN_KEYS) !== null) return true
  return ['BUTTON', 'A', 'SUMMARY', 'INPUT'].includes(target.tagName)
}

/** The command mode: a cell itself has the focus, or nothing has. */
export function isCommandMode(target: KeyTarget): boolean {
  return target.tagName === 'BODY' || target.getAttribute('data-key') !== null
}
