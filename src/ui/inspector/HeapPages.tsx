import { useEffect, useRef } from 'react'
import type { HeapMap } from '../../kernel/types.ts'
import styles from './Heap.module.css'

export interface HeapLook {
  map: HeapMap
}

/** Side of a square and the gap after it, CSS pixels. */
const SIDE = 7
const GAP = 1
const STEP = SIDE + GAP

/** Colours by kind, in the order of `HeapMap.pages`: empty, same, changed, new, freed. Freed ones are outlined. */
const COLOURS = ['--line', '--line2', '--past', '--accent', '--ink3'] as const
const FREED = 4

/** All pages as squares, from the start of memory, line by line. */
export function Pages({ map }: { map: HeapMap }) {
  const frame = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const [box, drawing] = [frame.current, canvas.current]
    if (!box || !drawing) return
    const paint = () => draw(drawing, map, box.clientWidth)
    const resized = new ResizeObserver(paint)
    resized.observe(box)
    const themed = new MutationObserver(paint)
    themed.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    return () => {
      resized.disconnect()
      themed.disconnect()
    }
  }, [map])
  const { same, changed, new: fresh, freed } = map.count
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard.
    <section ref={frame} className={styles.pages} tabIndex={0} aria-label="Map of pages">
      <canvas
        ref={canvas}
        role="img"
        aria-label={`${map.pages.length} pages: ${same} shared, ${changed} changed, ${fresh} new, ${freed} freed`}
      />
    </section>
  )
}

function draw(canvas: HTMLCanvasElement, map: HeapMap, width: number): void {
  const columns = Math.max(1, Math.floor((width - 28) / STEP))
  const rows = Math.ceil(map.pages.length / columns)
  const scale = window.devicePixelRatio || 1
  canvas.width = columns * STEP * scale
  canvas.height = rows * STEP * scale
  canvas.style.width = `${columns * STEP}px`
  canvas.style.height = `${rows * STEP}px`
  const context = canvas.getContext('2d')
  if (!context) return
  const style = getComputedStyle(canvas)
  const colours = COLOURS.map((name) => style.getPropertyValue(name))
  context.scale(scale, scale)
  for (const [index, kind] of map.pages.entries()) {
    const [x, y] = [(index % columns) * STEP, Math.floor(index / columns) * STEP]
    const colour = colours[kind] ?? ''
    if (kind === FREED) {
      context.strokeStyle = colour
      context.strokeRect(x + 0.5, y + 0.5, SIDE - 1, SIDE - 1)
    } else if (kind === 0) {
      context.fillStyle = colour
      context.fillRect(x + 2.5, y + 2.5, SIDE - 5, SIDE - 5)
    } else {
      context.fillStyle = colour
      context.fillRect(x, y, SIDE, SIDE)
    }
  }
}
