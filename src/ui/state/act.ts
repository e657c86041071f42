import { announce } from './announce.ts'
import type { UiStore } from './ui-store.ts'

/**
 * Lets an action of the session run. What it refuses, it refuses before anything changed and with words for the
 * person, so those are shown and read out, until the next action.
 */
export function act(ui: UiStore, action: () => unknown): void {
  ui.setState({ notice: null })
  const refused = (error: unknown) => {
    const text = error instanceof Error ? error.message : String(error)
    ui.setState({ notice: text })
    announce(text)
  }
  try {
    Promise.resolve(action()).catch(refused)
  } catch (error) {
    refused(error)
  }
}
