import { DPA_VERSION } from '@ruam/contract/constants.ts'
import { useWords } from '../core/text.ts'
import styles from './Agreement.module.css'
import { agreement } from './agreement.ts'
import { text } from './text.ts'

/** The agreement, to be unfolded and read before it is accepted. */
export function Agreement() {
  const t = useWords(text)
  const a = useWords(agreement)
  return (
    <details className={styles.agreement}>
      <summary>{t.agreementShow}</summary>
      <h2>
        {t.agreementTitle} <small>{DPA_VERSION}</small>
      </h2>
      <ol>
        {[a.parties, a.purpose, a.basis, a.care, a.end].map((clause) => (
          <li key={clause}>{clause}</li>
        ))}
      </ol>
    </details>
  )
}
