import { WIRES } from '../../lessons/protocols/index.ts'
import dialogStyles from '../parts/Dialog.module.css'
import { useLoaded } from './loaded.ts'
import styles from './Protocols.module.css'

/** Bodies as they went over the wire. */
interface WireFile {
  messages: { role: string }[]
  tools?: unknown[]
}

/** What was sent and came back when the shipped task was played. */
export function Wire({ id }: { id: string }) {
  const load = WIRES[id]
  if (!load) return <p className={dialogStyles.lead}>There is no recording under this protocol yet.</p>
  return <Recording load={load} />
}

function Recording({ load }: { load: () => Promise<{ default: unknown }> }) {
  const loaded = useLoaded(load)
  if (loaded.type === 'loading') return <p className={dialogStyles.lead}>It is being loaded …</p>
  if (loaded.type === 'failed') return <p className={dialogStyles.lead}>{loaded.message}</p>
  const { messages, tools } = loaded.value.default as WireFile
  return (
    <>
      <p className={dialogStyles.lead}>
        The shipped task as its tape was played, in the Chat Completions format: the messages of the last
        request and the last reply. Each earlier request ends before one of the assistant's messages. Long
        texts are cut, with the number of what is missing.
      </p>
      <ol className={styles.wire} aria-label="Messages">
        {messages.map((message, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a recording never changes.
          <li key={place} data-role={message.role}>
            <details open={message.role !== 'system' || place > 0}>
              <summary>{message.role}</summary>
              <pre>{JSON.stringify(message, null, 2)}</pre>
            </details>
          </li>
        ))}
        <li>
          <details>
            <summary>{tools ? `tools (${tools.length})` : 'no tools'}</summary>
            {tools ? <pre>{JSON.stringify(tools, null, 2)}</pre> : null}
          </details>
        </li>
      </ol>
    </>
  )
}
