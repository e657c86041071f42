import type { Protocol } from '../agents/types.ts'
import { DEFAULT_LIMITS, type Kernel, type KernelOptions, type Limits } from '../kernel/types.ts'
import type { Model } from '../models/types.ts'
import type { ModelSetup } from '../notebook/events.ts'
import type { Notebook } from '../notebook/notebook.ts'
import type { Tool } from '../tools/types.ts'
import type { Journal } from './persist.ts'
import type { Demo, Endpoint } from './types.ts'

/** Everything that a session does to the world is given to it. */
export interface SessionOptions {
  notebook: Notebook
  /** Boots an interpreter: in this thread or behind a worker. */
  createKernel(options: KernelOptions): Promise<Kernel>
  /**
   * Makes who answers; a person is the session's own affair. `endpoint` has the key, and is `null` when the notebook
   * was opened again and nobody has given one since.
   */
  createModel(setup: Exclude<ModelSetup, { kind: 'person' }>, endpoint: Endpoint | null): Model
  tools: readonly Tool[]
  /** The first is the one that new notebooks begin with. */
  protocols: readonly Protocol[]
  /** At most one for each protocol. */
  demos?: readonly Demo[]
  /** Who answers in a notebook in which nobody has answered yet. Default: the first demo's tape, else a person. */
  model?: ModelSetup
  limits?: Partial<Limits>
  /** Where the notebook is kept; by default nowhere. */
  journal?: Journal | null
  /** Why nothing may be changed; `null` when it may. */
  readOnly?: string | null
  /** ms since 1970. */
  now?: () => number
  newId?: () => string
  /** Calls back when the page may be about to go away; the returned function ends that. */
  onHide?: (callback: () => void) => () => void
  /** Calls back soon, at most about 60 times a second. */
  schedule?: (callback: () => void) => void
}

const FRAME_MS = 16

export type Settled = Required<SessionOptions>

export function settle(options: SessionOptions): Settled {
  const [demo] = options.demos ?? []
  return {
    demos: [],
    model: demo ? { kind: 'tape', tape: demo.tape } : { kind: 'person' },
    limits: {},
    journal: null,
    readOnly: null,
    now: () => Date.now(),
    newId: () => crypto.randomUUID(),
    onHide: onPageHidden,
    schedule: (callback) => {
      setTimeout(callback, FRAME_MS)
    },
    ...options,
  }
}

/** On phones a page that is hidden may never be heard of again, and `pagehide` covers what `visibilitychange` does not. */
function onPageHidden(callback: () => void): () => void {
  if (typeof document === 'undefined') return () => undefined
  const onChange = (): void => {
    if (document.visibilityState === 'hidden') callback()
  }
  document.addEventListener('visibilitychange', onChange)
  window.addEventListener('pagehide', callback)
  return () => {
    document.removeEventListener('visibilitychange', onChange)
    window.removeEventListener('pagehide', callback)
  }
}

/** The limits as they go into the notebook: all of them, but for what JSON cannot hold. */
export function recordedLimits(limits: Partial<Limits>): Partial<Limits> {
  const all = { ...DEFAULT_LIMITS, ...limits }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => Number.isFinite(value)))
}
