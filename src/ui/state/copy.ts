import { useCallback, useEffect, useRef, useState } from 'react'
import { announce } from './announce.ts'

/** How long a copied mark stays, ms. */
const SHOWN_MS = 1_500

/** Copies text and names the place it came from for a moment, so that the place can show it. */
export function useCopy(): [copied: string | null, copy: (place: string, text: string) => void] {
  const [copied, setCopied] = useState<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const copy = useCallback((place: string, text: string) => {
    navigator.clipboard.writeText(text).then(
      () => {
        announce('Copied')
        setCopied(place)
        clearTimeout(timer.current)
        timer.current = setTimeout(() => setCopied(null), SHOWN_MS)
      },
      () => announce('The browser did not allow copying. Select the text and copy it with the keyboard.'),
    )
  }, [])
  return [copied, copy]
}
