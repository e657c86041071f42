import type { Image } from './image/image.ts'
import type { HeapMap } from './image/map.ts'
import type { Recorded, ReplayReport } from './replay.ts'
import type {
  Checkpoint,
  CheckpointId,
  EvaluateOptions,
  Outcome,
  PortableReport,
  PortableSnapshot,
  PreviewNode,
  Variable,
} from './types.ts'

/** Where a live kernel leaves its checkpoints and images, and gets them back: here or in another thread. */
export interface Images {
  add(checkpoint: Checkpoint): void
  keep(id: CheckpointId, image: Image): void
  get(id: CheckpointId): Checkpoint
  /** From boot to `id`. */
  path(id: CheckpointId): Checkpoint[]
  image(id: CheckpointId): Promise<Image>
}

/** Looking at checkpoints without touching the live interpreter. */
export interface Past {
  variables(id: CheckpointId): Promise<Variable[]>
  inspect(id: CheckpointId, name: string, path: (string | number)[]): Promise<PreviewNode | null>
  evaluateAt(id: CheckpointId, source: string, state?: EvaluateOptions['state']): Promise<Outcome>
  heapMap(id: CheckpointId, against: CheckpointId | null): Promise<HeapMap>
  imageHash(id: CheckpointId): Promise<string>
  exportImage(id: CheckpointId): Promise<Uint8Array>
  portableSnapshot(id: CheckpointId): Promise<PortableSnapshot>
  portableReport(id: CheckpointId): Promise<PortableReport>
  replay(recorded: readonly Recorded[]): Promise<ReplayReport>
  /** The imported checkpoint with all that led to it, in order. */
  importImage(bytes: Uint8Array): Promise<Checkpoint[]>
}
