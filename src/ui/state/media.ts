import { useSyncExternalStore } from 'react'

/** Side columns become sheets at this width; the same number stands in the style sheets. */
const NARROW = '(max-width: 900px)'

export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(NARROW).matches)
}

function subscribe(listener: () => void): () => void {
  const query = matchMedia(NARROW)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
