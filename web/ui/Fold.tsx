import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import styles from './Fold.module.css'

interface FoldProps {
  label: string
  /** Summary of the content. */
  hint?: string | undefined
  /** True if initially open. */
  open?: boolean
  /** Holds it open: something inside has to be seen. */
  held?: boolean
  /** A border around all of it, where it stands alone. */
  framed?: boolean
  children: ReactNode
}

/** Folded content. */
export function Fold({ label, hint, open = false, held = false, framed = false, children }: FoldProps) {
  const [opened, setOpened] = useState(open)
  return (
    <details
      className={styles.fold}
      data-framed={framed || undefined}
      open={opened || held}
      onToggle={(event) => setOpened(event.currentTarget.open)}
    >
      <summary>
        <span>
          {label}
          {hint && <small>{hint}</small>}
        </span>
        <IconChevronDown size={16} stroke={1.6} />
      </summary>
      {children}
    </details>
  )
}
