/** What it takes of `navigator.locks`. */
export type LockManagerLike = Pick<LockManager, 'request'>

/** What it takes of a `BroadcastChannel`. */
export interface ChannelLike {
  postMessage(message: unknown): void
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void
  close(): void
}

export interface LocksOptions {
  /** `null` where the browser has none: then every tab may write, as nobody can tell. */
  locks: LockManagerLike | null
  channel: ChannelLike | null
  /** How long another tab may take to give a notebook up, ms. */
  patienceMs?: number
}

/** A notebook that this tab may write. */
export interface Hold {
  release(): void
}

/** Sees to it that one tab at a time writes a notebook. */
export interface NotebookLocks {
  /**
   * `null` when another tab has the notebook. `onLost` is called when another tab takes it over: what it returns is
   * waited for, so that the last changes are written first.
   */
  take(id: string, onLost: () => Promise<void>): Promise<Hold | null>
  /** Asks the tab that has the notebook to give it up; one that does not answer loses it all the same. */
  takeOver(id: string, onLost: () => Promise<void>): Promise<Hold>
  close(): void
}

interface GiveUp {
  type: 'give-up'
  id: string
}

export function createLocks({ locks, channel, patienceMs = 1_500 }: LocksOptions): NotebookLocks {
  const held = new Map<string, { lose: () => Promise<void> }>()

  channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (isGiveUp(data)) void held.get(data.id)?.lose()
  })

  function hold(id: string, onLost: () => Promise<void>, request: LockOptions): Promise<Hold | null> {
    if (!locks) return Promise.resolve({ release: () => undefined })
    return new Promise<Hold | null>((resolve, reject) => {
      let free: () => void = () => undefined
      const until = new Promise<void>((release) => {
        free = release
      })
      const release = (): void => {
        held.delete(id)
        free()
      }
      const lose = async (): Promise<void> => {
        held.delete(id)
        try {
          await onLost()
        } finally {
          free()
        }
      }
      locks
        .request(`backstep:notebook:${id}`, request, (lock) => {
          if (!lock) {
            resolve(null)
            return undefined
          }
          held.set(id, { lose })
          resolve({ release })
          return until
        })
        .catch((error: unknown) => {
          // Held and then stolen by a tab that got no answer; or not had in time.
          if (held.has(id)) void lose()
          else reject(error instanceof Error ? error : new Error(String(error)))
        })
    })
  }

  return {
    take: (id, onLost) => hold(id, onLost, { ifAvailable: true }),

    async takeOver(id, onLost) {
      channel?.postMessage({ type: 'give-up', id } satisfies GiveUp)
      const patience = new AbortController()
      const timer = setTimeout(() => patience.abort(), patienceMs)
      const given = await hold(id, onLost, { signal: patience.signal }).catch(() => null)
      clearTimeout(timer)
      const taken = given ?? (await hold(id, onLost, { steal: true }))
      if (!taken) throw new Error('A stolen lock is always had')
      return taken
    },

    close() {
      for (const id of held.keys()) void held.get(id)?.lose()
      channel?.close()
    },
  }
}

/** The browser's own, as far as it has them. */
export function browserLocks(): NotebookLocks {
  return createLocks({
    locks: globalThis.navigator?.locks ?? null,
    channel: typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('backstep:locks'),
  })
}

function isGiveUp(data: unknown): data is GiveUp {
  return (
    typeof data === 'object' &&
    data !== null &&
    'type' in data &&
    data.type === 'give-up' &&
    'id' in data &&
    typeof data.id === 'string'
  )
}
