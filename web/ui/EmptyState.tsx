import type { ComponentType, ReactNode } from 'react'
import styles from './states.module.css'

export interface EmptyStateProps {
  icon: ComponentType<{ size: number; stroke: number }>
  title: string
  /** Purpose and first step. */
  text?: string
  action?: ReactNode
  /** The heading of the whole page, where there is no other. */
  page?: boolean
}

/** Placeholder for missing content. */
export function EmptyState({ icon: Icon, title, text, action, page }: EmptyStateProps) {
  const Heading = page ? 'h1' : 'h2'
  return (
    <div className={styles.empty}>
      <Icon size={28} stroke={1.6} />
      <Heading>{title}</Heading>
      {text && <p>{text}</p>}
      {action && <div className={styles.actions}>{action}</div>}
    </div>
  )
}
