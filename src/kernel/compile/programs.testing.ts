import fc from 'fast-check'
import texts from './cases/programs.json'

/**
 * Statements with holes. `§S` takes a statement and `§E` an expression; both are reached when the program runs.
 * `§B` takes statements in the same function, `§F` those of a plain function, `§A` those of an async one. `§N` is a
 * number of the statement's own.
 */
const PLAIN: readonly string[] = texts.plain
const AWAITING: readonly string[] = [...PLAIN, ...texts.awaiting]
const TOP: readonly string[] = [...AWAITING, ...texts.top]

interface Tree {
  text: string
  bodies: Tree[][]
}

/** One statement of `texts` and what is in it; only where `await` may stand come those that need it. */
function tree(depth: number, texts: readonly string[]): fc.Arbitrary<Tree> {
  return fc.constantFrom(...texts).chain((text) => {
    const holes: string[] = text.match(/§[BFA]/g) ?? []
    const bodies = holes.map((hole): fc.Arbitrary<Tree[]> => {
      if (depth === 0) return fc.constant([{ text: '§S', bodies: [] }])
      const inner = hole === '§A' || (hole === '§B' && texts !== PLAIN) ? AWAITING : PLAIN
      return fc.array(tree(depth - 1, inner), { minLength: 1, maxLength: 2 })
    })
    return fc.tuple(...bodies).map((found): Tree => ({ text, bodies: found }))
  })
}

function write(trees: readonly Tree[], counter: { n: number }): string {
  return trees
    .map(({ text, bodies }) => {
      const n = String(counter.n++)
      let next = 0
      return text.replace(/§N/g, n).replace(/§[BFA]/g, () => write(bodies[next++] ?? [], counter))
    })
    .join('\n')
}

/** Programs with open holes `§S` and `§E`. */
export const programs: fc.Arbitrary<string> = fc
  .tuple(fc.array(tree(2, TOP), { minLength: 1, maxLength: 5 }), fc.constantFrom(...texts.last))
  .map(([trees, last]) => `${write(trees, { n: 0 })}\n${last}`)

/** Fills one hole with what is planted and all others with nothing of interest. */
export function plant(
  template: string,
  choice: number,
  planted: { statement: string; expression: string },
): string | null {
  const holes = [...template.matchAll(/§[SE]/g)]
  const chosen = holes[choice % Math.max(1, holes.length)]
  if (!chosen) return null
  return template.replace(/§[SE]/g, (hole, at: number) => {
    if (at === chosen.index) return hole === '§S' ? planted.statement : planted.expression
    return hole === '§S' ? '0' : '1'
  })
}

/** Ways in which a program reaches the kernel. */
export const WRAPPINGS: readonly ((program: string) => string)[] = [
  (program) => program,
  (program) => program.replace(/\n/g, '\r\n'),
  (program) => `Here it is:\n\n\`\`\`ts\n${program}\n\`\`\`\nDone.`,
  (program) => `\`\`\`typescript\r\n${program.replace(/\n/g, '\r\n')}`,
  (program) => `\uFEFF${program}`,
]
