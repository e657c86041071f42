import { afterEach, describe, expect, it } from 'vitest'
import { ByHand, bench, closeBenches, code, eventsOfType } from './session.testing.ts'

afterEach(closeBenches)

describe('the past', () => {
  it('shows variables as they were, while the live end stays', async () => {
    const { session } = bench()
    await session.runCell('let x = 1')
    await session.runCell('x = 2; let y = 3')
    const [first, second] = eventsOfType(session, 'cell-ended')
    const names = async (event: string | null) =>
      (await session.variables(event)).map(({ name, value }) => `${name}=${value.text}`)
    expect(await names(first?.id ?? '')).toEqual(['x=1'])
    expect(await names(second?.id ?? '')).toEqual(['x=2', 'y=3'])
    expect(await names(null)).toEqual(['x=2', 'y=3'])
    expect((await session.evaluateAt(first?.id ?? '', 'x + 10')).text).toBe('11')
    session.lookAt(first?.id ?? '')
    expect(session.getState().cursor).toBe(first?.id)
  })

  it('replays the shown branch, and finds nothing different; a history that was changed shows', async () => {
    const { session } = bench()
    await session.runCell('let n = 1; console.log("one")')
    await session.runCell('n += await tools.add({ a: 1, b: 2 }); n')
    const replayed = await session.replayBranch()
    expect(replayed).toMatchObject({ cells: 2, steps: 4, compared: 4, difference: null })
    const { notebook } = session.getState()
    const events = new Map(notebook.events)
    for (const [id, event] of events)
      if (event.type === 'cell-ended' && event.end.text === '4')
        events.set(id, { ...event, end: { ...event.end, text: '5' } })
    const other = bench([], { notebook: { ...notebook, events } }).session
    await other.runCell('n')
    expect((await other.replayBranch()).difference).toMatch(/cell 2/i)
  })

  it('says what a portable snapshot would keep there, lets it be tried, and maps the heap', async () => {
    const { session } = bench()
    await session.runCell('let n = 1; const up = () => ++n')
    await session.runCell('const text = "x".repeat(100_000)')
    const [first, second] = eventsOfType(session, 'cell-ended').map(({ id }) => id)
    const { names } = await session.snapshotReport(second ?? '')
    expect(names.map(({ name, status }) => [name, status])).toEqual([
      ['n', 'kept'],
      ['up', 'tombstone'],
      ['text', 'kept'],
    ])
    const tried = await session.evaluateAt(first ?? '', 'up()', { state: 'portable' })
    expect(tried.error?.message).toMatch(/^Value for 'up' was not restored/)
    const map = await session.heapMap(second ?? '', first ?? '')
    expect(map.count.new + map.count.changed).toBeGreaterThan(20)
    expect((await session.heapMap(first ?? '', null)).count.same).toBe(0)
  })

  it('continues from there on a new branch; both stay', async () => {
    const { session } = bench([code('x += 10; x'), { text: 'Eleven' }])
    await session.runCell('let x = 1')
    const first = eventsOfType(session, 'cell-ended')[0]
    await session.runCell('x = 2')
    const main = session.getState().branch
    session.lookAt(first?.id ?? '')
    await session.send('go on')
    const { branch, cursor, notebook } = session.getState()
    expect(branch).not.toBe(main)
    expect(cursor).toBeNull()
    expect(notebook.branches.map(({ name }) => name)).toEqual(['Main', 'Branch 2'])
    expect(eventsOfType(session, 'cell-ended').map(({ end }) => end.text)).toEqual(['undefined', '11'])
    await session.switchBranch(main)
    await session.runCell('x')
    expect(eventsOfType(session, 'cell-ended').at(-1)?.end.text).toBe('2')
  })

  it('goes on from the middle of a cell with another answer, on a new branch', async () => {
    const { session } = bench([
      code('let first = "ran"\nconst got = await tools.add({ a: 1, b: 2 })\nfirst + got'),
      { text: 'done' },
    ])
    await session.send('go')
    const wait = eventsOfType(session, 'waited')[0]
    const call = eventsOfType(session, 'called')[0]?.call ?? 0
    await session.continueWith(wait?.id ?? '', { [call]: { result: 'edited' } })
    const ends = eventsOfType(session, 'cell-ended')
    expect(ends.map(({ end }) => end.text)).toEqual(['ranedited'])
    expect(eventsOfType(session, 'settled')[0]).toMatchObject({ output: 'edited', source: 'edited' })
    expect(eventsOfType(session, 'called')).toHaveLength(1)
    expect(session.getState().notebook.branches).toHaveLength(2)
    await session.resumeTurn().catch(() => undefined)
    expect(eventsOfType(session, 'asked')).toHaveLength(2)
  })

  it('tells answers that were recorded from those that were edited', async () => {
    const { session } = bench()
    await session.runCell('await Promise.all([tools.add({ a: 1, b: 1 }), tools.add({ a: 2, b: 2 })])')
    const wait = eventsOfType(session, 'waited')[0]
    await session.continueWith(wait?.id ?? '', { 1: { result: 2 }, 2: { error: new Error('no') } })
    expect(eventsOfType(session, 'settled').map(({ source }) => source)).toEqual(['recorded', 'edited'])
    expect(eventsOfType(session, 'cell-ended')[0]?.end.status).toBe('error')
  })

  it('makes calls that get no answer for real', async () => {
    const { session } = bench()
    await session.runCell('await Promise.all([tools.add({ a: 1, b: 1 }), tools.add({ a: 2, b: 2 })])')
    const wait = eventsOfType(session, 'waited')[0]
    await session.continueWith(wait?.id ?? '', { 1: { result: 100 } })
    expect(eventsOfType(session, 'cell-ended')[0]?.end.text).toBe('[100, 4]')
    expect(eventsOfType(session, 'settled').map(({ source }) => source)).toEqual(['edited', 'live'])
  })

  it('gives a cell up that waits where the user says something', async () => {
    const hands = new ByHand()
    const { session, model } = bench(
      [
        code('var t = 1; try { await tools.slow({}) } catch { t = 2; await tools.slow({}) }'),
        { text: 'first' },
        code('t'),
        { text: 'second' },
      ],
      {
        tools: [hands.tool('slow', false)],
      },
    )
    const done = session.send('go')
    await hands.calls(1)
    hands.waiting[0]?.answer(1)
    await done
    const wait = eventsOfType(session, 'waited')[0]
    await session.fork(wait?.id ?? '')
    expect(session.getState().waiting).toMatchObject({ cell: 1, calls: [{ name: 'slow', readOnly: false }] })
    await expect(session.resumeTurn()).rejects.toThrow('slow')
    await session.send('never mind')
    expect(hands.waiting).toHaveLength(1)
    const ends = eventsOfType(session, 'cell-ended')
    expect(ends.map(({ end }) => end.status)).toEqual(['stopped', 'ok'])
    expect(session.getState().waiting).toBeNull()
    expect(model.requests[2]?.messages.map(({ role }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'tool',
      'user',
    ])
    // Everything that is recorded can be computed anew: no step is missing in between.
    expect((await session.variables(ends[1]?.id ?? '')).map(({ name }) => name)).toEqual(['t'])
  })

  it('knows the exact request behind a reply', async () => {
    const { session, model } = bench([code('1'), { text: 'One' }])
    await session.send('go')
    const replies = eventsOfType(session, 'replied')
    expect(session.requestAt(replies[0]?.id ?? '')).toEqual(model.requests[0])
    expect(session.requestAt(replies[1]?.id ?? '')).toEqual(model.requests[1])
  })

  it('deletes a branch and puts it back', async () => {
    const { session } = bench()
    await session.runCell('1')
    const main = session.getState().branch
    expect(session.deleteBranch(main)).toBeNull()
    const { id } = await session.fork()
    const removed = session.deleteBranch(id)
    expect(session.getState().branch).toBe(main)
    if (removed) session.restoreBranch(removed)
    expect(session.getState().notebook.branches).toHaveLength(2)
  })
})
