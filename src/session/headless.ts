import { createKernel } from '../kernel/kernel.ts'
import { fromFile } from '../notebook/read-file.ts'
import { type ReplayedNotebook, replayNotebook } from './replay.ts'

/** Replays the text of a `.backstep.json` file without a page. Throws with the reason when it is no notebook. */
export async function replayFile(text: string): Promise<ReplayedNotebook & { repairs: string[] }> {
  const file = fromFile(text)
  if (!file.ok) throw new Error(file.problem)
  const replayed = await replayNotebook(file.notebook, file.hashes, createKernel)
  return { ...replayed, repairs: file.repairs }
}
