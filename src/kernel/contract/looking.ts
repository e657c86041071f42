import { type Behaviour, matches, present, refusal, same } from './behaviour.ts'
import { caseTools } from './tools.ts'

/** What can be asked of a place in the past beside its values. */
export const LOOKING_BEHAVIOURS: Behaviour[] = [
  {
    name: 'runs code against what only a portable snapshot would have kept',
    run: async (make) => {
      const kernel = await make({ tools: caseTools(['echo']) })
      await kernel.run('let n = 1; const up = () => ++n; const list = [1, new Map([["k", 2]])]; up()')
      const here = await kernel.checkpoint()
      const hash = await kernel.imageHash(here)
      const text = async (code: string, state?: 'exact' | 'portable'): Promise<string> => {
        const outcome = await kernel.evaluateAt(here, code, state && { state })
        return outcome.error?.message ?? outcome.text
      }
      same(await text('[up(), list]'), '[3, [1, Map(1) {"k" => 2}]]', 'by default')
      same(await text('[up(), n]', 'exact'), '[3, 3]', 'exact')
      same(await text('[n, list]', 'portable'), '[2, [1, Map(1) {"k" => 2}]]', 'values')
      matches(await text('up()', 'portable'), /^Value for 'up' was not restored because/, 'tombstone')
      same(await text('typeof tools.echo', 'portable'), 'function', 'tools')
      same([(await kernel.checkpoint()).id, await kernel.imageHash(here)], [here.id, hash], 'untouched')
      const { checkpoints } = await kernel.run('await tools.echo(1)')
      matches(
        await refusal(kernel.evaluateAt(present(checkpoints[0], 'wait'), '1', { state: 'portable' })),
        /waits for echo/,
        'in the middle of a cell',
      )
      await kernel.dispose()
    },
  },
  {
    name: 'maps the pages of a heap beside those of another',
    run: async (make) => {
      const kernel = await make({})
      const boot = await kernel.checkpoint()
      await kernel.run('let big = new Uint8Array(400_000).fill(7)')
      const full = await kernel.checkpoint()
      const whole = await kernel.heapMap(full)
      const { same: shared, changed, freed } = whole.count
      same(
        [shared, changed, freed, whole.count.new * whole.pageBytes],
        [0, 0, 0, whole.bytes],
        'beside nothing',
      )
      const grown = await kernel.heapMap(full, boot)
      // The array alone takes 97 whole pages.
      same(
        [grown.count.new + grown.count.changed >= 97, grown.count.same > 0, grown.bytes],
        [true, true, whole.bytes],
        'grown',
      )
      const itself = await kernel.heapMap(full, full)
      same(
        [itself.count.same * itself.pageBytes, itself.count.changed + itself.count.new],
        [whole.bytes, 0],
        'itself',
      )
      same(Array.from(grown.pages).filter((kind) => kind === 3).length, grown.count.new, 'each page')
      const back = await kernel.heapMap(boot, full)
      same(back.count.freed, grown.count.new, 'the other way round')
      await kernel.dispose()
    },
  },
]
