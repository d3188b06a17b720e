import { privacy } from '@ruam/contract/customers/privacy.ts'
import { useRead } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { useMayCall } from '../../ui/may.ts'
import styles from './ProfileSummary.module.css'
import { serve } from './serve-text.ts'

/** Consents of a customer in a line; empty without entries. */
export function SummaryConsents({ profileId }: { profileId: number }) {
  const t = useWords(serve)
  const may = useMayCall(privacy.consents)
  const read = useRead(privacy.consents, { query: { profileId, offset: 0, limit: 0 } }, { enabled: may })
  // Placeholder data belongs to another customer.
  const said = (read.isPlaceholderData ? [] : (read.data?.data ?? [])).filter(({ state }) => state !== 'unknown')
  if (said.length === 0) return null
  return (
    <p className={styles.consents}>
      {said.map(({ purpose, state }) => (
        <span key={purpose.id}>
          {purpose.name}: <span data-said={state}>{state === 'granted' ? t.consented : t.notConsented}</span>
        </span>
      ))}
    </p>
  )
}
