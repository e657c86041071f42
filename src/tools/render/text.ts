/**
 * Makes foreign text safe inside a comment: it cannot end the comment, break the line, or close the Markdown fence
 * that the declarations stand in. Control and text-direction characters, which can make code look other than it
 * is, are dropped.
 */
export function commentText(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replace(HIDDEN, '')
    .replace(/\*\//g, '*\\/')
    .replace(/`{3,}/g, "'''")
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what this looks for
const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g

/** The same on one line, cut at `longest` characters. */
export function commentLine(text: string, longest = 1_000): string {
  const line = commentText(text).replace(/\s+/g, ' ').trim()
  return line.length <= longest ? line : `${line.slice(0, longest).replace(/\s*\S*$/, '')} …`
}

/** A JSDoc block, each line starting with `indent`; nothing for empty text. */
export function commentBlock(lines: readonly string[], indent: string): string {
  const [first, ...rest] = lines
  if (first === undefined) return ''
  if (rest.length === 0) return `${indent}/** ${first} */\n`
  const body = lines.map((line) => `${indent} *${line === '' ? '' : ` ${line}`}\n`).join('')
  return `${indent}/**\n${body}${indent} */\n`
}

/** A string literal that is one in TypeScript as well as in JSON, and stays inside a Markdown fence. */
export function quote(text: string): string {
  return JSON.stringify(text)
    .replace(/[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g, escapeCharacter)
    .replace(/`{3,}/g, (fence) => fence.replaceAll('`', '\\u0060'))
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
