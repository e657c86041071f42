import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { Button } from './Button.tsx'
import styles from './Dialog.module.css'

interface DialogFrameProps {
  title: string
  onClose: () => void
  /** Called when it is gone; true: the focus has been put somewhere, so it does not go back to where it was. */
  onClosed?: () => boolean
  children: ReactNode
}

/** A dialog over the page. It is mounted when it opens, so that its code is loaded only then. */
export function DialogFrame({ title, onClose, onClosed, children }: DialogFrameProps) {
  // Without a trigger of its own the dialog would leave the focus nowhere.
  const [opener] = useState(() => document.activeElement)
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className={styles.overlay} />
        <Dialog.Content
          className={styles.dialog}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (!onClosed?.() && opener instanceof HTMLElement) opener.focus()
          }}
        >
          <div className={styles.head}>
            <Dialog.Title className={styles.title}>{title}</Dialog.Title>
            <Dialog.Close asChild>
              <Button tone="quiet" square aria-label="Close">
                <X aria-hidden />
              </Button>
            </Dialog.Close>
          </div>
          <div className={styles.body}>{children}</div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
