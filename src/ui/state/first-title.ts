import type { Demo, Session } from '../../session/types.ts'

export const UNTITLED = 'Untitled notebook'

/** Longer titles are cut at a word. */
const MOST_CHARS = 60

/** A notebook without a title is called after the first thing that is said in it. Returns the end of it. */
export function titleFromFirstMessage(session: Session, demos: readonly Demo[]): () => void {
  return session.subscribe((state, previous) => {
    if (state.notebook === previous.notebook || state.notebook.title !== UNTITLED) return
    for (const event of state.notebook.events.values()) {
      if (event.type !== 'said') continue
      const demo = demos.find(({ messages }) => messages[0] === event.text)
      session.rename(demo?.title ?? titleOf(event.text))
      return
    }
  })
}

/** The first line, cut at a word. */
export function titleOf(text: string): string {
  const line = text.trim().split('\n', 1)[0] ?? ''
  if (line.length <= MOST_CHARS) return line
  const cut = line.slice(0, MOST_CHARS)
  const space = cut.lastIndexOf(' ')
  return `${cut.slice(0, space > MOST_CHARS / 2 ? space : MOST_CHARS)} …`
}
