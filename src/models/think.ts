/**
 * Servers without a reasoning parser leave a model's thoughts in the text, between `<think>` and `</think>` at its very
 * beginning. This takes them out. Pure; the text may be cut anywhere.
 */
export interface ThinkState {
  mode: 'start' | 'inside' | 'after' | 'outside'
  /** Text that may yet turn out to be part of a tag. */
  held: string
  tag: string
}

export const THINK_START: ThinkState = { mode: 'start', held: '', tag: '' }

export interface ThinkStep {
  state: ThinkState
  text: string
  reasoning: string
}

const TAGS = ['think', 'thinking', 'thought'] as const

export function splitThoughts(state: ThinkState, added: string): ThinkStep {
  if (state.mode === 'outside' || added === '') return { state, text: added, reasoning: '' }
  const all = state.held + added
  return state.mode === 'inside' ? inside(all, state.tag) : begin(all, state.mode)
}

/** The end of the text: what was held back is what it looked like. */
export function endThoughts(state: ThinkState): { text: string; reasoning: string } {
  return state.mode === 'inside' ? { text: '', reasoning: state.held } : { text: state.held, reasoning: '' }
}

function begin(all: string, mode: 'start' | 'after'): ThinkStep {
  const trimmed = all.trimStart()
  const tag = TAGS.find((each) => trimmed.startsWith(`<${each}>`))
  if (tag !== undefined) return inside(trimmed.slice(tag.length + 2), tag)
  if (TAGS.some((each) => `<${each}>`.startsWith(trimmed))) {
    // White space between thoughts and answer belongs to nobody.
    return { state: { mode, held: mode === 'start' ? all : trimmed, tag: '' }, text: '', reasoning: '' }
  }
  return {
    state: { mode: 'outside', held: '', tag: '' },
    text: mode === 'start' ? all : trimmed,
    reasoning: '',
  }
}

function inside(all: string, tag: string): ThinkStep {
  const closing = `</${tag}>`
  const at = all.indexOf(closing)
  if (at >= 0) {
    const rest = begin(all.slice(at + closing.length), 'after')
    return { ...rest, reasoning: all.slice(0, at) + rest.reasoning }
  }
  const keep = longestOverlap(all, closing)
  return {
    state: { mode: 'inside', held: all.slice(all.length - keep), tag },
    text: '',
    reasoning: all.slice(0, all.length - keep),
  }
}

/** Length of the longest end of `text` that is a beginning of `word`. */
function longestOverlap(text: string, word: string): number {
  for (let length = Math.min(text.length, word.length - 1); length > 0; length--) {
    if (text.endsWith(word.slice(0, length))) return length
  }
  return 0
}
