/** At most `most` of a list, evenly spread, its first and last among them. */
export function sampled<T>(list: readonly T[], most: number): T[] {
  if (list.length <= most) return [...list]
  return Array.from({ length: most }, (_, index) =>
    Math.round((index * (list.length - 1)) / (most - 1)),
  ).flatMap((at) => list.slice(at, at + 1))
}

/** Points of an SVG polyline through values at equal distances; the largest touches the top, zero the bottom. */
export function growthLine(values: readonly number[], width: number, height: number): string {
  const top = Math.max(1, ...values)
  const gap = values.length > 1 ? width / (values.length - 1) : 0
  return values
    .map((value, index) => `${round(index * gap)},${round(height - 1 - (value / top) * (height - 2))}`)
    .join(' ')
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
