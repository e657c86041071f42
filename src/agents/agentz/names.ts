import type { BoundManifest } from '../../kernel/types.ts'

export const CALL_ME = 'call_me'
export const QUIT = 'quit'
export const INPUT = 'input'
export const SET_NEXT = 'set_next_cell_code'
export const GET_HISTORY = 'get_history_cells'

const HOST_TOOLS: ReadonlySet<string> = new Set([SET_NEXT, GET_HISTORY])

/** Tools that the host answers itself, inside `call_me`. */
export const isHostTool = (name: string): boolean => HOST_TOOLS.has(name)

/** Registering a second successor ends the cell. */
export const ALREADY_SCHEDULED = 'NextCellAlreadyScheduled'

export const BOUND: readonly BoundManifest[] = [
  { name: CALL_ME, fatal: [ALREADY_SCHEDULED] },
  { name: INPUT },
  { name: QUIT, ends: true },
]
