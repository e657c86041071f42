import { useMemo } from 'react'
import type { FoldedView } from '../../notebook/folded.ts'
import { branchOf } from '../../notebook/tree.ts'
import { type App, useApp, useSession } from './context.tsx'

export interface ShownViews {
  /** The whole branch. */
  live: FoldedView
  /** As it was at the place that is looked at; at the live end the same object as `live`. */
  shown: FoldedView
}

/** What the current branch and the place that is looked at show. */
export function useViews(): ShownViews {
  const { views } = useApp()
  const notebook = useSession((state) => state.notebook)
  const branch = useSession((state) => state.branch)
  const cursor = useSession((state) => state.cursor)
  return useMemo(() => {
    const live = views.at(notebook, branchOf(notebook, branch).head)
    return { live, shown: cursor === null ? live : views.at(notebook, cursor) }
  }, [views, notebook, branch, cursor])
}

/** The same, read once. */
export function readViews({ session, views }: App): ShownViews {
  const { notebook, branch, cursor } = session.getState()
  const live = views.at(notebook, branchOf(notebook, branch).head)
  return { live, shown: cursor === null ? live : views.at(notebook, cursor) }
}
