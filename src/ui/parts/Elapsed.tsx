import { useEffect, useState } from 'react'
import { duration } from '../format.ts'

/** Time since `since` (ms since 1970), once a second has passed; counted in whole seconds. */
export function Elapsed({ since }: { since: number }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  const ms = now - since
  return ms < 1_000 ? null : <> · {ms < 60_000 ? `${Math.floor(ms / 1_000)} s` : duration(ms)}</>
}
