import { type Behaviour, matches, present, refusal, same } from './behaviour.ts'
import { caseTools } from './tools.ts'

/** Cells that go on in their middle. */
export const RESUME_BEHAVIOURS: Behaviour[] = [
  {
    name: 'makes a checkpoint at every wait and resumes a cell in its middle with another result',
    run: async (make) => {
      const kernel = await make({ tools: caseTools(['slow', 'echo']) })
      const outcome = await kernel.run(
        'const first = await tools.slow({ ms: 5, value: 1 }); const second = await tools.slow({ ms: 5, value: 2 }); [first, second]',
      )
      same(outcome.text, '[1, 2]', 'recorded')
      same(
        outcome.checkpoints.map(({ kind }) => kind),
        ['wait', 'wait', 'end'],
        'checkpoints',
      )
      const wait = present(outcome.checkpoints[1], 'second wait')
      const call = present(wait.opened[0], 'open call')
      same(
        (await kernel.resume(wait, { [call.id]: { result: 'other' } })).text,
        '[1, "other"]',
        'resumed with a result',
      )
      const failed = await kernel.resume(wait, { [call.id]: { error: new RangeError('none left') } })
      same(
        [failed.error?.kind, failed.error?.name, failed.error?.message],
        ['tool', 'RangeError', 'none left'],
        'resumed with an error',
      )
      same((await kernel.resume(wait, {})).text, '[1, 2]', 'resumed for real')
      same((await kernel.run('second')).text, '2', 'state after')
      await kernel.dispose()
    },
  },
  {
    name: 'answers any of the waiting calls in any order, and makes the others for real',
    run: async (make) => {
      const kernel = await make({ tools: caseTools(['slow', 'echo', 'fail']) })
      const cell =
        'const seen: unknown[] = []; const ask = (n: number) => tools.slow({ ms: n, value: n }).then((v) => seen.push(v), (e) => seen.push(e.message)); await Promise.all([ask(1), ask(4), ask(8)]); seen'
      const outcome = await kernel.run(cell)
      same(outcome.text, '[1, 4, 8]', 'recorded')
      const wait = present(outcome.checkpoints[0], 'wait')
      const [a, b, c] = wait.opened.map(({ id }) => id)
      const [first, second, third] = [present(a, 'a'), present(b, 'b'), present(c, 'c')]
      const resumed = await kernel.resume(wait, [
        [third, { result: 'third' }],
        [first, { error: new RangeError('first') }],
      ])
      same(resumed.text, '["third", "first", 4]', 'a list is given in its order')
      same(
        resumed.calls.map(({ id, status }) => [id, status]),
        [
          [first, 'error'],
          [second, 'ok'],
          [third, 'ok'],
        ],
        'calls in the order in which they were made',
      )
      const byCall = await kernel.resume(wait, { [third]: { result: 'c' }, [first]: { result: 'a' } })
      same(byCall.text, '["a", "c", 4]', 'a record is given in the order of the calls')
      const later = present(outcome.checkpoints[1], 'second wait')
      same((await kernel.resume(later, { [third]: { result: 0 } })).text, '[1, 0, 4]', 'at a later wait')
      const again = present(resumed.checkpoints[0], 'wait of the resumed run')
      same(
        (await kernel.resume(again, { [second]: { result: 'again' } })).text,
        '["third", "again", 1]',
        'at a wait of a resumed run',
      )
      await kernel.dispose()
    },
  },
  {
    name: 'says what is wrong with an answer, and stays where it is',
    run: async (make) => {
      const kernel = await make({ tools: caseTools(['slow', 'echo']) })
      const outcome = await kernel.run('await Promise.all([tools.slow({ ms: 1, value: 1 }), tools.echo(2)])')
      const wait = present(outcome.checkpoints[0], 'wait')
      const end = present(outcome.checkpoints.at(-1), 'end')
      const [slow, echo] = wait.opened.map(({ id }) => id)
      matches(
        await refusal(kernel.resume(wait, { 99: { result: 1 } })),
        new RegExp(
          `Call 99 does not wait at checkpoint \\S+\\. Waiting there: ${slow} \\(slow\\), ${echo} \\(echo\\)`,
        ),
        'no such call',
      )
      const twice: [number, { result: unknown }][] = [
        [present(slow, 'slow'), { result: 1 }],
        [present(slow, 'slow'), { result: 2 }],
      ]
      matches(await refusal(kernel.resume(wait, twice)), /answered twice/, 'twice')
      matches(await refusal(kernel.resume(end, {})), /Nothing waits at checkpoint/, 'nothing waits')
      same((await kernel.checkpoint()).id, end.id, 'place')
      const odd = await kernel.resume(wait, { [present(slow, 'slow')]: { result: new Map() } })
      matches(odd.text, /slow returned something that cannot enter the cell: \$ is a Map/, 'not JSON')
      await kernel.dispose()
    },
  },
  {
    name: "goes on after a cell's own end, where calls wait that it did not await",
    run: async (make) => {
      const kernel = await make({ tools: caseTools(['slow']) })
      const outcome = await kernel.run(
        'globalThis.got = "none"; tools.slow({ ms: 5, value: 1 }).then((v) => { got = v }); console.log("over"); ({ value: [1] })',
      )
      same(
        [outcome.text, outcome.checkpoints.map(({ ended }) => ended)],
        ['{value: [1]}', ['ok', 'ok']],
        'recorded',
      )
      const wait = present(outcome.checkpoints[0], 'wait')
      const call = present(wait.opened[0], 'call')
      const resumed = await kernel.resume(wait, { [call.id]: { result: 'late' } })
      same([resumed.status, resumed.text], ['ok', '{value: [1]}'], 'its value is still known')
      same((await kernel.run('got')).text, 'late', 'state')
      const failed = await kernel.run('tools.slow({ ms: 5, value: 1 }); throw new TypeError("bad")')
      const open = present(failed.checkpoints[0], 'wait')
      same([open.kind, open.ended], ['wait', 'error'], 'ended with an error')
      const error = (await kernel.resume(open, {})).error
      same([error?.name, error?.message, error?.line], ['TypeError', 'bad', 1], 'its error is still known')
      await kernel.dispose()
    },
  },
  {
    name: 'counts the calls before a wait to the budget of the cell that goes on',
    run: async (make) => {
      const kernel = await make({ tools: caseTools(['slow']), limits: { toolCalls: 3 } })
      const outcome = await kernel.run(
        'for (let i = 0; i < 3; i++) await tools.slow({ ms: 0, value: i }); "three"',
      )
      same(outcome.text, 'three', 'within')
      const wait = present(outcome.checkpoints[1], 'second wait')
      same((await kernel.resume(wait, {})).text, 'three', 'still within')
      const more = await kernel.run('for (let i = 0; i < 4; i++) await tools.slow({ ms: 0, value: i })')
      matches(more.text, /may call tools 3 times; this is call 4/, 'over')
      const last = present(more.checkpoints[2], 'third wait')
      matches((await kernel.resume(last, {})).text, /may call tools 3 times; this is call 4/, 'still over')
      await kernel.dispose()
    },
  },
  {
    name: 'looks into a cell that waits: code gets its own value, and the cell does not go on',
    run: async (make) => {
      const kernel = await make({ tools: caseTools(['slow', 'echo']) })
      const outcome = await kernel.run(
        'let seen = "waits"; try { seen = await tools.slow({ ms: 1, value: "came" }) } catch { seen = "failed"; console.log("failed") }; seen',
      )
      const wait = present(outcome.checkpoints[0], 'wait')
      const looked = await kernel.evaluateAt(wait, 'seen')
      same([looked.status, looked.text, looked.console], ['ok', 'waits', []], 'a value')
      same((await kernel.evaluateAt(wait, 'await Promise.resolve(seen + 1)')).text, 'waits1', 'a promise')
      const thrown = await kernel.evaluateAt(wait, 'throw new TypeError("mine")')
      same([thrown.error?.name, thrown.error?.message], ['TypeError', 'mine'], 'an error')
      matches(
        (await kernel.evaluateAt(wait, 'await tools.echo(1)')).text,
        /Looking at the past calls no tools/,
        'a call',
      )
      same((await kernel.evaluateAt(wait, 'void tools.echo(1); seen')).text, 'waits', 'a call not awaited')
      same((await kernel.run('seen')).text, 'came', 'now')
      await kernel.dispose()
    },
  },
  {
    name: 'leaves a cell that waits for another cell, which ends by itself',
    run: async (make) => {
      const kernel = await make({ tools: caseTools(['slow']) })
      const cell =
        'let seen = "waits"; try { seen = await tools.slow({ ms: 1, value: "came" }) } catch (e) { seen = e.name; console.log("failed"); throw e }'
      const wait = present((await kernel.run(cell)).checkpoints[0], 'wait')
      await kernel.restore(wait)
      const other = await kernel.run('const own = await tools.slow({ ms: 150, value: "own" }); [seen, own]')
      same(
        [other.status, other.text, other.console, other.warnings],
        ['ok', '["AbortError", "own"]', [], []],
        'the other cell',
      )
      await kernel.dispose()
    },
  },
]
