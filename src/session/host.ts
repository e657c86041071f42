import type { HostCall, Protocol } from '../agents/types.ts'
import type {
  BoundFunction,
  BoundManifest,
  Checkpoint,
  CheckpointId,
  Configuration,
  Kernel,
  KernelOptions,
  KernelTool,
} from '../kernel/types.ts'
import { DEFAULT_LIMITS } from '../kernel/types.ts'
import type { EventOf } from '../notebook/events.ts'
import type { Notebook } from '../notebook/notebook.ts'
import { checkpointsOf } from '../notebook/state.ts'
import { type Chosen, protocolOf } from './core.ts'
import type { Settled } from './options.ts'
import { scopeBoots } from './scopes.ts'
import type { Secrets } from './secrets.ts'
import { allowedTools, checkingOutputs, cleaning, reviveTools } from './tools.ts'

/** What a boot for a protocol comes to. */
export interface Booted {
  configuration: Configuration
  checkpoint: Checkpoint
  /** Other boots, with fewer tools; empty where the protocol needs none. */
  scopes: Record<string, Checkpoint>
}

type HostOptions = Pick<Settled, 'createKernel' | 'tools' | 'limits' | 'protocols'>

export type Performer = (call: HostCall, signal: AbortSignal) => Promise<unknown>

/** The kernel of a notebook, and where in the notebook's history it stands. */
export class Host {
  readonly #options: HostOptions
  readonly #secrets: Secrets
  #kernel: Promise<Kernel> | null = null
  #at: CheckpointId | null = null
  /** The boot of the settings that the kernel runs with. */
  #boot: CheckpointId | null = null
  /** Does what a cell that runs asks of the protocol itself; `null` when none runs. */
  performer: Performer | null = null

  constructor(options: HostOptions, secrets: Secrets) {
    this.#options = options
    this.#secrets = secrets
  }

  /** Boots for a protocol that was just chosen. Checkpoints of the notebook stay reachable. */
  async boot(chosen: Chosen, notebook: Notebook): Promise<Booted> {
    const protocol = protocolOf(this.#options.protocols, chosen.protocol)
    const tools = allowedTools(this.#options.tools, protocol, chosen.options)
    const more = protocol.interpreter?.(chosen.options) ?? {}
    const bound = this.#bound(protocol.bound)
    const kernel = await this.#start(
      { ...more, dialect: protocol.dialect, tools, bound },
      protocol,
      chosen,
      notebook,
    )
    const checkpoint = await kernel.checkpoint()
    this.#at = checkpoint.id
    this.#boot = checkpoint.id
    if (checkpoint.step.type !== 'configure')
      throw new Error('A new interpreter has to begin with its configuration')
    const { type: _, ...configuration } = checkpoint.step
    const sets = protocol.scopes?.(chosen.options, configuration.tools) ?? {}
    const scopes = scopeBoots(checkpoint, configuration, sets)
    await kernel.adopt(Object.values(scopes))
    return { configuration, checkpoint, scopes }
  }

  /** Boots for a recorded notebook. Its images are computed anew when they are needed. */
  async reopen(configured: EventOf<'configured'>, notebook: Notebook): Promise<void> {
    const { memoryBytes, tools, bound, ...rest } = configured.configuration
    const protocol = this.#options.protocols.find(({ id }) => id === configured.protocol)
    const revived = reviveTools(tools, this.#options.tools)
    const options = { ...rest, tools: revived, bound: this.#bound(bound), limits: { memoryBytes } }
    await this.#start(options, protocol, configured, notebook)
    this.#at = null
    this.#boot = configured.checkpoint.id
  }

  /** Throws when it did not start. */
  async kernel(): Promise<Kernel> {
    if (!this.#kernel) throw new Error('The interpreter was not started')
    return this.#kernel
  }

  /** The kernel with the settings of a branch: another branch may have other ones. */
  async kernelFor(configured: EventOf<'configured'> | undefined, notebook: Notebook): Promise<Kernel> {
    if (configured && this.#boot !== configured.checkpoint.id) await this.reopen(configured, notebook)
    return this.kernel()
  }

  /** A kernel put to a checkpoint, unless it stands there already. */
  async stand(kernel: Kernel, checkpoint: Checkpoint): Promise<Kernel> {
    if (this.#at !== checkpoint.id) {
      this.#at = null
      await kernel.restore(checkpoint)
      this.#at = checkpoint.id
    }
    return kernel
  }

  /** Says where a run left it; `null` when that is not known for sure. */
  movedTo(id: CheckpointId | null): void {
    this.#at = id
  }

  async dispose(): Promise<void> {
    const kernel = this.#kernel
    this.#kernel = null
    this.#boot = null
    // A kernel that never started has nothing to dispose of, and its failure was told when it happened.
    await kernel?.then(
      (started) => started.dispose(),
      () => undefined,
    )
  }

  #bound(manifests: readonly BoundManifest[] = []): BoundFunction[] {
    return manifests.map((manifest) => ({
      ...manifest,
      call: async (input, { signal, callId }) => {
        if (!this.performer) throw new Error('No cell is running')
        return this.performer({ id: callId, name: manifest.name, input }, signal)
      },
    }))
  }

  async #start(
    options: KernelOptions & { tools: KernelTool[] },
    protocol: Protocol | undefined,
    chosen: Pick<Chosen, 'options'>,
    notebook: Notebook,
  ): Promise<Kernel> {
    await this.dispose()
    const special = protocol?.limits?.(chosen.options) ?? {}
    const limits = { ...DEFAULT_LIMITS, ...this.#options.limits, ...special, ...options.limits }
    const checked = protocol?.checksOutputs ? options.tools.map(checkingOutputs) : options.tools
    const tools = protocol?.bound ? checked.map((tool) => cleaning(tool, this.#secrets)) : checked
    this.#kernel = this.#options.createKernel({ ...options, tools, limits })
    const kernel = await this.#kernel
    const known = [...notebook.events.values()].flatMap(checkpointsOf)
    if (known.length > 0) await kernel.adopt(known)
    return kernel
  }
}
