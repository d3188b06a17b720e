import type { ReactNode } from 'react'
import styles from './Toolbar.module.css'

/** The bar above a list: search and filters on the left, the one primary action on the right. */
export function Toolbar({ children, actions }: { children?: ReactNode; actions?: ReactNode }) {
  return (
    <div className={styles.toolbar}>
      <div className={styles.filters}>{children}</div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}
