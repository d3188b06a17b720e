import { type ReactNode, useId, useRef, useState } from 'react'
import styles from './HeaderPopover.module.css'

interface HeaderPopoverProps {
  /** Opening button, given the id for `popoverTarget`. */
  button: (popover: string) => ReactNode
  /** Made when it opens, and given what closes it. */
  children: (close: () => void) => ReactNode
}

/** A button of the header, and what it opens below it. */
export function HeaderPopover({ button, children }: HeaderPopoverProps) {
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  return (
    <>
      {button(id)}
      <div
        id={id}
        ref={panel}
        popover="auto"
        className={styles.panel}
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        {open && children(() => panel.current?.hidePopover())}
      </div>
    </>
  )
}
