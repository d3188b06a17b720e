import type { ReactNode } from 'react'
import styles from './SplitView.module.css'

interface SplitViewProps {
  /** A `ul` of buttons, and the bar below it. */
  list: ReactNode
  /** Chosen record; undefined without one. */
  detail: ReactNode
  /** Asks for a choice, in the place of the detail. */
  none: string
  /** State of the list's read. */
  read: { isFetching: boolean; isPlaceholderData: boolean }
}

/** A list on the left, what is chosen of it on the right; on a phone one after the other. */
export function SplitView({ list, detail, none, read }: SplitViewProps) {
  return (
    <div className={styles.split} data-detail={Boolean(detail)} aria-busy={read.isFetching}>
      <div className={styles.list} data-stale={read.isPlaceholderData}>
        {list}
      </div>
      <div className={styles.detail}>{detail || <p className={styles.none}>{none}</p>}</div>
    </div>
  )
}
