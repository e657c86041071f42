import { isIdentifier } from '../names.ts'

/** A place in a value, linked to its parent so that descending costs nothing until somebody asks for the text. */
export interface Place {
  parent: Place | null
  key: string | number
}

/** `$`, `$.a`, `$.rows[2].id`, `$["odd key"]`. */
export function placeText(place: Place | null): string {
  const parts: string[] = []
  for (let at = place; at !== null; at = at.parent) parts.push(step(at.key))
  return `$${parts.reverse().join('')}`
}

function step(key: string | number): string {
  if (typeof key === 'number') return `[${key}]`
  return isIdentifier(key) ? `.${key}` : `[${JSON.stringify(key)}]`
}
