import { describe, expect, it, vi } from 'vitest'
import { limitsOf, readWidths, withWidth } from './widths.ts'

const widths = { rail: 232, inspector: 380 }

describe('widths', () => {
  it('stay within their limits and leave room for the notebook', () => {
    expect(withWidth(widths, 'rail', 10, 1280).rail).toBe(170)
    expect(withWidth(widths, 'rail', 900, 1280).rail).toBe(380)
    expect(withWidth(widths, 'inspector', 900, 1280).inspector).toBe(640)
    expect(withWidth(widths, 'inspector', 900, 1000).inspector).toBe(1000 - 232 - 360)
  })

  it('have limits in any window', () => {
    const { min, max } = limitsOf('inspector', 500, widths)
    expect(max).toBeGreaterThanOrEqual(min)
  })

  it.each([
    ['nothing', null, widths],
    ['a width', '{"rail": 300, "other": 1, "inspector": "wide"}', { rail: 300, inspector: 380 }],
    ['damage', '{', widths],
    ['no object', '7', widths],
  ])('are read from %s', (_, kept, read) => {
    vi.stubGlobal('localStorage', { getItem: () => kept })
    expect(readWidths()).toEqual(read)
    vi.unstubAllGlobals()
  })
})
