import type { AgreementText as Text } from '@ruam/contract/access/dpa-document.ts'
import styles from './Agreement.module.css'

/** The clauses of an agreement, numbered. */
export function AgreementText({ text }: { text: Text }) {
  return (
    <ol className={styles.clauses}>
      {text.clauses.map((clause) => (
        <li key={clause.title}>
          <strong>{clause.title}</strong>
          <p>{clause.text}</p>
        </li>
      ))}
    </ol>
  )
}
