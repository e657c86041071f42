import { blanked } from './edits.ts'

/** What is left of a text when only its code blocks count; everything else is spaces, so positions stay. */
export interface Unfenced {
  text: string
  blocks: number
  /** Some text stood outside the blocks. */
  prose: boolean
  unclosed: boolean
  /** The language of the blocks, when it is surely not that of cells. */
  foreign: string | null
}

interface Block {
  start: number
  end: number
  language: string
  closed: boolean
}

const CODE = new Set(
  'js javascript mjs cjs jsx node ecmascript es6 ts typescript mts cts tsx deno bun code repl cell'.split(
    ' ',
  ),
)

/** Languages that are surely no cell: such a block is skipped when another one is code. */
const OTHER = new Set(
  (
    'json jsonc json5 yaml yml toml xml html css scss md markdown text txt plain plaintext output console bash sh shell ' +
    'zsh powershell cmd diff csv tsv sql python py ruby go rust java c cpp csharp php log stdout mermaid'
  ).split(' '),
)

const OPEN = /^[ \t]*(`{3,}|~{3,})[ \t]*([^\n\r]*)$/

/** Finds fenced code blocks as Markdown has them; `null` when there are none. */
export function unfence(source: string): Unfenced | null {
  const blocks = findBlocks(source).flatMap((block) => inMarkdown(source, block))
  if (blocks.length === 0) return null
  const code = blocks.filter((block) => !OTHER.has(block.language))
  const kept = code.length > 0 ? code : blocks
  let text = ''
  let at = 0
  for (const block of kept) {
    text += blanked(source.slice(at, block.start)) + source.slice(block.start, block.end)
    at = block.end
  }
  text += blanked(source.slice(at))
  return {
    text,
    blocks: kept.length,
    prose: hasProse(source, blocks),
    unclosed: kept.some((block) => !block.closed),
    foreign: kept.map(({ language }) => language).find((language) => OTHER.has(language)) ?? null,
  }
}

function findBlocks(source: string): Block[] {
  const blocks: Block[] = []
  let open: (Block & { fence: string }) | null = null
  let at = 0
  while (at <= source.length) {
    const next = nextLine(source, at)
    const line = source.slice(at, next.end)
    const words = open ? '' : (BEHIND_WORDS.exec(line)?.[1] ?? '')
    const found = OPEN.exec(line.slice(words.length))
    if (open) {
      const closing = /^[ \t]*(`{3,}|~{3,})[ \t]*$/.exec(line)?.[1]
      if (closing && closing[0] === open.fence[0] && closing.length >= open.fence.length) {
        blocks.push({ start: open.start, end: at, language: open.language, closed: true })
        open = null
      }
    } else if (found && !insideComment(source, at)) {
      const fence = found[1] ?? ''
      const info = (found[2] ?? '').trim()
      const line1 = oneLine(at, line, fence, words !== '')
      if (line1) blocks.push(line1)
      else if (fence[0] === '~' || !info.includes('`'))
        open = { start: next.start, end: source.length, language: languageOf(info), closed: false, fence }
    }
    if (next.start === at) break
    at = next.start
  }
  if (open) blocks.push(closeAtEnd(source, open))
  return blocks
}

/** The blocks in a block that is Markdown itself. */
function inMarkdown(source: string, block: Block): Block[] {
  if (block.language !== 'md' && block.language !== 'markdown') return [block]
  const inner = findBlocks(source.slice(block.start, block.end))
  if (inner.length === 0) return [block]
  return inner.map((found) => ({ ...found, start: found.start + block.start, end: found.end + block.start }))
}

/** A fence that opens behind words, "Here you are: ```js". Only where those words are surely no code. */
const BEHIND_WORDS = /^([ \t]*[A-Za-z][\w ,.’'!:-]*[ \t])(`{3,})[ \t]*(.*)$/

function nextLine(source: string, from: number): { end: number; start: number } {
  for (let i = from; i < source.length; i++) {
    const code = source.charCodeAt(i)
    if (code === 10) return { end: i, start: i + 1 }
    if (code === 13) return { end: i, start: source.charCodeAt(i + 1) === 10 ? i + 2 : i + 1 }
  }
  return { end: source.length, start: source.length === from ? from : source.length }
}

const languageOf = (info: string): string => (/^[^\s{:,]+/.exec(info)?.[0] ?? '').toLowerCase()

/** A fence that opens and closes on one line: "```js 1 + 1```". */
function oneLine(at: number, line: string, fence: string, inWords: boolean): Block | null {
  const open = line.indexOf(fence) + fence.length
  const close = line.lastIndexOf(fence)
  if (close < open || !line.slice(open, close).trim()) return null
  if (!inWords && line.slice(close + fence.length).trim() !== '') return null
  const word = /^[ \t]*([A-Za-z0-9+#]+)(?=\s)/.exec(line.slice(open, close))
  const language = word?.[1]?.toLowerCase() ?? ''
  const known = CODE.has(language) || OTHER.has(language)
  return {
    start: at + open + (known && word ? word[0].length : 0),
    end: at + close,
    language: known ? language : '',
    closed: true,
  }
}

/** An unclosed block reaches to the end; a fence glued to its last line closes it. */
function closeAtEnd(source: string, block: Block & { fence: string }): Block {
  const { start, language, fence } = block
  const body = source.slice(start)
  const trimmed = body.trimEnd()
  const glued = trimmed.endsWith(fence) && trimmed.length > fence.length
  return {
    start,
    end: glued ? start + trimmed.length - fence.length : source.length,
    language,
    closed: glued,
  }
}

function insideComment(source: string, at: number): boolean {
  const open = source.lastIndexOf('/*', at)
  return open >= 0 && source.indexOf('*/', open + 2) >= at
}

function hasProse(source: string, blocks: Block[]): boolean {
  const first = blocks[0]
  const last = blocks[blocks.length - 1]
  if (!first || !last) return false
  const before = source.slice(0, first.start).split(/\r\n|\n|\r/)
  before.pop()
  return (
    before.join('').replace(OPEN, '').trim() !== '' || source.slice(last.end).replace(/[`~\s]/g, '') !== ''
  )
}
