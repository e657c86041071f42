/** Widths of the side columns, px. */
export interface Widths {
  rail: number
  inspector: number
}

const KEY = 'backstep.columns'
const DEFAULT: Widths = { rail: 232, inspector: 380 }

/** The notebook between them keeps at least this, px. */
const MIDDLE = 360

/** How wide a column may be in a window of this width. */
export function limitsOf(
  column: keyof Widths,
  windowWidth: number,
  widths: Widths,
): { min: number; max: number } {
  const other = column === 'rail' ? widths.inspector : widths.rail
  const min = column === 'rail' ? 170 : 240
  const most = column === 'rail' ? 380 : windowWidth / 2
  return { min, max: Math.max(min, Math.floor(Math.min(most, windowWidth - other - MIDDLE))) }
}

export function withWidth(widths: Widths, column: keyof Widths, px: number, windowWidth: number): Widths {
  const { min, max } = limitsOf(column, windowWidth, widths)
  return { ...widths, [column]: Math.round(Math.min(max, Math.max(min, px))) }
}

export function defaultWidth(column: keyof Widths): number {
  return DEFAULT[column]
}

export function readWidths(): Widths {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    return { ...DEFAULT, ...numbersOf(kept) }
  } catch {
    // Forbidden or damaged storage costs nothing but the memory of a width.
    return DEFAULT
  }
}

export function keepWidths(widths: Widths): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(widths))
  } catch {
    // As above.
  }
}

function numbersOf(kept: unknown): Partial<Widths> {
  if (typeof kept !== 'object' || kept === null) return {}
  return Object.fromEntries(
    Object.entries(kept).filter(([key, value]) => key in DEFAULT && Number.isFinite(value)),
  )
}
