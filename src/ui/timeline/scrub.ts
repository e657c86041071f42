import { type PointerEvent, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { oncePerFrame } from './frame.ts'
import type { Target } from './hit.ts'

/** Where the pointer is, px in the box of the lanes. */
export interface Point {
  x: number
  y: number
}

export interface ScrubOptions {
  /** What is at a place of the box; `along` asks for the current path only, as while dragging. */
  target: (point: Point, along: boolean) => Target
  /** The width of the box, px, less what is kept for names. */
  room: number
  onPlace: (place: number) => void
  onStop: (target: Extract<Target, { type: 'stop' }>) => void
  /** Called while the pointer is held at an edge. */
  scrollBy: (px: number) => void
  dragging: boolean
  setDragging: (dragging: boolean) => void
}

export interface Scrub {
  /** Where a pointer rests without being pressed. */
  hover: Point | null
  handlers: {
    onPointerDown: (event: PointerEvent<HTMLElement>) => void
    onPointerMove: (event: PointerEvent<HTMLElement>) => void
    onPointerUp: (event: PointerEvent<HTMLElement>) => void
    onPointerCancel: () => void
    onPointerLeave: () => void
  }
}

/** At this distance from an edge the track scrolls under a held pointer, px. */
const EDGE = 28

/** Fastest scrolling, px a frame. */
const FASTEST = 14

/** How far a press may wander and still be a click, px. */
const CLICK = 5

interface Press {
  at: Point
  stop: Extract<Target, { type: 'stop' }> | null
}

/** The pointer on the track: a press looks there, moving it goes on looking, at most once a frame. */
export function useScrub(options: ScrubOptions): Scrub {
  const [hover, setHover] = useState<Point | null>(null)
  const { dragging, setDragging } = options
  const press = useRef<Press | null>(null)
  const last = useRef<Point>({ x: 0, y: 0 })
  // Refreshed after each drawing, so that a frame that comes later works with what is seen by then.
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })

  const move = useMemo(
    () =>
      oncePerFrame<Point>((point) => {
        if (!press.current) return setHover(point)
        const found = latest.current.target(point, true)
        if (found.type === 'place') latest.current.onPlace(found.place)
      }),
    [],
  )
  useEffect(() => () => move.cancel(), [move])

  const scrollAtEdge = useEffectEvent(() => {
    const px = edgeSpeed(last.current.x, options.room)
    if (px === 0) return
    options.scrollBy(px)
    move.set(last.current)
  })
  useEffect(() => {
    if (!dragging) return
    let frame = requestAnimationFrame(function next() {
      scrollAtEdge()
      frame = requestAnimationFrame(next)
    })
    return () => cancelAnimationFrame(frame)
  }, [dragging])

  const end = () => {
    press.current = null
    setDragging(false)
  }

  return {
    hover: dragging ? null : hover,
    handlers: {
      onPointerDown: (event) => {
        if (event.button !== 0) return
        // The range would otherwise move by its own rule, which knows one line only.
        event.preventDefault()
        event.currentTarget.focus({ preventScroll: true })
        event.currentTarget.setPointerCapture(event.pointerId)
        const at = pointOf(event)
        last.current = at
        const found = options.target(at, false)
        press.current = { at, stop: found.type === 'stop' ? found : null }
        setHover(null)
        if (found.type === 'stop') return
        setDragging(true)
        move.set(at)
      },
      onPointerMove: (event) => {
        const at = pointOf(event)
        last.current = at
        const pressed = press.current
        if (pressed?.stop && distance(pressed.at, at) <= CLICK) return
        if (pressed?.stop) {
          pressed.stop = null
          setDragging(true)
        }
        if (pressed || event.pointerType !== 'touch') move.set(at)
      },
      onPointerUp: () => {
        const pressed = press.current
        if (!pressed) return
        if (pressed.stop) options.onStop(pressed.stop)
        else move.flush()
        end()
      },
      onPointerCancel: end,
      onPointerLeave: () => {
        if (press.current) return
        move.cancel()
        setHover(null)
      },
    },
  }
}

/** px a frame, the faster the nearer to the edge. */
export function edgeSpeed(x: number, room: number): number {
  const over = x < EDGE ? x - EDGE : x > room - EDGE ? x - (room - EDGE) : 0
  return Math.round(Math.max(-1, Math.min(1, over / EDGE)) * FASTEST)
}

function pointOf(event: PointerEvent<HTMLElement>): Point {
  const box = event.currentTarget.getBoundingClientRect()
  return { x: event.clientX - box.left, y: event.clientY - box.top }
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}
