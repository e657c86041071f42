import { Dialog } from 'radix-ui'
import { useRef, useState } from 'react'
import dialogStyles from '../parts/Dialog.module.css'
import { DialogFrame } from '../parts/DialogFrame.tsx'
import { useApp } from '../state/context.tsx'
import { useViews } from '../state/views.ts'
import styles from './CommandDialog.module.css'
import type { Command } from './command.ts'
import { isApple, keyName } from './key-names.ts'
import { COMMANDS } from './table.ts'

const GROUPS = ['Notebook', 'Cells', 'Editor', 'Timeline'] as const

/** All commands with their keys: to look up, to search, and to run. */
export default function CommandDialog() {
  const app = useApp()
  const { live, shown } = useViews()
  const [wanted, setWanted] = useState('')
  const apple = isApple(navigator.platform)
  const words = wanted.toLowerCase().split(/\s+/)
  const found = COMMANDS.filter((command) =>
    words.every((word) => command.title.toLowerCase().includes(word)),
  )
  const chosen = useRef<Command | null>(null)
  const close = () => app.ui.setState({ dialog: null })
  const run = (command: Command | undefined) => {
    if (!command || !canRun(command)) return
    chosen.current = command
    close()
  }
  // A command may put the focus somewhere, so it runs when the dialog is gone.
  const onClosed = () => {
    const command = chosen.current
    chosen.current = null
    void command?.run({ app, live, shown })
    return command !== null
  }
  return (
    <DialogFrame title="Commands and keys" onClose={close} onClosed={onClosed}>
      <Dialog.Description className={dialogStyles.lead}>
        Single keys act while no text is being written; Escape leaves an editor. Enter runs the first command
        found.
      </Dialog.Description>
      <input
        // biome-ignore lint/a11y/noAutofocus: who opens the commands wants to type the name of one.
        autoFocus
        className={dialogStyles.field}
        aria-label="Find a command"
        placeholder="Find a command"
        value={wanted}
        onChange={(event) => setWanted(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') run(found.find(canRun))
        }}
      />
      <div className={styles.groups}>
        {GROUPS.map((group) => {
          const commands = found.filter((command) => command.group === group)
          return commands.length === 0 ? null : (
            <section key={group} aria-label={group}>
              <h3>{group}</h3>
              <ul>
                {commands.map((command) => (
                  <li key={command.id}>
                    {canRun(command) ? (
                      <button type="button" className={styles.command} onClick={() => run(command)}>
                        {command.title}
                      </button>
                    ) : (
                      <span className={styles.command}>{command.title}</span>
                    )}
                    <span className={styles.keys}>
                      {[...new Set(command.keys.map((key) => keyName(key, apple)))].map((key) => (
                        <kbd key={key}>{key}</kbd>
                      ))}
                    </span>
                  </li>
                ))}
              </ul>
            </section>
          )
        })}
        {found.length === 0 ? <p className={dialogStyles.lead}>No command has these words.</p> : null}
      </div>
    </DialogFrame>
  )
}

function canRun(command: Command): boolean {
  return command.where !== 'editor'
}
