import { BUILD_ID } from '../build.ts'
import known from '../cases/images.json'
import { type Behaviour, same } from './behaviour.ts'
import { caseTools } from './tools.ts'

/** Programs whose heap has to come out the same on every machine, browser, zone and language. */
const KNOWN_PROGRAMS: Record<string, string[]> = {
  boot: [],
  values: [
    'const m = new Map([["a", { b: [1, 2n, /x/g] }]]); class A { #p = 1; get p() { return this.#p } } new A().p',
  ],
  'time and chance': ['[Math.random(), new Date(0).getHours(), new Date(2024, 5, 1).toString()]'],
  calls: [
    'let sum = 0; for (let i = 0; i < 4; i++) sum += await tools.echo(i); sum',
    'try { await tools.fail({ message: "no" }) } catch (error) { String(error.message) }',
  ],
  failures: ['null.x', 'const deep = (n: number): number => n === 0 ? 0 : 1 + deep(n - 1); deep(100000)'],
}

/** Hashes of the images after each program, by running them. */
export async function hashesOf(make: Parameters<Behaviour['run']>[0]): Promise<Record<string, string>> {
  const hashes: Record<string, string> = { build: BUILD_ID }
  for (const [name, cells] of Object.entries(KNOWN_PROGRAMS)) {
    const kernel = await make({ tools: caseTools(['echo', 'fail']) })
    for (const cell of cells) await kernel.run(cell)
    hashes[name] = await kernel.imageHash(await kernel.checkpoint())
    await kernel.dispose()
  }
  return hashes
}

export const KNOWN_IMAGES: Behaviour = {
  name: 'comes to the same heap on every machine',
  run: async (make) => {
    const hashes = await hashesOf(make)
    for (const name of Object.keys(known))
      same(hashes[name], (known as Record<string, string>)[name], `image after ${name}`)
  },
}
