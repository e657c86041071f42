import { edgesOf, kindOf, type RawGraph, type RawValue, refOf } from './graph.ts'

/** What leads from an object to the nearest one of a set: the object itself, or the next one on the way. */
type Hop = { here: true } | { here: false; next: number }

/** Which objects lead to one of a set, however deep; found backwards from there, so in time linear in the graph. */
export interface Spread {
  has(value: RawValue): boolean
  /** The path from a value to the nearest one of the set, and which it is. */
  way(value: RawValue): { path: string; at: number } | null
}

export function spreadFrom(
  graph: RawGraph,
  holders: readonly (readonly number[])[],
  seeds: readonly number[],
): Spread {
  const hops = new Map<number, Hop>(seeds.map((seed) => [seed, { here: true }]))
  const queue = [...seeds]
  for (const at of queue) {
    for (const holder of holders[at] ?? []) {
      if (hops.has(holder)) continue
      hops.set(holder, { here: false, next: at })
      queue.push(holder)
    }
  }
  const has = (value: RawValue): boolean => hops.has(refOf(value) ?? -1)
  return {
    has,
    way(value) {
      let at = refOf(value) ?? -1
      const steps: string[] = []
      for (let hop = hops.get(at); hop; hop = hops.get(at)) {
        if (hop.here) return { path: steps.join(''), at }
        const { next } = hop
        steps.push(stepTo(graph, at, (edge) => refOf(edge) === next) ?? '')
        at = next
      }
      return null
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
