import { Progress } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './WorkProgress.module.css'

interface WorkProgressProps {
  title: string
  /** 0 to 1. */
  share: number
  /** Progress in words: counts, remaining time. */
  detail?: ReactNode
  /** Possible actions meanwhile. */
  note?: string
  /** The way to stop it. */
  action?: ReactNode
  children?: ReactNode
}

/** Work that takes its time: how far it is, how long it will take, and the way to stop it. */
export function WorkProgress({ title, share, detail, note, action, children }: WorkProgressProps) {
  const percent = Math.floor(Math.min(1, Math.max(0, share)) * 100)
  return (
    <div className={styles.work}>
      <div className={styles.title}>
        <h2>{title}</h2>
        <span aria-hidden>{percent}%</span>
      </div>
      <Progress value={percent} size={8} radius="xl" aria-label={title} />
      {detail && (
        <p className={styles.detail} role="status">
          {detail}
        </p>
      )}
      {children}
      {note && <p className={styles.note}>{note}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
