/** How long the page is left to what comes first, ms. */
const AFTER_MS = 4_000

/** What a first cell does not need. Each is imported again where it is used. */
const LATER: readonly (() => Promise<unknown>)[] = [
  () => import('../ui/timeline/Timeline.tsx'),
  () => import('../ui/inspector/Variables.tsx'),
  () => import('../ui/inspector/Context.tsx'),
  () => import('../ui/inspector/Calls.tsx'),
  () => import('../ui/notebook/Markdown.tsx'),
  () => import('../ui/model/ModelDialog.tsx'),
  () => import('../ui/commands/CommandDialog.tsx'),
  () => import('../ui/protocols/ProtocolDialog.tsx'),
  () => import('../models/chat.ts'),
  () => import('../notebook/read-file.ts'),
]

/** Fetches what is needed later, one after the other while there is nothing to do: then it is there at once, and offline. */
export function prefetchLater(): void {
  const next = (place: number): void => {
    const load = LATER[place]
    if (!load) return
    const go = () => void load().then(onward, onward)
    const onward = () => next(place + 1)
    if ('requestIdleCallback' in globalThis) requestIdleCallback(go, { timeout: AFTER_MS })
    else go()
  }
  setTimeout(next, AFTER_MS, 0)
}
