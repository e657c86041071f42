import { afterEach, describe, expect, it } from 'vitest'
import { EventLog } from '../notebook/event-log.ts'
import type { Notebook } from '../notebook/notebook.ts'
import { pathTo } from '../notebook/tree.ts'
import type { Session } from './index.ts'
import { add, bench, closeBenches, code, type Line, pathOf, until } from './session.testing.ts'

afterEach(closeBenches)

const LINES: Line[] = [
  code('let n = 1\nconsole.log("start")\nn += await tools.add({ a: 1, b: 1 })\nconsole.log("got", n)\nn'),
  {
    ...code(
      'const [a, b] = await Promise.all([tools.add({ a: n, b: 1 }), tools.add({ a: n, b: 2 })])\nn = a + b',
    ),
    text: 'Two at once.',
  },
  code('n.nope()'),
  { text: 'Nine.' },
]

/** Replies by how many the request holds already, as a tape does. */
const byPlace: Line[] = Array.from({ length: 12 }, () => async ({ messages }) => {
  const line = LINES[messages.filter(({ role }) => role === 'assistant').length]
  if (!line || typeof line === 'function') throw new Error('no such line')
  return line
})

describe('a page that is closed at any moment', () => {
  it('can be opened again and brought to the same end', async () => {
    const first = bench(byPlace)
    await first.session.send('go')
    const whole = first.session.getState().notebook
    const path = pathOf(first.session)
    const answer = (session: Session) => pathOf(session).findLast(({ type }) => type === 'answered')
    expect(answer(first.session)).toMatchObject({ text: 'Nine.' })

    for (let kept = 3; kept < path.length; kept += 1) {
      const head = path[kept - 1]
      if (!head) throw new Error('no such event')
      const cut: Notebook = {
        ...whole,
        events: EventLog.empty.append(path.slice(0, kept)),
        branches: whole.branches.map((branch) => ({ ...branch, head: head.id })),
      }
      const { session } = bench(byPlace, { notebook: cut, tools: [add] })
      await until(session, ({ activity }) => activity.type === 'idle')
      await session.resumeTurn()
      const where = `closed after ${kept} events, the last being "${head.type}"`
      expect(answer(session), where).toMatchObject({ text: 'Nine.' })
      const { notebook, branch } = session.getState()
      const ends = pathTo(notebook, notebook.branches.find(({ id }) => id === branch)?.head ?? '').filter(
        (event) => event.type === 'cell-ended',
      )
      // A cell that was cut off before its first wait is told to the model as stopped; all else is as if nothing was.
      const stopped = ends.some(({ end }) => end.status === 'stopped')
      if (!stopped) expect(ends.map(({ end }) => end.text).slice(0, 2), where).toEqual(['3', '9'])
      const lines = pathOf(session).flatMap((event) => (event.type === 'logged' ? [event.line.text] : []))
      if (!stopped) expect(lines, where).toEqual(['start', 'got 3'])
      await session.runCell('typeof n')
      await session.dispose()
    }
  }, 60_000)
})
