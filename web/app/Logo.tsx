import styles from './Shell.module.css'

/** The mark: several lines that become one. */
export function Mark() {
  return (
    <svg className={styles.mark} viewBox="0 0 26 26" width="26" height="26" aria-hidden>
      <rect width="26" height="26" rx="6" />
      <path d="M7 8.5c4 0 4 4.5 8.5 4.5M7 17.5c4 0 4-4.5 8.5-4.5M7 13h8" />
      <circle cx="17.5" cy="13" r="2.2" />
    </svg>
  )
}

export function Logo() {
  return (
    <span className={styles.logo}>
      <Mark />
      Ruam
    </span>
  )
}
