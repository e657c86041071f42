import { Archive } from './archive.ts'
import { BUILD_ID } from './build.ts'
import { LiveKernel } from './live.ts'
import { callablesOf, configurationOf, idOf, last, limitsOf } from './options.ts'
import type { Checkpoint, CheckpointId, Kernel, KernelOptions } from './types.ts'

export interface KernelEnvironment {
  /** Monotonic ms. */
  clock: () => number
  /** ms since 1970. */
  time: () => number
  /** A prefix of checkpoint ids that no other kernel uses. */
  newPrefix: () => string
}

const REAL_ENVIRONMENT: KernelEnvironment = {
  clock: () => performance.now(),
  time: () => Date.now(),
  newPrefix: () => crypto.randomUUID().slice(0, 8),
}

/** Boots an interpreter in this thread. Rejects only when the interpreter itself cannot be loaded. */
export async function createKernel(
  options: KernelOptions = {},
  environment: Partial<KernelEnvironment> = {},
): Promise<Kernel> {
  const { newPrefix, ...rest } = { ...REAL_ENVIRONMENT, ...environment }
  const limits = limitsOf(options)
  const archive = new Archive(limits, rest.clock)
  const live = new LiveKernel({
    images: archive,
    configuration: configurationOf(options),
    limits,
    tools: callablesOf(options),
    environment: { ...rest, prefix: newPrefix() },
  })
  await live.boot()

  /** The place asked for; the image of the live place is made sure of first. */
  const place = (checkpoint?: Checkpoint | CheckpointId): Promise<CheckpointId> | CheckpointId =>
    checkpoint === undefined || idOf(checkpoint) === live.at ? live.flush() : idOf(checkpoint)

  return {
    build: () => Promise.resolve(BUILD_ID),
    run: (code, run) => live.run(code, run),
    resume: (checkpoint, answers, run) => live.resume(idOf(checkpoint), answers, run),
    checkpoint: () => live.checkpoint(),
    reset: () => live.reset(),
    restorePortable: (snapshot) => live.restorePortable(snapshot),
    restore: (checkpoint) => live.restore(idOf(checkpoint)),
    adopt: (checkpoints) => Promise.resolve(live.adopt(checkpoints)),
    variables: async (checkpoint) => archive.variables(await place(checkpoint)),
    inspect: async (checkpoint, name, path) => archive.inspect(await place(checkpoint), name, path),
    evaluateAt: async (checkpoint, code, { state } = {}) =>
      archive.evaluateAt(await place(checkpoint), code, state),
    heapMap: async (checkpoint, against = null) =>
      archive.heapMap(await place(checkpoint), against === null ? null : await place(against)),
    portableSnapshot: async (checkpoint) => archive.portableSnapshot(await place(checkpoint)),
    portableReport: async (checkpoint) => archive.portableReport(await place(checkpoint)),
    imageHash: async (checkpoint) => archive.imageHash(await place(checkpoint)),
    exportImage: async (checkpoint) => archive.exportImage(await place(checkpoint)),
    importImage: async (bytes) => last(await archive.importImage(bytes)),
    replay: async (recorded) => {
      await live.flush()
      return archive.replay(recorded)
    },
    dispose: () => live.dispose(),
  }
}
