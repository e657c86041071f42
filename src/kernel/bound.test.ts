import { describe, expect, test } from 'vitest'
import { createKernel } from './kernel.ts'
import type { BoundFunction, Kernel, Outcome } from './types.ts'

class Refusal extends Error {
  override name = 'AlreadyDone'
}

const echo: BoundFunction = {
  name: 'ask',
  fatal: ['AlreadyDone'],
  call: (input) => {
    if (input === 'fatal') throw new Refusal('Once is enough.')
    if (input === 'fail') throw new Error('not today')
    return { echo: input ?? null }
  },
}
const quit: BoundFunction = { name: 'quit', ends: true, call: () => null }

const start = (): Promise<Kernel> => createKernel({ bound: [echo, quit] })
let number = 0
const run = (kernel: Kernel, code: string, given = {}): Promise<Outcome> =>
  kernel.run(code, { given: { number: number++, ...given } })
const printed = ({ console }: Outcome): string[] => console.map(({ text }) => text)

describe('functions that are bound to a cell', () => {
  test('are called like any host call, and are no variables', async () => {
    const kernel = await start()
    const outcome = await run(kernel, 'const a = await ask("x")\nconsole.log(a.echo)')
    expect(printed(outcome)).toEqual(['x'])
    expect(outcome.calls.map(({ name, status }) => [name, status])).toEqual([['ask', 'ok']])
    expect((await kernel.variables()).map(({ name }) => name)).toEqual(['a'])
  })

  test('say that their cell has finished when they are kept for later', async () => {
    const kernel = await start()
    number = 4
    await run(kernel, 'const kept = ask, end = quit')
    const outcome = await run(
      kernel,
      'try { await kept("x") } catch (error) { console.log(error.message) }\ntry { end() } catch (error) { console.log(error.message) }\nconsole.log((await ask("y")).echo)',
    )
    expect(printed(outcome)).toEqual(['Cell 4 has finished', 'Cell 4 has finished', 'y'])
  })

  test('come back when a cell takes their names', async () => {
    const kernel = await start()
    await run(kernel, 'ask = 1; globalThis.quit = 2\nfunction other() {}')
    const outcome = await run(kernel, 'console.log(typeof ask, typeof quit)')
    expect(printed(outcome)).toEqual(['function function'])
  })

  test('that end the cell end it there, whatever it would catch', async () => {
    const kernel = await start()
    const outcome = await run(
      kernel,
      'let after = 0\ntry { console.log("before"); quit(); after = 1 } catch { after = 2 } finally { after += 10 }\nconsole.log("after")',
    )
    expect(outcome).toMatchObject({ status: 'ok', error: null, rolledBack: false })
    expect(printed(outcome)).toEqual(['before'])
    expect(outcome.calls.map(({ name, status }) => [name, status])).toEqual([['quit', 'ok']])
    expect(printed(await run(kernel, 'console.log(after)'))).toEqual(['0'])
  })

  test('that end the cell do so after waiting, and inside functions', async () => {
    const kernel = await start()
    const outcome = await run(
      kernel,
      'const f = async () => { await ask(1); quit() }\ntry { await f() } catch { console.log("caught") }\nconsole.log("after")',
    )
    expect([outcome.status, printed(outcome)]).toEqual(['ok', []])
  })

  test('end the cell with an error that it cannot catch, when the host says so', async () => {
    const kernel = await start()
    const outcome = await run(
      kernel,
      'let seen = "nothing"\ntry { await ask("fail") } catch (error) { seen = error.message }\ntry { await ask("fatal") } catch { seen = "caught" } finally { seen += "!" }',
    )
    expect(outcome).toMatchObject({
      status: 'error',
      error: { name: 'AlreadyDone', message: 'Once is enough.' },
    })
    expect(printed(await run(kernel, 'console.log(seen)'))).toEqual(['not today'])
  })

  test('come with records, constants and results, which cells cannot change', async () => {
    const kernel = await start()
    await run(kernel, '0', { values: { INFO: { a: 1 } }, records: { PAST: { 0: { code: 'x' } } } })
    const outcome = await run(
      kernel,
      'try { PAST[0].code = "y" } catch {}\ntry { PAST[7] = 1 } catch {}\nconsole.log(JSON.stringify([INFO, PAST, last()]))\nglobalThis.PAST = 1',
      { records: { PAST: { 1: { code: 'z' } } }, results: { last: { failed: true } } },
    )
    expect(printed(outcome)).toEqual(['[{"a":1},{"0":{"code":"x"},"1":{"code":"z"},"7":1},{"failed":true}]'])
    expect(
      printed(await run(kernel, 'console.log(Object.keys(PAST).length)', { records: { PAST: { 2: 3 } } })),
    ).toEqual(['4'])
    expect((await kernel.variables()).map(({ name }) => name)).toEqual([])
  })

  test('replay to the same heap', async () => {
    const kernel = await start()
    const boot = await kernel.checkpoint()
    const outcomes = [
      await run(kernel, 'const a = await ask("x")', { records: { PAST: { 0: 1 } } }),
      await run(kernel, 'for (let i = 0; i < 30000; i++) ;\nquit()'),
      await run(kernel, 'await ask("fatal")'),
      await run(kernel, 'console.log(a, PAST)'),
    ]
    const recorded = []
    for (const checkpoint of [boot, ...outcomes.flatMap(({ checkpoints }) => checkpoints)])
      recorded.push({ checkpoint, hash: await kernel.imageHash(checkpoint) })
    const report = await (await start()).replay(recorded)
    expect(report).toMatchObject({ identical: true, compared: recorded.length })
    expect(report.outcomes.map(({ outcome }) => [outcome.status, outcome.text, outcome.error?.name])).toEqual(
      outcomes.map(({ status, text, error }) => [status, text, error?.name]),
    )
  })
})
