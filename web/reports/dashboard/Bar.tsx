import styles from './Dashboard.module.css'

/** A share from 0 to 1 as a bar; the figure next to it is the accessible text. */
export function Bar({ share }: { share: number }) {
  return (
    <span className={styles.bar} aria-hidden>
      <span className={styles.fill} style={{ width: `${share * 100}%` }} />
    </span>
  )
}
