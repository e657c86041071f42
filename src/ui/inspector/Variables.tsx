import { type KeyboardEvent, useCallback, useMemo, useState } from 'react'
import type { PreviewNode } from '../../kernel/types.ts'
import type { Session } from '../../session/types.ts'
import { count } from '../format.ts'
import { Button } from '../parts/Button.tsx'
import { pathId, type ValuePath } from '../value/rows.ts'
import { ValueTree } from '../value/ValueTree.tsx'
import { Console } from './Console.tsx'
import { changedCount, compareLoaded } from './compare.ts'
import { NoVariables } from './NoVariables.tsx'
import { placeWords } from './place.ts'
import { type Shown, useShown } from './shown.ts'
import { sizeWords, useSizes } from './sizes.ts'
import { typeAhead } from './type-ahead.ts'
import styles from './Variables.module.css'

/** Sizes below this are not worth a word. */
const WORTH_SAYING = 1_000

/** The values where one looks, from the real image, and what changed there. */
export function Variables({ session }: { session: Session }) {
  const { shown, loading, failure, retry } = useShown(session)
  const [filter, setFilter] = useState('')
  return (
    <div className={styles.panel}>
      {shown ? <Head shown={shown} filter={filter} onFilter={setFilter} /> : null}
      <div className={styles.values} aria-busy={loading}>
        {failure === null ? null : (
          <p className={styles.failure} role="alert">
            The values could not be read: {failure}{' '}
            <Button size="small" onClick={retry}>
              Try again
            </Button>
          </p>
        )}
        {shown ? <Values session={session} shown={shown} filter={filter} /> : null}
        {!shown && !loading ? <NoVariables session={session} /> : null}
      </div>
      <Console session={session} />
    </div>
  )
}

interface HeadProps {
  shown: Shown
  filter: string
  onFilter: (filter: string) => void
}

function Head({ shown, filter, onFilter }: HeadProps) {
  const { place, compared } = shown
  const changed = changedCount(compared)
  return (
    <div className={styles.head}>
      <div className={styles.when}>
        <p className={place.past ? styles.past : undefined}>
          {place.past ? `As they were at ${placeWords(place)}` : 'As they are now'}
        </p>
        {place.before === null ? null : (
          <p className={styles.since}>
            {changed === 0 ? 'nothing changed' : count(changed, 'change')} since step {place.step - 1}
          </p>
        )}
      </div>
      {compared.node.children?.length ? (
        <input
          type="search"
          className={styles.filter}
          aria-label="Filter variables"
          placeholder="Filter"
          value={filter}
          onChange={(event) => onFilter(event.target.value)}
        />
      ) : null}
    </div>
  )
}

function Values({ session, shown, filter }: { session: Session; shown: Shown; filter: string }) {
  const { compared, place, names } = shown
  const sizes = useSizes(session, place.stop?.event ?? null, names)
  const wanted = filter.trim().toLowerCase()
  const node = useMemo(() => filtered(compared.node, wanted), [compared, wanted])

  const load = useCallback(
    async (path: ValuePath): Promise<PreviewNode | null> => {
      const [name, ...rest] = path
      const stop = place.stop
      if (typeof name !== 'string' || !stop) return null
      // What is gone can still be opened: as it was.
      if (compared.changes.get(pathId([name])) === 'removed')
        return place.before ? session.inspect(place.before.event, name, rest) : null
      const [now, before] = await Promise.all([
        session.inspect(stop.event, name, rest),
        place.before ? session.inspect(place.before.event, name, rest).catch(() => null) : null,
      ])
      return now && compareLoaded(compared, path, now, before)
    },
    [session, place, compared],
  )
  const changed = useCallback((path: ValuePath) => compared.changes.get(pathId(path)), [compared])
  const note = (path: ValuePath): string | undefined => {
    const was = compared.was.get(pathId(path))
    const [name] = path
    const size = path.length === 1 ? sizes.get(String(name)) : undefined
    const words = [
      ...(size !== undefined && size >= WORTH_SAYING ? [sizeWords(size)] : []),
      ...(was ? [`was ${was}`] : []),
    ]
    return words.length > 0 ? words.join(' · ') : undefined
  }

  if (!compared.node.children?.length) return <NoVariables session={session} />
  if (!node.children?.length) return <p className={styles.none}>No variable is called “{filter.trim()}”.</p>
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => typeAhead(event)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: adds to the keys of the tree inside.
    <div onKeyDown={onKeyDown}>
      <ValueTree node={node} label="Variables" hideRoot load={load} changed={changed} note={note} />
    </div>
  )
}

function filtered(node: PreviewNode, wanted: string): PreviewNode {
  if (wanted === '') return node
  const children = (node.children ?? []).filter((entry) => entry.key.toLowerCase().includes(wanted))
  return { ...node, children, size: children.length }
}
