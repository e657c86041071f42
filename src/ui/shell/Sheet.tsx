import { X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../parts/Button.tsx'
import styles from './Sheet.module.css'

interface SheetProps {
  side: 'left' | 'right'
  label: string
  onClose: () => void
  children: ReactNode
}

/** A side column on a narrow screen: over the notebook, closed with Escape or a click beside it. */
export function Sheet({ side, label, onClose, children }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    // The element goes away with its parent; closing it first gives the focus back to the button that opened it.
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-label={label}
      className={styles.sheet}
      data-side={side}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onPointerDown={(event) => {
        if (event.target === dialog.current) onClose()
      }}
    >
      <div className={styles.body}>
        <div className={styles.bar}>
          <Button tone="quiet" square aria-label="Close" onClick={onClose}>
            <X aria-hidden />
          </Button>
        </div>
        {children}
      </div>
    </dialog>
  )
}
