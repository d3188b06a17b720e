import { type Icon, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './Counter.module.css'

interface SectionProps {
  icon: Icon
  title: string
  count?: string | undefined
  /** Smaller text at the right. */
  end?: string | undefined
  children: ReactNode
}

/** A part of the counter's list. */
export function Section({ icon: Sign, title, count, end, children }: SectionProps) {
  return (
    <section aria-label={title}>
      <h2 className={styles.title}>
        <Sign size={18} stroke={1.6} />
        {title} {count && <span>{count}</span>}
        {end && <span className={styles.end}>{end}</span>}
      </h2>
      {children}
    </section>
  )
}

interface RowProps {
  name: ReactNode
  note?: ReactNode
  end?: ReactNode
  chosen?: boolean
  onChoose: () => void
}

/** A customer of a list, which opens their card. */
export function Row({ name, note, end, chosen, onChoose }: RowProps) {
  return (
    <li>
      <button type="button" className={styles.row} aria-current={chosen || undefined} onClick={onChoose}>
        <span className={styles.who}>
          <strong>{name}</strong>
          {note && <span>{note}</span>}
        </span>
        {end && <span className={styles.end}>{end}</span>}
        <IconChevronRight className={styles.on} size={20} stroke={1.6} />
      </button>
    </li>
  )
}
