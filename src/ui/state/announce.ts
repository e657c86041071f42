import { createStore } from 'zustand/vanilla'

/** The last thing said by the screen itself ("Copied"); what the session says is in its own state. */
export const announcements = createStore<{ text: string }>(() => ({ text: '' }))

/** Says a sentence in the page's one polite live region. */
export function announce(text: string): void {
  // The same sentence twice has to be a change, or it is not read out again.
  announcements.setState((now) => ({ text: now.text === text ? `${text}\u00a0` : text }))
}
