import type { ToolCall } from '../../models/types.ts'
import { kindOf } from '../shared/words.ts'
import { ALREADY_SCHEDULED, SET_NEXT } from './names.ts'

/** Characters of a summary. */
const MOST_SUMMARY = 256

/** The code of the cell that comes next. */
export interface Successor {
  code: string
  summary: string
  /** When it was registered, ms since 1970. */
  at: number
}

/** What becomes of a call of a host tool. `fatal`: it ends the cell rather than being told to the model. */
export type HostResult =
  | { ok: true; output: unknown; successor?: Successor }
  | { ok: false; name: string; message: string; fatal?: boolean }

/** Where a cell is when the model wants to register what comes after it. */
export interface Place {
  number: number
  /** Its own code is over. */
  over: boolean
  /** The user's own cell: it is outside of the chain. */
  own: boolean
  successor: Successor | null
}

/**
 * Registers a successor, or says why not. Only one is ever taken: a second one is a mistake that no cell may go on with,
 * as two cells cannot come next.
 */
export function register(call: Pick<ToolCall, 'arguments'>, place: Place, at: number): HostResult {
  const { number, over, own, successor } = place
  if (over) return { ok: false, name: 'CellFinished', message: `Cell ${number} has finished` }
  const read = readSuccessor(call)
  if (typeof read === 'string') return { ok: false, name: 'TypeError', message: read }
  if (own) {
    const message = `Cell ${number} was run by the user and has no successor: only cells of the chain have one.`
    return { ok: false, name: 'NotInChain', message }
  }
  if (successor) {
    const message = `Cell ${number} has a successor already. It stays as it was registered first, and the cell ends here.`
    return { ok: false, name: ALREADY_SCHEDULED, message, fatal: true }
  }
  return {
    ok: true,
    output: { registered: true, runs: `after cell ${number} has ended` },
    successor: { ...read, at },
  }
}

/** Both are required, and nothing else is taken. */
function readSuccessor({ arguments: given }: Pick<ToolCall, 'arguments'>): Omit<Successor, 'at'> | string {
  if (given === undefined) return `The arguments of ${SET_NEXT} are no JSON object. Send {"code", "summary"}.`
  const { code, summary, ...rest } = given
  if (typeof code !== 'string') return `code has to be a string; it is ${kindOrNothing(code)}.`
  if (code.trim() === '') return 'code is empty. Send the whole program of the next cell.'
  if (typeof summary !== 'string') return `summary has to be a string; it is ${kindOrNothing(summary)}.`
  const length = [...summary].length
  if (length > MOST_SUMMARY)
    return `summary has ${length} characters; at most ${MOST_SUMMARY} are allowed. Shorten it.`
  const [stray] = Object.keys(rest)
  if (stray !== undefined) return `${SET_NEXT} takes code and summary, not ${JSON.stringify(stray)}.`
  return { code, summary }
}

const kindOrNothing = (value: unknown): string => (value === undefined ? 'missing' : kindOf(value))
