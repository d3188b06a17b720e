import styles from './DataTable.module.css'
import { useFormat } from './use-format.ts'

/** The first line of a card: what it is about, and when it last changed. */
export function CardHead({ name, changed }: { name: string; changed: string }) {
  const format = useFormat()
  return (
    <span className={styles.cardHead}>
      <strong>{name}</strong>
      <time dateTime={changed}>{format.when(changed)}</time>
    </span>
  )
}
