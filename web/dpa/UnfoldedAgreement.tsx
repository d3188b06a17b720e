import { DPA_VERSION, dpaDocument } from '@ruam/contract/dpa-document.ts'
import { Fold } from '../core/Fold.tsx'
import { usePreferences } from '../core/preferences.ts'
import { useWords } from '../core/text.ts'
import styles from './Agreement.module.css'
import { AgreementText } from './AgreementText.tsx'
import { text } from './text.ts'

/** The agreement in force, to be unfolded and read before it is accepted. */
export function UnfoldedAgreement() {
  const t = useWords(text)
  const agreement = dpaDocument[usePreferences().language]
  return (
    <Fold label={t.show} framed>
      <div className={styles.unfolded}>
        <h2>
          {agreement.title} <small>{DPA_VERSION}</small>
        </h2>
        <AgreementText text={agreement} />
      </div>
    </Fold>
  )
}
