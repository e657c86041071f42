import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { announcements } from '../state/announce.ts'
import { useSession } from '../state/context.tsx'

/** Quick changes are said as one: the last. */
const COALESCE_MS = 150

/** The page's one live region: what ended in the session, and what the screen itself has to say. */
export function LiveRegion() {
  const fromSession = useSession((state) => state.announcement)
  const fromScreen = useStore(announcements, (state) => state.text)
  const [said, setSaid] = useState('')
  useSpeak(fromSession, setSaid)
  useSpeak(fromScreen, setSaid)
  return (
    <div className="visually-hidden" role="status" aria-live="polite">
      {said}
    </div>
  )
}

function useSpeak(text: string, say: (text: string) => void): void {
  useEffect(() => {
    if (text === '') return
    const timer = setTimeout(() => say(text), COALESCE_MS)
    return () => clearTimeout(timer)
  }, [text, say])
}
