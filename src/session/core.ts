import type { StoreApi } from 'zustand/vanilla'
import type { Options, Protocol } from '../agents/types.ts'
import type { EventOf, NotebookPath } from '../notebook/events.ts'
import { configuredAt, type OpenCell, openCellAt } from '../notebook/state.ts'
import type { Document } from './document.ts'
import { Refused } from './errors.ts'
import type { Host } from './host.ts'
import type { ModelChoice } from './model-choice.ts'
import type { Settled } from './options.ts'
import type { Secrets } from './secrets.ts'
import type { Tasks } from './tasks.ts'
import type { SessionState } from './types.ts'

/** What the parts of a session share. */
export interface Core {
  readonly options: Settled
  readonly store: StoreApi<SessionState>
  readonly document: Document
  readonly host: Host
  readonly tasks: Tasks
  readonly choice: ModelChoice
  readonly secrets: Secrets
  /** A cell that waits for what a person says. */
  input: { answer: (text: string) => void } | null
  /** The protocol that the next message begins with, when that is not the one of the branch. */
  chosen: Chosen | null
}

/** A protocol with its settings. */
export interface Chosen {
  protocol: string
  options: Options
}

/** The protocol that a path was recorded with. Throws when this version does not have it. */
export function protocolAt(core: Pick<Core, 'options'>, path: NotebookPath): Protocol {
  return protocolOf(core.options.protocols, configuredAt(path)?.protocol)
}

/** The protocol of this name; the first one without a name. Throws when this version does not have it. */
export function protocolOf(protocols: readonly Protocol[], id: string | undefined): Protocol {
  const protocol = id === undefined ? protocols[0] : protocols.find((candidate) => candidate.id === id)
  if (!protocol)
    throw new Refused(
      id === undefined
        ? 'There is no protocol to run it with.'
        : `This notebook uses the protocol "${id}", which this version does not have.`,
    )
  return protocol
}

/** The state's sentence. The same one twice has to be a change, or it is not read out again. */
export function announcementOf(core: Pick<Core, 'store'>, text: string): { announcement: string } {
  return { announcement: core.store.getState().announcement === text ? `${text}\u00a0` : text }
}

/** Throws when the notebook may only be looked at. */
export function checkWritable({ store }: Pick<Core, 'store'>): void {
  const { readOnly } = store.getState()
  if (readOnly !== null) throw new Refused(readOnly)
}

/** The cell that waits at the end of a path. Throws when none does. */
export function waitAt(path: NotebookPath): OpenCell & { wait: EventOf<'waited'> } {
  const open = openCellAt(path)
  if (!open?.wait || open.waiting.length === 0)
    throw new Refused('Nothing waits here. Choose a place at which a cell waits for a tool.')
  return { ...open, wait: open.wait }
}
