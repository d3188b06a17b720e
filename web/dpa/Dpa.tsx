import { Button } from '@mantine/core'
import { hasRole, OWNER } from '@ruam/contract/permissions.ts'
import { IconPrinter } from '@tabler/icons-react'
import { useStore } from '../core/session.ts'
import { useWords } from '../core/text.ts'
import styles from './Agreement.module.css'
import { AgreementPage } from './AgreementPage.tsx'
import { AgreementPaper } from './AgreementPaper.tsx'
import { DecisionForm } from './DecisionForm.tsx'
import { text } from './text.ts'

/** The agreement that a store has decided about, to be read and printed; owners change the decision here. */
export function Dpa() {
  const t = useWords(text)
  const { rights } = useStore()
  return (
    <AgreementPage>
      {(agreement) => {
        const accepted = agreement.result === 'accepted'
        return (
          <>
            <div className={styles.lead}>
              <h2>{accepted ? t.accepted : t.declined}</h2>
              <p>{accepted ? t.acceptedText : t.declinedText}</p>
              <Button leftSection={<IconPrinter size={16} stroke={1.6} />} onClick={() => window.print()}>
                {t.print}
              </Button>
            </div>
            <AgreementPaper agreement={agreement} />
            {hasRole(rights, OWNER) && <DecisionForm key={agreement.decidedAt} agreement={agreement} />}
          </>
        )
      }}
    </AgreementPage>
  )
}
