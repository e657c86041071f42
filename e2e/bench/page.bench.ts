import { type Bench, median } from './bench.ts'

const OPENINGS = 5

/** How long a visitor waits for the first picture, each time with an empty cache. */
const page: Bench = async ({ open }) => {
  const times: number[] = []
  for (let opening = 0; opening < OPENINGS; opening++) {
    const opened = await open('')
    const paint = await opened.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) => {
            const first = list.getEntriesByName('first-contentful-paint')[0]
            if (first) resolve(first.startTime)
          }).observe({ type: 'paint', buffered: true })
        }),
    )
    times.push(paint)
    await opened.close()
  }
  return [
    {
      what: `page opened to first content, cold, median of ${OPENINGS}`,
      value: median(times),
      unit: 'ms',
      atMost: 1_000,
    },
  ]
}

export default page
