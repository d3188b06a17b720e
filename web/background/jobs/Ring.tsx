import styles from './Ring.module.css'

/** Progress as a ring. */
export function Ring({ percent, size }: { percent: number; size: number }) {
  return (
    <svg className={styles.ring} viewBox="0 0 20 20" width={size} height={size} aria-hidden="true">
      <circle cx="10" cy="10" r="8" />
      <circle cx="10" cy="10" r="8" pathLength={100} strokeDasharray={`${Math.max(4, percent)} 100`} />
    </svg>
  )
}

/** Combined progress of several jobs in percent. */
export const percentOf = (works: readonly { progress: number }[]) =>
  Math.floor((100 * works.reduce((sum, { progress }) => sum + progress, 0)) / works.length)
