import type { Icon } from '@tabler/icons-react'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import styles from './Understood.module.css'

interface CardProps {
  icon: Icon
  title: string
  about: string
  /** Link to the columns that the card is about. */
  columns?: { label: string; onOpen: () => void } | undefined
  /** Undefined where cards stand side by side and are never folded. */
  open?: boolean | undefined
  onFold?: () => void
  children: ReactNode
}

/** One of the three cards. Below each other, one is open and the others are a line. */
export function Card({ icon: Mark, title, about, columns, open, onFold, children }: CardProps) {
  const id = useId()
  const shown = open !== false
  const head = (
    <>
      <Mark size={18} stroke={1.6} />
      <span className={styles.cardTitle}>{title}</span>
      <span className={styles.cardAbout}>{about}</span>
    </>
  )
  return (
    <section className={styles.card} data-open={shown} aria-labelledby={id}>
      <div className={styles.cardHead}>
        <h2 id={id}>
          {open === undefined ? (
            <span className={styles.fold}>{head}</span>
          ) : (
            <button type="button" className={styles.fold} aria-expanded={open} onClick={onFold}>
              {head}
              <IconChevronDown className={styles.chevron} size={18} stroke={1.6} />
            </button>
          )}
        </h2>
        {shown && columns && (
          <button type="button" className={styles.link} onClick={columns.onOpen}>
            {columns.label} <IconChevronRight size={14} stroke={1.8} />
          </button>
        )}
      </div>
      {shown && children}
    </section>
  )
}
