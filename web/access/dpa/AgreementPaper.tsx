import type { dpa } from '@ruam/contract/access/dpa.ts'
import type { Got } from '../../data/api.ts'
import { usePreferences } from '../../data/preferences.ts'
import { useStore } from '../../data/session.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import styles from './Agreement.module.css'
import { AgreementText } from './AgreementText.tsx'
import { text } from './text.ts'

/** An agreement as it is read and printed: its text, and who has decided what about it. */
export function AgreementPaper({ agreement }: { agreement: Got<typeof dpa.detail> }) {
  const t = useWords(text)
  const format = useFormat()
  const store = useStore()
  const inLanguage = agreement.document[usePreferences().language]
  const { consentee, decidedAt } = agreement
  return (
    <article className={styles.paper}>
      <h2>{inLanguage.title}</h2>
      <small>{t.version({ version: agreement.version })}</small>
      <AgreementText text={inLanguage} />
      {consentee && (
        <dl className={styles.facts}>
          <dt>{t.decision}</dt>
          <dd>{agreement.result === 'accepted' ? t.yes : t.no}</dd>
          <dt>{t.when}</dt>
          <dd>{format.dateTime(decidedAt)}</dd>
          <dt>{t.store}</dt>
          <dd>{store.name}</dd>
          <dt>{t.onBehalf}</dt>
          <dd>
            {[consentee.name, consentee.position, consentee.company, consentee.email]
              .filter((part) => part)
              .join(' · ')}
          </dd>
          <dt>{t.hash}</dt>
          <dd>{agreement.documentHash}</dd>
        </dl>
      )}
    </article>
  )
}
