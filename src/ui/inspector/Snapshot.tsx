import type { PortableNameReport, PortableReport } from '../../kernel/types.ts'
import type { Session } from '../../session/types.ts'
import { count } from '../format.ts'
import { byteWords } from './bytes.ts'
import { useLooked } from './looked.ts'
import { type Place, placeWords, usePlace } from './place.ts'
import styles from './Snapshot.module.css'
import { TryPortable } from './TryPortable.tsx'

// biome-ignore-start lint/a11y/noRedundantRoles: to some browsers a table that is laid out as a grid is none.

/** Two ways of keeping the moment where one looks: the exact image, and values as portable data. */
export function Snapshot({ session }: { session: Session }) {
  const place = usePlace(session)
  const event = place.stop?.event ?? null
  const looked = useLooked(event, async () => {
    const [report, heap] = await Promise.allSettled([
      session.snapshotReport(event ?? ''),
      session.heapMap(event ?? '', null),
    ])
    if (heap.status === 'rejected') throw heap.reason
    return {
      place,
      bytes: heap.value.bytes,
      report: report.status === 'fulfilled' ? report.value : null,
      refusal: report.status === 'rejected' ? String((report.reason as Error).message) : null,
    }
  })

  if (event === null || !looked)
    return (
      <div className={styles.panel}>
        <p className={styles.empty}>
          A snapshot is what is left when an agent pauses. Run a cell: here stands what an exact image keeps
          of it, and what would be lost by keeping only its values.
        </p>
      </div>
    )
  if (!looked.result.ok)
    return (
      <div className={styles.panel}>
        <p className={styles.failure} role="alert">
          This moment could not be read: {looked.result.message}
        </p>
      </div>
    )
  const { value } = looked.result
  return (
    <div className={styles.panel} aria-busy={looked.key !== event}>
      <Ways bytes={value.bytes} report={value.report} place={value.place} />
      {value.report ? <Names report={value.report} /> : <p className={styles.refusal}>{value.refusal}</p>}
      {value.report ? <TryPortable session={session} event={event} /> : null}
    </div>
  )
}

function Ways({ bytes, report, place }: { bytes: number; report: PortableReport | null; place: Place }) {
  const names = report?.names ?? []
  const lost = names.filter(({ status }) => status !== 'kept').length
  return (
    <div className={styles.head}>
      <p className={place.past ? styles.past : undefined}>
        {place.past ? `At ${placeWords(place)}, kept in two ways` : 'This moment, kept in two ways'}
      </p>
      <dl className={styles.ways}>
        <dt>Exact image</dt>
        <dd>everything, functions and waiting calls too · {byteWords(bytes)} of heap</dd>
        <dt>Portable values</dt>
        <dd>
          {report
            ? `${count(names.length - lost, 'name')} as they are, ${lost === 0 ? 'none' : lost} changed or lost · ${byteWords(report.bytes)}`
            : 'not possible here'}
        </dd>
      </dl>
    </div>
  )
}

const STATUS: Record<PortableNameReport['status'], string> = {
  kept: 'kept',
  changed: 'changed',
  tombstone: 'tombstone',
  missing: 'missing',
}

function Names({ report }: { report: PortableReport }) {
  if (report.names.length === 0)
    return <p className={styles.empty}>No name was declared yet, so there is nothing to keep.</p>
  return (
    <div className={styles.scroller}>
      <table role="table" aria-label="Names in the portable snapshot" className={styles.table}>
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">
              Name
            </th>
            <th role="columnheader" scope="col">
              Exact
            </th>
            <th role="columnheader" scope="col">
              Portable
            </th>
            <th role="columnheader" scope="col">
              Size
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {report.names.map((name) => (
            <Name key={name.name} name={name} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Name({ name }: { name: PortableNameReport }) {
  const notes = name.error ? [...name.notes, `Using it: ${name.error}`] : name.notes
  return (
    <tr role="row" data-status={name.status}>
      <th role="rowheader" scope="row" className={styles.name} title={name.name}>
        {name.name}
        <small>{name.type}</small>
      </th>
      <td role="cell">kept</td>
      <td role="cell" className={styles.status}>
        {STATUS[name.status]}
        {notes.map((note) => (
          <small key={note}>{note}</small>
        ))}
      </td>
      <td role="cell" className={styles.size}>
        {name.status === 'kept' || name.status === 'changed' ? byteWords(name.bytes) : '–'}
      </td>
    </tr>
  )
}

// biome-ignore-end lint/a11y/noRedundantRoles: see above.
