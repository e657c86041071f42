import type { Archive } from './archive.ts'
import { BUILD_ID } from './build.ts'
import type { Image } from './image/image.ts'
import { EMPTY_IMAGE } from './image/image.ts'
import type { Images } from './images.ts'
import { LateArchive } from './late-archive.ts'
import { LiveKernel } from './live.ts'
import { Peer } from './peer.ts'
import { packImage, RemoteImages, unpackImage } from './remote-images.ts'
import type {
  Answers,
  Checkpoint,
  CheckpointId,
  EvaluateOptions,
  KernelTool,
  Limits,
  Recorded,
  RunOptions,
} from './types.ts'
import type { KeptImage, LiveSetup, Port } from './wire.ts'

/**
 * Serves the page from a worker. The first message says which part it plays: the live interpreter, with a port
 * to the archive; the archive; or both in one.
 */
export function serveKernel(port: Port): void {
  let archive: LateArchive | null = null
  const peer: Peer = new Peer(port, {
    setUpArchive: (args) => {
      archive = new LateArchive(args as Limits)
      Object.assign(methods, pastMethods(archive))
      return null
    },
    loadSoon: () => archive?.loadSoon(),
    connect: (args) => {
      if (archive) serveImages(args as Port, archive)
      return null
    },
    setUpLive: async (args) => {
      const { setup, archivePort } = args as { setup: LiveSetup; archivePort: Port | null }
      let images: Images & { takeOver?: () => Promise<void> }
      if (archivePort) images = new RemoteImages(new Peer(archivePort, {}))
      else {
        archive = new LateArchive(setup.limits)
        Object.assign(methods, pastMethods(archive))
        images = await archive.load()
      }
      return setUpLive(setup, images)
    },
    ping: () => null,
    build: () => BUILD_ID,
    ...dispatch(),
  })

  /** Methods that exist only after a part was taken. */
  const methods: Record<string, (args: never) => unknown> = {}
  function dispatch(): Record<string, (args: unknown) => unknown> {
    const names = [
      'run',
      'resume',
      'stop',
      'checkpoint',
      'restore',
      'adopt',
      'flush',
      'variables',
      'inspect',
      'evaluateAt',
      'heapMap',
      'imageHash',
      'exportImage',
      'importImage',
      'replay',
      'reset',
      'restorePortable',
      'portableSnapshot',
      'portableReport',
    ]
    return Object.fromEntries(
      names.map((name) => [
        name,
        (args: unknown) => {
          const method = methods[name]
          if (!method) throw new Error(`This worker does not serve ${name}`)
          return method(args as never)
        },
      ]),
    )
  }

  async function setUpLive(
    setup: LiveSetup,
    images: Images & { takeOver?: () => Promise<void> },
  ): Promise<Checkpoint | null> {
    const live = new LiveKernel({
      images,
      configuration: setup.configuration,
      limits: setup.limits,
      tools: remoteTools(setup, peer),
      environment: { clock: () => performance.now(), time: () => Date.now(), prefix: setup.prefix },
    })
    Object.assign(methods, liveMethods(live, peer))
    if (setup.from === null) return live.boot()
    await images.takeOver?.()
    live.continueFrom(setup.from)
    return null
  }
}

/** Tools whose calls travel to the page and back. */
function remoteTools(setup: LiveSetup, peer: Peer): ReadonlyMap<string, KernelTool> {
  let calls = 0
  const { tools: manifests, bound = [] } = setup.configuration
  const tools = [...manifests, ...bound].map((manifest): [string, KernelTool] => [
    manifest.name,
    {
      ...manifest,
      call: (input, { signal, callId }) => {
        calls += 1
        const call = calls
        signal.addEventListener('abort', () => peer.tell('abortTool', call), { once: true })
        return peer.ask('callTool', { call, name: manifest.name, callId, input })
      },
    },
  ])
  return new Map(tools)
}

interface RunArguments extends Pick<RunOptions, 'name' | 'given'> {
  run: number
  code: string
}

function liveMethods(live: LiveKernel, peer: Peer): Record<string, (args: never) => unknown> {
  const running = new Map<number, AbortController>()
  const options = (run: number): RunOptions => {
    const controller = new AbortController()
    running.set(run, controller)
    return { signal: controller.signal, onEvent: (event) => peer.tell('event', { run, event }) }
  }
  const done = (run: number) => (): void => {
    running.delete(run)
  }
  return {
    run: ({ run, code, name, given }: RunArguments) =>
      live
        .run(code, {
          ...options(run),
          ...(name === undefined ? {} : { name }),
          ...(given === undefined ? {} : { given }),
        })
        .finally(done(run)),
    resume: ({ run, id, answers }: { run: number; id: CheckpointId; answers: Answers }) =>
      live.resume(id, answers, options(run)).finally(done(run)),
    stop: (run: number) => {
      running.get(run)?.abort()
    },
    checkpoint: () => live.checkpoint(),
    restore: (id: CheckpointId) => live.restore(id),
    adopt: (checkpoints: Checkpoint[]) => {
      live.adopt(checkpoints)
    },
    reset: () => live.reset(),
    restorePortable: (snapshot: unknown) => live.restorePortable(snapshot),
    flush: () => live.flush(),
  }
}

function pastMethods(late: LateArchive): Record<string, (args: never) => unknown> {
  const asking =
    <A, T>(job: (archive: Archive, args: A) => T | Promise<T>) =>
    (args: A): Promise<T> =>
      late.ask((archive) => job(archive, args))
  return {
    variables: asking((archive, id: CheckpointId) => archive.variables(id)),
    inspect: asking(
      (archive, { id, name, path }: { id: CheckpointId; name: string; path: (string | number)[] }) =>
        archive.inspect(id, name, path),
    ),
    evaluateAt: asking(
      (archive, { id, code, state }: { id: CheckpointId; code: string; state: EvaluateOptions['state'] }) =>
        archive.evaluateAt(id, code, state),
    ),
    heapMap: asking((archive, { id, against }: { id: CheckpointId; against: CheckpointId | null }) =>
      archive.heapMap(id, against),
    ),
    imageHash: asking((archive, id: CheckpointId) => archive.imageHash(id)),
    exportImage: asking((archive, id: CheckpointId) => archive.exportImage(id)),
    importImage: asking((archive, bytes: Uint8Array) => archive.importImage(bytes)),
    portableSnapshot: asking((archive, id: CheckpointId) => archive.portableSnapshot(id)),
    portableReport: asking((archive, id: CheckpointId) => archive.portableReport(id)),
    replay: asking((archive, recorded: Recorded[]) => archive.replay(recorded)),
  }
}

/** Answers a live worker that keeps its images here. */
function serveImages(port: Port, archive: LateArchive): void {
  let received: { id: CheckpointId; image: Image } | null = null
  const live = new Peer(port, {
    add: (checkpoint) => archive.tell((loaded) => loaded.add(checkpoint as Checkpoint)),
    keep: (args) =>
      archive.tell((loaded) => {
        const kept = args as KeptImage
        const image = unpackImage(kept, kept.base !== null && received ? received.image : EMPTY_IMAGE)
        received = { id: kept.id, image }
        loaded.keep(kept.id, image)
      }),
    checkpoints: () => archive.ask((loaded) => loaded.all()),
    image: (args) =>
      archive.ask(async (loaded) => {
        const { id, base } = args as { id: CheckpointId; base: CheckpointId | null }
        return packImage(id, await loaded.image(id), base !== null && received?.id === base ? received : null)
      }),
  })
  void live
}
