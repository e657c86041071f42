import { useEffect, useState } from 'react'

export type Loaded<T> =
  | { type: 'loading' }
  | { type: 'loaded'; value: T }
  | { type: 'failed'; message: string }

/** What comes later; `load` has to be the same function as long as it loads the same. */
export function useLoaded<T>(load: () => Promise<T>): Loaded<T> {
  const [loaded, setLoaded] = useState<Loaded<T>>({ type: 'loading' })
  useEffect(() => {
    let wanted = true
    load().then(
      (value) => wanted && setLoaded({ type: 'loaded', value }),
      (error: unknown) => {
        const detail = error instanceof Error ? ` (${error.message})` : ''
        const message = `This part of the app could not be loaded${detail}. Check the connection to where the app comes from, close this and open it again.`
        if (wanted) setLoaded({ type: 'failed', message })
      },
    )
    return () => {
      wanted = false
    }
  }, [load])
  return loaded
}
