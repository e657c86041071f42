import type { Json } from '../../kernel/types.ts'

/** Options come from files that may hold anything: what is of a wrong kind counts as absent. */

export const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '')

/** A whole number from 1 up. */
export function positive(value: Json | undefined): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 1 ? Math.floor(value) : null
}

export const flag = (value: Json | undefined, otherwise: boolean): boolean =>
  typeof value === 'boolean' ? value : otherwise
