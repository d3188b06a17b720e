import type { ReactNode } from 'react'
import { useFormat } from '../data/use-format.ts'
import styles from './CardHead.module.css'

/** The first line of a card: what it is about, and when it last changed. */
export function CardHead({ name, mark, changed }: { name: ReactNode; mark?: ReactNode; changed: string }) {
  const format = useFormat()
  return (
    <span className={styles.head}>
      <strong className="ruam-two-lines">
        {name}
        {mark}
      </strong>
      <time dateTime={changed}>{format.when(changed)}</time>
    </span>
  )
}
