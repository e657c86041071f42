import { type RefObject, useEffect, useRef, useState } from 'react'

export interface Size {
  width: number
  height: number
}

/** The inner size of an element's parent, px: what it may fill. */
export function useSize<T extends HTMLElement>(): [RefObject<T | null>, Size] {
  const element = useRef<T>(null)
  const [size, setSize] = useState<Size>({ width: 0, height: 0 })
  useEffect(() => {
    const parent = element.current?.parentElement
    if (!parent) return
    const observer = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = parent
      setSize((now) => (now.width === width && now.height === height ? now : { width, height }))
    })
    observer.observe(parent)
    return () => observer.disconnect()
  }, [])
  return [element, size]
}
