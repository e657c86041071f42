/**
 * What a value from outside has to look like, as functions that give it back with its type. The sample tools are part
 * of the first run, and for the few shapes of their files a library would be most of what is loaded for them.
 * @throws {ShapeError} which names the first place that is wrong
 */
export type Shape<T> = (value: unknown) => T

export class ShapeError extends Error {
  override name = 'ShapeError'
  readonly place: string
  readonly expected: string

  constructor(place: string, expected: string) {
    super(`$${place} is not ${expected}`)
    this.place = place
    this.expected = expected
  }
}

export const string: Shape<string> = (value) => {
  if (typeof value !== 'string') throw new ShapeError('', 'a string')
  return value
}

export const number: Shape<number> = (value) => {
  if (typeof value !== 'number') throw new ShapeError('', 'a number')
  return value
}

export function oneOf<const T extends string>(words: readonly T[]): Shape<T> {
  return (value) => {
    const found = words.find((word) => word === value)
    if (found === undefined) throw new ShapeError('', `one of ${words.join(', ')}`)
    return found
  }
}

export function optional<T>(shape: Shape<T>): Shape<T | undefined> {
  return (value) => (value === undefined ? undefined : shape(value))
}

export function list<T>(shape: Shape<T>): Shape<T[]> {
  return (value) => listOf(value).map((item, index) => at(`[${index}]`, shape, item))
}

/** A list with a shape for each place. */
export function tuple<T extends unknown[]>(...shapes: { [K in keyof T]: Shape<T[K]> }): Shape<T> {
  return (value) => {
    const items = listOf(value)
    if (items.length !== shapes.length) throw new ShapeError('', `a list of ${shapes.length}`)
    return shapes.map((shape, index) => at(`[${index}]`, shape, items[index])) as T
  }
}

/** Fields that are not named are left out. */
export function record<T extends object>(shapes: { [K in keyof T]: Shape<T[K]> }): Shape<T> {
  return (value) => {
    if (typeof value !== 'object' || value === null) throw new ShapeError('', 'an object')
    const fields = value as Record<string, unknown>
    return Object.fromEntries(
      Object.entries<Shape<unknown>>(shapes).map(([key, shape]) => [key, at(`.${key}`, shape, fields[key])]),
    ) as T
  }
}

function listOf(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new ShapeError('', 'a list')
  return value
}

function at<T>(step: string, shape: Shape<T>, value: unknown): T {
  try {
    return shape(value)
  } catch (error) {
    if (error instanceof ShapeError) throw new ShapeError(step + error.place, error.expected)
    throw error
  }
}
