/** The texts that using a name throws: those of the original, word for word. */
export const notRestored = (name: string, type: string): string =>
  `Value for '${name}' was not restored because it is not serializable (type: ${type}). Hint: this value is unavailable after snapshot restore.`

export const notCaptured = (name: string): string =>
  `Value for '${name}' was not captured because the identifier was not resolvable after turn execution.`

/** `function` → `a function`. */
export const withArticle = (kind: string): string => `${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind}`
