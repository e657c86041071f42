import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyNotebook } from './arbitrary.testing.ts'
import { addBranch, freeBranchName, moveHead, removeBranch, renameBranch, restoreBranch } from './branches.ts'
import { EventLog } from './event-log.ts'
import type { NotebookEvent } from './events.ts'
import { fold, foldMore } from './fold.ts'
import { EMPTY_VIEW } from './folded.ts'
import { lanes } from './lanes.ts'
import { appendTo, childrenOf, commonLength, createNotebook, pathTo } from './tree.ts'
import { Views } from './views.ts'

const start = createNotebook({
  id: 'n',
  title: 'Test',
  engine: 'test',
  event: 'root',
  branch: { id: 'main', name: 'Main' },
  at: 0,
})
const said = (id: string, parent: string): NotebookEvent => ({ id, parent, at: 1, type: 'said', text: id })

describe('the tree of events', () => {
  it('moves the end of the branch that is appended to, and of no other', () => {
    const one = appendTo(start, 'main', [said('a', 'root'), said('b', 'a')])
    const two = addBranch(one, { id: 'other', name: 'Other', head: 'a' })
    const three = appendTo(two, 'other', [said('c', 'a')])
    expect(three.branches.map(({ head }) => head)).toEqual(['b', 'c'])
    expect(childrenOf(three, 'a').map(({ id }) => id)).toEqual(['b', 'c'])
    expect(pathTo(three, 'c').map(({ id }) => id)).toEqual(['root', 'a', 'c'])
  })

  it('leaves older versions as they were', () => {
    const one = appendTo(start, 'main', [said('a', 'root')])
    const two = appendTo(one, 'main', [said('b', 'a')])
    const other = appendTo(one, 'main', [said('x', 'a')])
    expect([...one.events.keys()]).toEqual(['root', 'a'])
    expect([...two.events.keys()]).toEqual(['root', 'a', 'b'])
    expect([...other.events.keys()]).toEqual(['root', 'a', 'x'])
    expect(one.events.get('b')).toBeUndefined()
    expect(other.events.has('b')).toBe(false)
  })

  it('refuses what does not follow, and keeps nothing of a refused batch', () => {
    expect(() => appendTo(start, 'main', [said('b', 'a')])).toThrow('does not follow')
    expect(() => appendTo(start, 'main', [said('root', 'root')])).toThrow('already')
    const log = EventLog.of(start.events)
    expect(() => log.append([said('a', 'root'), said('b', 'nowhere')])).toThrow('nowhere')
    expect(log.append([said('a', 'root')]).size).toBe(2)
  })

  it('deletes a branch so that it can be put back', () => {
    const two = addBranch(start, { id: 'other', name: freeBranchName(start), head: 'root' })
    const { notebook, removed } = removeBranch(two, 'main')
    expect(notebook.branches.map(({ name }) => name)).toEqual(['Branch 2'])
    expect(() => removeBranch(notebook, 'other')).toThrow('only branch')
    expect(restoreBranch(notebook, removed).branches).toEqual(two.branches)
    expect(renameBranch(two, 'other', 'Try').branches[1]?.name).toBe('Try')
    expect(() => moveHead(two, 'other', 'nowhere')).toThrow('nowhere')
  })
})

describe('any history', () => {
  it('has paths that follow parent by parent from the root', () => {
    fc.assert(
      fc.property(anyNotebook, (notebook) => {
        for (const id of notebook.events.keys()) {
          const path = pathTo(notebook, id)
          expect(path[0]?.parent).toBeNull()
          expect(path.at(-1)?.id).toBe(id)
          for (let i = 1; i < path.length; i += 1) expect(path[i]?.parent).toBe(path[i - 1]?.id)
        }
      }),
    )
  })

  it('shows the same whether it is folded at once, event by event, or from what is kept', () => {
    fc.assert(
      fc.property(anyNotebook, (notebook) => {
        const views = new Views()
        for (const { head } of notebook.branches) {
          const path = pathTo(notebook, head)
          let view = EMPTY_VIEW
          for (const event of path) {
            const before = structuredClone(view)
            const next = foldMore(view, event)
            // The earlier view must not change under whoever holds it.
            expect(view).toEqual(before)
            view = next
          }
          expect(view).toEqual(fold(path))
          expect(views.at(notebook, head)).toEqual(view)
          expect(views.at(notebook, head)).toBe(views.at(notebook, head))
        }
      }),
    )
  })

  it('shows each cell once, in its turn, as the same object', () => {
    fc.assert(
      fc.property(anyNotebook, (notebook) => {
        for (const { head } of notebook.branches) {
          const view = fold(pathTo(notebook, head))
          const starts = pathTo(notebook, head).filter(({ type }) => type === 'cell-started')
          expect(view.cells.map(({ startedBy }) => startedBy)).toEqual(starts.map(({ id }) => id))
        }
      }),
    )
  })

  it('has lanes that part where their paths do', () => {
    fc.assert(
      fc.property(anyNotebook, (notebook) => {
        const views = new Views()
        const all = lanes(notebook, views)
        expect(all.map(({ branch }) => branch)).toEqual(notebook.branches.map(({ id }) => id))
        for (const [place, lane] of all.entries()) {
          if (place === 0) expect(lane.from).toBeNull()
          if (lane.from === null) continue
          const from = all.find(({ branch }) => branch === lane.from)
          expect(from?.stops.slice(0, lane.shared)).toEqual(lane.stops.slice(0, lane.shared))
          expect(from?.stops[lane.shared]?.event ?? 'end').not.toBe(lane.stops[lane.shared]?.event)
        }
      }),
    )
  })

  it('parts of two paths are common up to where they part', () => {
    fc.assert(
      fc.property(anyNotebook, fc.nat(), fc.nat(), (notebook, i, j) => {
        const ids = [...notebook.events.keys()]
        const a = pathTo(notebook, ids[i % ids.length] ?? 'e0')
        const b = pathTo(notebook, ids[j % ids.length] ?? 'e0')
        const common = commonLength(a, b)
        expect(a.slice(0, common)).toEqual(b.slice(0, common))
        if (common < a.length && common < b.length) expect(a[common]?.id).not.toBe(b[common]?.id)
      }),
    )
  })
})
