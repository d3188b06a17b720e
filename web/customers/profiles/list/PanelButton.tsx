import { Button } from '@mantine/core'
import { type ReactNode, Suspense, type ToggleEvent, useId, useRef, useState } from 'react'
import styles from './PanelButton.module.css'

/** Pixels: from the button, and from the edge of the window. */
const GAP = 6
/** Pixels, as in the style. */
const WIDTH = 360

interface PanelButtonProps {
  label: string
  icon: ReactNode
  /** Without a border. */
  plain?: boolean
  /** The edge of the button that the panel is in line with. */
  align: 'left' | 'right'
  /** Class of the panel, for scrolling and phones. */
  className: string | undefined
  /** Fetches what the panel shows, as soon as somebody is about to open it. */
  load: () => Promise<unknown>
  onOpen?: () => void
  /** Content of the panel, rendered at each opening. */
  children: (close: () => void) => ReactNode
}

/** A button of the list's toolbar with a panel under it. */
export function PanelButton({ label, icon, plain, align, className, load, onOpen, children }: PanelButtonProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const place = ({ newState, currentTarget: { style } }: ToggleEvent<HTMLDivElement>) => {
    if (newState !== 'open' || !button.current) return
    const { left, right, bottom } = button.current.getBoundingClientRect()
    style.setProperty('--top', `${bottom + GAP}px`)
    if (align === 'right') style.setProperty('--right', `${document.documentElement.clientWidth - right}px`)
    // Reckoned by the browser: it stays in sight when a tablet is turned.
    else style.setProperty('--left', `min(${left}px, max(${GAP}px, 100vw - ${WIDTH + GAP}px))`)
    onOpen?.()
    setOpen(true)
  }
  return (
    <>
      <Button
        ref={button}
        popoverTarget={id}
        leftSection={icon}
        className={plain ? styles.plain : undefined}
        {...(plain && { variant: 'subtle', color: 'var(--ruam-text-2)' })}
        onPointerEnter={() => void load().catch(() => undefined)}
      >
        {label}
      </Button>
      <div
        id={id}
        ref={panel}
        popover="auto"
        className={`${styles.panel} ${className}`}
        onBeforeToggle={place}
        onToggle={({ newState }) => newState === 'closed' && setOpen(false)}
      >
        {open && <Suspense>{children(() => panel.current?.hidePopover())}</Suspense>}
      </div>
    </>
  )
}
