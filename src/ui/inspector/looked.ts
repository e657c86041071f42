import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Latest } from './latest.ts'

/** Something that was read at a place of the past. `key` says which place and which question. */
export interface Looked<T> {
  key: string
  result: { ok: true; value: T } | { ok: false; message: string }
}

/**
 * What a question about the past gave, with the last answer until there is a new one. Questions that were overtaken
 * while others ran are not asked. `key`: `null` asks nothing; a new one asks anew.
 */
export function useLooked<T>(key: string | null, ask: () => Promise<T>): Looked<T> | null {
  const [looked, setLooked] = useState<Looked<T> | null>(null)
  const queue = useRef(new Latest())
  // The key stands for the question; the function is a new one each time.
  const question = useEffectEvent(ask)
  useEffect(() => {
    const waiting = queue.current
    if (key === null) return
    let current = true
    waiting.run(async () => {
      const result = await answered(question)
      if (current) setLooked({ key, result })
    })
    return () => {
      current = false
      waiting.clear()
    }
  }, [key])
  return looked
}

async function answered<T>(ask: () => Promise<T>): Promise<Looked<T>['result']> {
  try {
    return { ok: true, value: await ask() }
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) }
  }
}
