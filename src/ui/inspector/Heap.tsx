import { useState } from 'react'
import type { PageKind } from '../../kernel/types.ts'
import type { Session } from '../../session/types.ts'
import { number } from '../format.ts'
import { useApp } from '../state/context.tsx'
import { useTrackSteps } from '../timeline/views.ts'
import { byteWords } from './bytes.ts'
import styles from './Heap.module.css'
import { HeapGrowth } from './HeapGrowth.tsx'
import { type HeapLook, Pages } from './HeapPages.tsx'
import { useLooked } from './looked.ts'
import { placeWords, usePlace } from './place.ts'

const KINDS: readonly { kind: Exclude<PageKind, 'empty'>; word: string }[] = [
  { kind: 'same', word: 'shared' },
  { kind: 'changed', word: 'changed' },
  { kind: 'new', word: 'new' },
  { kind: 'freed', word: 'freed' },
]

/** The heap where one looks, page by page, beside another one. */
export function Heap({ session }: { session: Session }) {
  const { views } = useApp()
  const place = usePlace(session)
  const { stops } = useTrackSteps(session, views)
  /** `null`: the step before, whichever that is. */
  const [chosen, setChosen] = useState<string | null>(null)
  const event = place.stop?.event ?? null
  const known = chosen !== null && stops.some((stop) => stop.event === chosen) ? chosen : null
  const against = known ?? place.before?.event ?? null
  const looked = useLooked<HeapLook>(event === null ? null : `${event} ${against ?? ''}`, async () => ({
    map: await session.heapMap(event ?? '', against),
  }))

  if (event === null || !looked)
    return (
      <p className={styles.empty}>
        All that the interpreter knows is in one memory. Run a cell: here stand the pages of that memory, and
        which of them each step changed.
      </p>
    )
  if (!looked.result.ok)
    return (
      <p className={styles.failure} role="alert">
        The heap could not be read: {looked.result.message}
      </p>
    )
  const { map } = looked.result.value
  return (
    <div className={styles.panel} aria-busy={!looked.key.startsWith(`${event} `)}>
      <div className={styles.head}>
        <p className={place.past ? styles.past : undefined}>
          {byteWords(map.bytes)} of heap at {placeWords(place)}
        </p>
        <label>
          beside{' '}
          <select
            value={known ?? ''}
            onChange={({ target }) => setChosen(target.value === '' ? null : target.value)}
          >
            <option value="">{place.before ? 'the step before' : 'nothing'}</option>
            {stops.map((stop, index) => (
              <option key={stop.event} value={stop.event}>
                {placeWords({ stop, step: index + 1 })}
              </option>
            ))}
          </select>
        </label>
      </div>
      <ul aria-label="Pages" className={styles.legend}>
        {KINDS.map(({ kind, word }) => (
          <li key={kind} data-kind={kind}>
            {number(map.count[kind])} {word}
          </li>
        ))}
        <li className={styles.unit}>a square is a page of {byteWords(map.pageBytes)}</li>
      </ul>
      <Pages map={map} />
      <HeapGrowth session={session} stops={stops} at={event} />
    </div>
  )
}
