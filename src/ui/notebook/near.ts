import { type RefObject, useEffect, useState } from 'react'

/** How far out of sight still counts as near, px: about two screens. */
const MARGIN = '1600px 0px'

type Listener = (near: boolean) => void

interface Watcher {
  observer: IntersectionObserver
  listeners: Map<Element, Listener>
}

/** One observer for each scrolling element. */
const watchers = new WeakMap<Element, Watcher>()

function watcherOf(root: Element): Watcher {
  const known = watchers.get(root)
  if (known) return known
  const listeners = new Map<Element, Listener>()
  const observer = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) listeners.get(entry.target)?.(entry.isIntersecting)
    },
    { root, rootMargin: MARGIN },
  )
  const watcher = { observer, listeners }
  watchers.set(root, watcher)
  return watcher
}

/**
 * Whether an element is in sight or near it, within the scrolling element `[data-scroller]` around it. `first` is the
 * answer until it is known; with `always` it is yes, and nothing is watched.
 */
export function useNear(element: RefObject<Element | null>, first: boolean, always: boolean): boolean {
  const [near, setNear] = useState(first)
  useEffect(() => {
    const target = element.current
    const root = target?.closest('[data-scroller]')
    if (always || !target || !root) return
    const { observer, listeners } = watcherOf(root)
    listeners.set(target, setNear)
    observer.observe(target)
    return () => {
      listeners.delete(target)
      observer.unobserve(target)
    }
  }, [element, always])
  return near || always
}
