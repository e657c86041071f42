import type { StopView } from '../../notebook/view.ts'
import type { Session } from '../../session/types.ts'
import { byteWords } from './bytes.ts'
import { growthLine, sampled } from './growth.ts'
import styles from './Heap.module.css'
import { useLooked } from './looked.ts'

const WIDTH = 320
const HEIGHT = 44
/** Places that are measured; images between them are opened only when asked for. */
const MOST = 40

interface HeapGrowthProps {
  session: Session
  stops: readonly StopView[]
  /** The event where one looks. */
  at: string
}

/** Bytes of the heap over the branch, and which names take most where one looks. */
export function HeapGrowth({ session, stops, at }: HeapGrowthProps) {
  const places = sampled(stops, MOST)
  const sizes = useLooked(places.map(({ event }) => event).join(' '), async () => {
    const found: { event: string; bytes: number }[] = []
    for (const { event } of places) found.push({ event, bytes: (await session.heapMap(event, event)).bytes })
    return found
  })
  const names = useLooked(at, async () => {
    const report = await session.snapshotReport(at)
    return [...report.names].sort((a, b) => b.bytes - a.bytes).slice(0, 5)
  })
  const line = sizes?.result.ok ? sizes.result.value : []
  const largest =
    names?.result.ok && names.key === at ? names.result.value.filter(({ bytes }) => bytes > 0) : []
  const end = line.at(-1)
  return (
    <div className={styles.foot}>
      {line.length > 1 && end ? (
        <figure>
          <figcaption>
            Size over {stops.length} steps, {byteWords(line[0]?.bytes ?? 0)} to {byteWords(end.bytes)}
          </figcaption>
          <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
            <polyline
              points={growthLine(
                line.map(({ bytes }) => bytes),
                WIDTH,
                HEIGHT,
              )}
            />
          </svg>
        </figure>
      ) : null}
      {largest.length > 0 ? (
        <figure>
          <figcaption>Largest names, as portable data</figcaption>
          <ul className={styles.largest}>
            {largest.map(({ name, bytes }) => (
              <li key={name}>
                <code title={name}>{name}</code> <span>{byteWords(bytes)}</span>
              </li>
            ))}
          </ul>
        </figure>
      ) : null}
    </div>
  )
}
