import type { CellError } from '../types.ts'
import { codeFrame, lineStarts, positionAt } from './frame.ts'

/** A cell that cannot be compiled: what is wrong, at which offset, and what to do instead. */
export class Refusal extends Error {
  readonly offset: number

  constructor(message: string, offset: number) {
    super(message)
    this.name = 'Refusal'
    this.offset = offset
  }
}

/** The error of a cell, with the place in the text as the user gave it. */
export function syntaxError(source: string, message: string, offset: number | null): CellError {
  const base = { kind: 'syntax', name: 'SyntaxError', message } as const
  if (offset === null) return base
  const { line, column } = positionAt(lineStarts(source), Math.min(offset, source.length))
  return { ...base, line, column, frame: codeFrame(source, line, column) }
}

export const TOO_DEEP = 'The code is nested too deeply: split it into smaller parts.'
