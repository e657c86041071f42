import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')

/** Custom properties of the block that starts with `selector`. */
function tokens(selector: string): Record<string, string> {
  const start = css.indexOf(`${selector} {`)
  const block = css.slice(start, css.indexOf('\n}', start))
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = '', colour = '']) => [name, colour]),
  )
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((i) => Number.parseInt(hex.slice(i, i + 2), 16) / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** WCAG 2.2 contrast ratio. */
function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (high + 0.05) / (low + 0.05)
}

const SURFACES = ['bg', 'panel', 'rail', 'past-soft', 'err-soft']
const CODE = ['kw', 'str', 'num', 'fn', 'comment']
const TEXT = ['ink', 'ink2', 'ink3', 'accent', 'past', 'err', 'ok', ...CODE]

describe.each([':root', ':root[data-theme="dark"]'])('contrast of %s', (selector) => {
  const colours = tokens(selector)
  const of = (name: string) => colours[name] ?? expect.fail(`--${name} is not a colour in ${selector}`)

  it.each(TEXT.flatMap((text) => SURFACES.map((surface) => [text, surface] as const)))(
    '--%s on --%s reads at 4.5:1',
    (text, surface) => {
      expect(contrast(of(text), of(surface))).toBeGreaterThanOrEqual(4.5)
    },
  )

  it('the accent carries its own text', () => {
    expect(contrast(of('accent-ink'), of('accent'))).toBeGreaterThanOrEqual(4.5)
    expect(contrast(of('accent'), of('accent-soft'))).toBeGreaterThanOrEqual(4.5)
  })

  it.each(['bg', 'panel', 'rail', 'past-soft'])('a field is seen on --%s at 3:1', (surface) => {
    expect(contrast(of('field'), of(surface))).toBeGreaterThanOrEqual(3)
  })
})
