import { DPA_VERSION, dpaDocument } from '@ruam/contract/access/dpa-document.ts'
import { usePreferences } from '../../data/preferences.ts'
import { useWords } from '../../data/text.ts'
import { Fold } from '../../ui/Fold.tsx'
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
