import type { KernelEvent, RunOptions } from './types.ts'

/** Passes events on. An observer that throws changes nothing in the run: it is told of in a warning. */
export class Observer {
  #onEvent: RunOptions['onEvent']
  /** One sentence when the observer threw, else none. */
  readonly warnings: string[] = []

  constructor(onEvent: RunOptions['onEvent']) {
    this.#onEvent = onEvent
  }

  readonly emit = (event: KernelEvent): void => {
    try {
      this.#onEvent?.(event)
    } catch (error) {
      if (this.warnings.length === 0)
        this.warnings.push(`An observer of the run threw: ${String(error)}. The run went on without it.`)
    }
  }
}
