import { FormNote } from '../core/FormNote.tsx'
import { useWords } from '../core/text.ts'
import { useFormat } from '../core/use-format.ts'
import styles from './Agreement.module.css'
import { AgreementPage } from './AgreementPage.tsx'
import { AgreementPaper } from './AgreementPaper.tsx'
import { DecisionForm } from './DecisionForm.tsx'
import { text } from './text.ts'

/** Where an owner is asked before the store opens; the guard leads everybody else on. */
export function DpaCreate() {
  const t = useWords(text)
  const format = useFormat()
  return (
    <AgreementPage>
      {(agreement) => {
        const { earlier } = agreement
        const again = earlier && t.askAgainText({ version: earlier.version, when: format.date(earlier.decidedAt) })
        return (
          <>
            <div className={styles.lead}>
              <h2>{earlier ? t.askAgain : t.askFirst}</h2>
              <p>{t.askFirstText}</p>
            </div>
            {earlier?.result === 'accepted' && <FormNote kind="info" message={again ?? undefined} />}
            <AgreementPaper agreement={agreement} />
            <DecisionForm agreement={agreement} />
          </>
        )
      }}
    </AgreementPage>
  )
}
