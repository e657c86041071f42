import type { EventId } from './events.ts'
import type { FoldedView } from './folded.ts'
import type { BranchId, Notebook } from './notebook.ts'
import { commonLength, pathTo } from './tree.ts'
import type { StopView } from './view.ts'
import type { Views } from './views.ts'

/** A branch as a line of stops that leaves another line. */
export interface Lane {
  branch: BranchId
  name: string
  /** The lane it leaves; `null` for the first. */
  from: BranchId | null
  /** The last event that it shares with that lane. */
  at: EventId | null
  /** How many stops, from the first on, it shares with that lane. */
  shared: number
  /** All stops from the first on, the shared ones included. */
  stops: readonly StopView[]
}

/** Branches as lanes, in their order. Each leaves the earlier lane with which it has most in common. */
export function lanes(notebook: Notebook, views: Views): Lane[] {
  const done: { lane: Lane; path: ReturnType<typeof pathTo> }[] = []
  for (const { id, name, head } of notebook.branches) {
    const path = pathTo(notebook, head)
    const { stops }: FoldedView = views.at(notebook, head)
    const lane: Lane = { branch: id, name, from: null, at: null, shared: 0, stops }
    let most = 0
    for (const other of done) {
      const common = commonLength(path, other.path)
      const event = path[common - 1]
      if (common <= most || !event) continue
      most = common
      const shared = new Set(path.slice(0, common).map((each) => each.id))
      Object.assign(lane, { from: other.lane.branch, at: event.id })
      lane.shared = stops.filter((stop) => shared.has(stop.event)).length
    }
    done.push({ lane, path })
  }
  return done.map(({ lane }) => lane)
}
