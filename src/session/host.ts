import type { Protocol } from '../agents/types.ts'
import type {
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
import { checkpointOf } from '../notebook/state.ts'
import type { Settled } from './options.ts'

/** The kernel of a notebook, and where in the notebook's history it stands. */
export class Host {
  readonly #options: Pick<Settled, 'createKernel' | 'tools' | 'limits'>
  #kernel: Promise<Kernel> | null = null
  #at: CheckpointId | null = null

  constructor(options: Pick<Settled, 'createKernel' | 'tools' | 'limits'>) {
    this.#options = options
  }

  /** Boots for a protocol that was just chosen. Checkpoints of the notebook stay reachable. */
  async boot(
    protocol: Protocol,
    notebook: Notebook,
  ): Promise<{ configuration: Configuration; checkpoint: Checkpoint }> {
    const kernel = await this.#start({ dialect: protocol.dialect, tools: [...this.#options.tools] }, notebook)
    const checkpoint = await kernel.checkpoint()
    this.#at = checkpoint.id
    if (checkpoint.step.type !== 'configure')
      throw new Error('A new interpreter has to begin with its configuration')
    const { type: _, ...configuration } = checkpoint.step
    return { configuration, checkpoint }
  }

  /** Boots for a recorded notebook. Its images are computed anew when they are needed. */
  async reopen({ configuration }: EventOf<'configured'>, notebook: Notebook): Promise<void> {
    const { memoryBytes, tools, ...rest } = configuration
    await this.#start({ ...rest, tools: this.#revive(tools), limits: { memoryBytes } }, notebook)
    this.#at = null
  }

  /** Throws when it did not start. */
  async kernel(): Promise<Kernel> {
    if (!this.#kernel) throw new Error('The interpreter was not started')
    return this.#kernel
  }

  /** The kernel, standing at a checkpoint. */
  async standAt(checkpoint: Checkpoint): Promise<Kernel> {
    const kernel = await this.kernel()
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
    // A kernel that never started has nothing to dispose of, and its failure was told when it happened.
    await kernel?.then(
      (started) => started.dispose(),
      () => undefined,
    )
  }

  async #start(options: KernelOptions, notebook: Notebook): Promise<Kernel> {
    await this.dispose()
    const limits = { ...DEFAULT_LIMITS, ...this.#options.limits, ...options.limits }
    this.#kernel = this.#options.createKernel({ ...options, limits })
    const kernel = await this.#kernel
    const known = [...notebook.events.values()].flatMap((event) => checkpointOf(event) ?? [])
    if (known.length > 0) await kernel.adopt(known)
    return kernel
  }

  /** Tools as they were declared then, performed by those of today. */
  #revive(tools: Configuration['tools']): KernelTool[] {
    return tools.map((manifest) => {
      const tool = this.#options.tools.find(({ name }) => name === manifest.name)
      const gone = (): never => {
        throw new Error(
          `The tool ${manifest.name}, which this notebook was recorded with, is not set up here.`,
        )
      }
      return { ...manifest, call: tool ? (input, context) => tool.call(input, context) : gone }
    })
  }
}
