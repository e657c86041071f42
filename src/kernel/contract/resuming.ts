import { type Behaviour, present, same } from './behaviour.ts'
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
]
