import fc from 'fast-check'
import type { Lane } from '../../notebook/lanes.ts'
import type { StopView } from '../../notebook/view.ts'

/** Stops from one letter each: `b` boot, `w` a wait, `e` an end, `x` a failed end, `s` a stopped end, `c` calls without a cell. */
export function stopsOf(letters: string, prefix = 'e', turnOf = (_: number) => 1): StopView[] {
  let cell = 0
  let open = false
  return [...letters].map((letter, index): StopView => {
    if (letter !== 'b' && letter !== 'c' && !open) cell += 1
    open = letter === 'w'
    return {
      event: `${prefix}${index}`,
      kind: letter === 'b' ? 'boot' : letter === 'w' ? 'wait' : letter === 'c' ? 'calls' : 'end',
      cell: letter === 'b' ? 0 : cell,
      turn: letter === 'b' ? 0 : turnOf(index),
      waitingFor: letter === 'w' || letter === 'c' ? ['search'] : [],
      status:
        letter === 'x'
          ? 'error'
          : letter === 's'
            ? 'stopped'
            : letter === 'e' || letter === 'c'
              ? 'ok'
              : null,
      at: index * 100,
    }
  })
}

/** An item that has to be there. */
export function itemAt<T>(list: readonly T[], index: number): T {
  const item = list[index]
  if (item === undefined) throw new Error(`Nothing stands at ${index}`)
  return item
}

/** A lane that shares `shared` stops with another. */
export function laneOf(branch: string, letters: string, from: Lane | null = null, shared = 0): Lane {
  const own = stopsOf(letters, branch)
  return {
    branch,
    name: branch,
    from: from?.branch ?? null,
    at: from ? 'x' : null,
    shared,
    stops: [...(from?.stops.slice(0, shared) ?? []), ...own],
  }
}

export const letters = (maxLength = 40) =>
  fc.array(fc.constantFrom('w', 'w', 'e', 'x', 's', 'c'), { maxLength }).map((rest) => `b${rest.join('')}`)

/** Lanes that leave earlier ones anywhere, some at once after another, some without stops of their own. */
export const anyLanes: fc.Arbitrary<Lane[]> = fc
  .tuple(
    letters(),
    fc.array(fc.record({ from: fc.nat(), shared: fc.nat(), rest: letters(12) }), { maxLength: 5 }),
  )
  .map(([first, forks]) => {
    const all = [laneOf('main', first)]
    for (const { from, shared, rest } of forks) {
      const parent = all[from % all.length]
      if (!parent) continue
      const many = 1 + (shared % parent.stops.length)
      // What a branch shares with a lane is never less than what that lane shares with its own.
      if (many >= parent.shared) all.push(laneOf(`b${all.length}`, rest.slice(1), parent, many))
    }
    return all
  })
