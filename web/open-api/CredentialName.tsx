import { useWords } from '../data/text.ts'
import { useFormat } from '../data/use-format.ts'
import styles from './OpenApi.module.css'
import { text } from './text.ts'

interface CredentialNameProps {
  name: string
  /** The beginning of the secret, which tells what it is. */
  prefix: string
  secretEnd: string
  /** Until when the secret before this one works. */
  previousUntil: string | null
  onOpen: () => void
}

/** Name of a key or token, with as much of its secret as is kept. */
export function CredentialName({ name, prefix, secretEnd, previousUntil, onOpen }: CredentialNameProps) {
  const t = useWords(text)
  const format = useFormat()
  return (
    <span className={styles.name}>
      <button type="button" className={styles.open} onClick={onOpen}>
        {name}
      </button>
      <span className={`${styles.quiet} ${styles.code}`}>
        {prefix}…{secretEnd}
      </span>
      {previousUntil && <span className={styles.quiet}>{t.overlap({ at: format.dateTime(previousUntil) })}</span>}
    </span>
  )
}
