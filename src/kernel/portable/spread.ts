import { edgesOf, kindOf, type RawGraph, type RawValue, refOf } from './graph.ts'

/** Steps of a path that are shown. */
const MOST_STEPS = 12

/** The next object on the way to one of the set, that one, and how far it is. */
interface Hop {
  next: number
  seed: number
  steps: number
}

/** Which objects lead to one of a set, however deep; found backwards from there, so in time linear in the graph. */
export interface Spread {
  has(value: RawValue): boolean
  /** The path from a value to the nearest one of the set, and which it is. A long path is cut. */
  way(value: RawValue): { path: string; at: number } | null
}

export function spreadFrom(
  graph: RawGraph,
  holders: readonly (readonly number[])[],
  seeds: readonly number[],
): Spread {
  const hops = new Map<number, Hop>(seeds.map((seed) => [seed, { next: seed, seed, steps: 0 }]))
  const queue = [...seeds]
  for (const at of queue) {
    const { seed, steps } = hops.get(at) ?? { seed: at, steps: 0 }
    for (const holder of holders[at] ?? []) {
      if (hops.has(holder)) continue
      hops.set(holder, { next: at, seed, steps: steps + 1 })
      queue.push(holder)
    }
  }
  return {
    has: (value) => hops.has(refOf(value) ?? -1),
    way(value) {
      const first = hops.get(refOf(value) ?? -1)
      if (!first) return null
      let path = ''
      let at = refOf(value) ?? -1
      for (let left = first.steps; left > 0; left -= 1) {
        if (first.steps - left === MOST_STEPS) {
          path += ` … ${left} steps deeper … `
          break
        }
        const next = hops.get(at)?.next ?? first.seed
        path += stepTo(graph, at, (part) => refOf(part) === next) ?? ''
        at = next
      }
      return { path, at: first.seed }
    },
  }
}

/** How a path goes on from an object to its first part of a kind. */
export function stepTo(
  graph: RawGraph,
  at: number,
  wanted: (value: RawValue) => boolean,
): string | undefined {
  const object = graph.objects[at]
  if (!object) return undefined
  for (const edge of edgesOf(object, graph.objects)) if (wanted(edge.value)) return edge.step()
  return undefined
}

/** By object: the objects that hold it. And those that hold something that cannot be carried. */
export function holdersOf(graph: RawGraph): { holders: number[][]; bad: number[] } {
  const holders: number[][] = graph.objects.map(() => [])
  const bad: number[] = []
  for (const [index, object] of graph.objects.entries()) {
    let fails = false
    for (const { value } of edgesOf(object, graph.objects)) {
      const ref = refOf(value)
      if (ref !== undefined) holders[ref]?.push(index)
      else if (kindOf(value) !== undefined) fails = true
    }
    if (fails) bad.push(index)
  }
  return { holders, bad }
}
