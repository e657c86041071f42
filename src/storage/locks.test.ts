import { describe, expect, it } from 'vitest'
import { type ChannelLike, createLocks, type NotebookLocks } from './locks.ts'

/** Locks and messages of a browser with several tabs. */
class Browser {
  #held = new Map<string, { end: (error?: Error) => void }>()
  #waiting = new Map<string, (() => void)[]>()
  #listeners = new Map<object, (event: MessageEvent) => void>()

  tab(deaf = false): NotebookLocks {
    const channel: ChannelLike = {
      postMessage: (data) => {
        for (const [other, tell] of this.#listeners) if (other !== channel) tell({ data } as MessageEvent)
      },
      addEventListener: (_, listener) => {
        if (!deaf) this.#listeners.set(channel, listener)
      },
      close: () => this.#listeners.delete(channel),
    }
    const locks = {
      request: (...args: unknown[]) =>
        this.#request(...(args as [string, LockOptions, (lock: Lock | null) => unknown])),
    }
    return createLocks({ locks, channel, patienceMs: 20 })
  }

  async #request(
    name: string,
    { ifAvailable, steal, signal }: LockOptions,
    use: (lock: Lock | null) => unknown,
  ): Promise<unknown> {
    if (this.#held.has(name)) {
      if (ifAvailable) return use(null)
      if (steal) this.#held.get(name)?.end(new DOMException('Stolen', 'AbortError'))
      else
        await new Promise<void>((resolve, reject) => {
          this.#waiting.set(name, [...(this.#waiting.get(name) ?? []), resolve])
          signal?.addEventListener('abort', () => reject(new DOMException('Given up', 'AbortError')))
        })
    }
    return new Promise((resolve, reject) => {
      const mine = {
        end: (error?: Error) => {
          if (this.#held.get(name) === mine) this.#held.delete(name)
          if (error) reject(error)
          else resolve(undefined)
          this.#waiting.get(name)?.shift()?.()
        },
      }
      this.#held.set(name, mine)
      void Promise.resolve(use({ name, mode: 'exclusive' })).then(() => mine.end())
    })
  }
}

const never = () => Promise.resolve()

describe('a notebook in two tabs', () => {
  it('is written by the first', async () => {
    const browser = new Browser()
    const first = await browser.tab().take('n', never)
    expect(first).not.toBeNull()
    const second = browser.tab()
    expect(await second.take('n', never)).toBeNull()
    expect(await second.take('other', never)).not.toBeNull()
    first?.release()
    await Promise.resolve()
    expect(await second.take('n', never)).not.toBeNull()
  })

  it('goes to the other when that takes it over, after the last changes were written', async () => {
    const browser = new Browser()
    const order: string[] = []
    await browser.tab().take('n', async () => {
      await new Promise((resolve) => setTimeout(resolve, 5))
      order.push('written')
    })
    await browser.tab().takeOver('n', never)
    order.push('taken')
    expect(order).toEqual(['written', 'taken'])
  })

  it('goes to the other also when the first does not answer, which hears of it later', async () => {
    const browser = new Browser()
    let lost = 0
    await browser.tab(true).take('n', async () => {
      lost += 1
    })
    expect(await browser.tab().takeOver('n', never)).not.toBeNull()
    await Promise.resolve()
    expect(lost).toBe(1)
  })

  it('may be written by both where the browser has no locks', async () => {
    const locks = createLocks({ locks: null, channel: null })
    expect(await locks.take('n', never)).not.toBeNull()
    expect(await locks.takeOver('n', never)).not.toBeNull()
  })
})
