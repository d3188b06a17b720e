import { ActionIcon } from '@mantine/core'
import { IconDotsVertical } from '@tabler/icons-react'
import { type ReactNode, useCallback, useId, useRef, useState } from 'react'
import styles from './ActionMenu.module.css'
import { usePlaced } from './use-placed.ts'

/** Pixels: from the button, and from the edge of the window. */
const GAP = 4
const EDGE = 8

interface ActionMenuProps {
  /** Label of the button. */
  label: string
  /** The list of actions, made when the menu opens. */
  children: (close: () => void) => ReactNode
  icon?: ReactNode
  /** With a border, to stand among buttons. */
  framed?: boolean
}

/** A button with a menu of actions: a list of links and buttons. */
export function ActionMenu({ label, children, icon, framed }: ActionMenuProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const close = () => panel.current?.hidePopover()

  /** Under the button, or above it near the lower edge. */
  const place = useCallback(() => {
    if (!panel.current || !button.current) return
    const { top, right, bottom } = button.current.getBoundingClientRect()
    const { height } = panel.current.getBoundingClientRect()
    const under = bottom + GAP
    panel.current.style.right = `${Math.max(EDGE, document.documentElement.clientWidth - right)}px`
    panel.current.style.top = `${under + height + EDGE > innerHeight ? Math.max(EDGE, top - GAP - height) : under}px`
  }, [])
  usePlaced(open, place)
  return (
    <>
      <ActionIcon
        ref={button}
        popoverTarget={id}
        aria-label={framed ? undefined : label}
        title={framed ? label : undefined}
        className={styles.button}
        {...(framed && { variant: 'default' as const })}
      >
        {icon ?? <IconDotsVertical size={18} stroke={1.6} />}
      </ActionIcon>
      <div
        id={id}
        ref={panel}
        popover="auto"
        className={styles.panel}
        onBeforeToggle={({ newState }) => newState === 'open' && setOpen(true)}
        // Only now: the focus goes back to the button while what had it is still there.
        onToggle={({ newState }) => newState === 'closed' && setOpen(false)}
      >
        {open && children(close)}
      </div>
    </>
  )
}
