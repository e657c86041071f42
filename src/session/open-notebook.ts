import { createSession } from './create.ts'
import type { OpenedNotebook } from './notebook-list.ts'
import type { SessionOptions } from './options.ts'
import type { Session } from './types.ts'

/** A session of an opened notebook: kept, given up when another tab takes it over, let go when it is disposed of. */
export function openSession(
  opened: OpenedNotebook,
  options: Omit<SessionOptions, 'notebook' | 'journal' | 'readOnly'>,
): Session {
  const { notebook, journal, readOnly } = opened
  const session = createSession({ ...options, notebook, journal, readOnly })
  opened.whenLost((reason) => session.setReadOnly(reason))
  return {
    ...session,
    async dispose() {
      await session.dispose()
      opened.close()
    },
  }
}
