import { createRedactor, type Redact } from '../models/redact.ts'

/** Takes all secrets that are configured now out of what goes to an interpreter or into a record. */
export class Secrets {
  readonly #secrets: () => readonly string[]
  #known = ''
  #redact: Redact | null = null

  constructor(secrets: () => readonly string[]) {
    this.#secrets = secrets
  }

  readonly clean = (text: string): string => this.#now()?.(text) ?? text

  /** In all texts of plain data, names of fields included. The same object when there is nothing to take out. */
  cleanAll<T>(value: T): T {
    const redact = this.#now()
    return redact === null ? value : (cleaned(value, redact) as T)
  }

  #now(): Redact | null {
    const secrets = this.#secrets().filter((secret) => secret !== '')
    const known = JSON.stringify(secrets)
    if (known !== this.#known) {
      this.#known = known
      this.#redact = secrets.length === 0 ? null : createRedactor(secrets)
    }
    return this.#redact
  }
}

function cleaned(value: unknown, redact: Redact): unknown {
  if (typeof value === 'string') return redact(value)
  if (Array.isArray(value)) return value.map((item) => cleaned(item, redact))
  if (typeof value !== 'object' || value === null || !isPlain(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [redact(key), cleaned(item, redact)]))
}

/** What is no plain data is left to the kernel, which says why it cannot cross. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
