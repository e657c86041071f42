import { BUILD_ID } from '../kernel/build.ts'
import { createKernel } from '../kernel/kernel.ts'
import { fromFile } from '../notebook/read-file.ts'
import { type ReplayedNotebook, replayNotebook } from './replay.ts'

/**
 * Replays the text of a `.backstep.json` file without a page. Throws with the reason when it is no notebook. Hashes of
 * images are compared when the file was written by this build of the interpreter; outcomes always.
 */
export async function replayFile(
  text: string,
): Promise<ReplayedNotebook & { repairs: string[]; note: string | null }> {
  const file = fromFile(text)
  if (!file.ok) throw new Error(file.problem)
  const other = file.build !== null && file.build !== BUILD_ID
  const replayed = await replayNotebook(file.notebook, other ? {} : file.hashes, createKernel)
  const note = other
    ? `The images were recorded by another build of the interpreter (${file.build}; this is ${BUILD_ID}), so only outcomes were compared. Save the file again to compare images as well.`
    : null
  return { ...replayed, repairs: file.repairs, note }
}
