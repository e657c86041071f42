import fc from 'fast-check'
import type { Json, Step } from '../types.ts'

/**
 * Random programs that call `tools.ask(key)` in sequence, in parallel, in loops and branches, catch failures and
 * forget calls. `KEY` in a text becomes a key of its own.
 */
export const programs: fc.Arbitrary<string> = fc
  .letrec<{ block: string; statement: string }>((tie) => ({
    block: fc.array(tie('statement'), { minLength: 1, maxLength: 3 }).map((list) => list.join('\n')),
    statement: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      fc.constant('log.push(await tools.ask(KEY))'),
      fc.constant('log.push(await Promise.race([tools.ask(KEY), tools.ask(KEY)]))'),
      fc.constant(
        'log.push((await Promise.allSettled([tools.ask(KEY), tools.ask(KEY)])).map((r) => r.value ?? "x"))',
      ),
      fc.constant('tools.ask(KEY).then(() => 0, () => 0)'),
      fc
        .array(tie('block'), { minLength: 1, maxLength: 3 })
        .map(
          (blocks) =>
            `await Promise.all([${blocks.map((block) => `(async () => { ${block} })()`).join(', ')}])`,
        ),
      tie('block').map((block) => `try { ${block} } catch (error) { log.push(error.message) }`),
      tie('block').map((block) => `for (let i = 0; i < 2; i++) { ${block} }`),
      fc
        .tuple(tie('block'), tie('block'))
        .map(([yes, no]) => `if (Number(await tools.ask(KEY)) > 5) { ${yes} } else { ${no} }`),
    ),
  }))
  .block.map((block) => {
    let last = 0
    const key = (): string => {
      last += 1
      return String(last)
    }
    return `const log = []\n${block.replaceAll('KEY', key)}`
  })

/** What the tool answers: a number below ten, or for some an error. */
export function answerFor(key: Json | undefined, salt: number): { result: number } | { error: string } {
  let hash = salt + 17
  for (const character of JSON.stringify(key ?? null)) hash = (hash * 31 + character.charCodeAt(0)) % 100_003
  return hash % 5 === 0 ? { error: `no ${hash % 10}` } : { result: hash % 10 }
}

export type Settle = Extract<Step, { type: 'settle' }>

/** How a program ends. */
export type End = { value: string } | { error: string } | { open: true }

/**
 * What a program comes to in this engine when its calls, numbered from `first`, are answered so, in this order: the
 * language says it all, so two engines have to agree.
 */
export async function expected(
  program: string,
  settles: readonly Settle[],
  first: number,
): Promise<{ end: End; inputs: Json[] }> {
  const open = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>()
  const inputs: Json[] = []
  const ask = (input: Json): Promise<unknown> => {
    inputs.push(input)
    const id = first + inputs.length - 1
    return new Promise((resolve, reject) => open.set(id, { resolve, reject }))
  }
  let end: End = { open: true }
  const AsyncFunction = (async () => undefined).constructor as new (
    ...parts: string[]
  ) => (tools: object) => Promise<string>
  new AsyncFunction('tools', `${program}\nreturn JSON.stringify(log)`)({ ask }).then(
    (value) => {
      end = { value }
    },
    (error: unknown) => {
      end = { error: error instanceof Error ? error.message : String(error) }
    },
  )
  await drained()
  for (const { call, status, payload } of settles) {
    const waiting = open.get(call)
    if (!waiting) throw new Error(`The program never made call ${call}`)
    open.delete(call)
    const answer: unknown = payload === '' ? undefined : JSON.parse(payload)
    if (status === 'ok') waiting.resolve(answer)
    else waiting.reject(new Error((answer as { message: string }).message))
    await drained()
  }
  return { end, inputs }
}

/** All microtasks have run. */
const drained = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))
