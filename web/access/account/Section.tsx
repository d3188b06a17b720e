import { type ReactNode, useId } from 'react'
import styles from './Account.module.css'

/** One part of the account: what it is on the left, its fields on the right. */
export function Section({ title, about, children }: { title: string; about: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div>
        <h2 id={id}>{title}</h2>
        <p>{about}</p>
      </div>
      <div className={`${styles.fields} ruam-steady`}>{children}</div>
    </section>
  )
}
