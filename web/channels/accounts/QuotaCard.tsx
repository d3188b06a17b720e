import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import styles from './AccountDetail.module.css'
import { type AccountRow, nextQuotaDay } from './account-row.ts'
import { ShareBar } from './ShareBar.tsx'
import { text } from './text.ts'
import { useTrouble } from './use-trouble.ts'

/** Messages of this month: sent, scheduled and left. */
export function QuotaCard({ account }: { account: AccountRow }) {
  const t = useWords(text)
  const { quota } = account
  const trouble = useTrouble(account)('quota')
  const format = useFormat()
  const date = format.date(nextQuotaDay(new Date()))
  const limit = quota?.limit ?? null
  const left = limit !== null && quota ? Math.max(0, limit - quota.usage - quota.reserved) : null
  return (
    <section className={styles.card} aria-labelledby="line-quota">
      <header className={styles.cardHead}>
        <h3 id="line-quota">{t.quota}</h3>
        {quota && (
          <span className={styles.note}>{limit === null ? t.unlimited({ date }) : t.plan({ limit, date })}</span>
        )}
      </header>
      {quota ? (
        <ShareBar
          shares={[
            { kind: 'main', label: t.used, value: quota.usage },
            { kind: 'second', label: t.reserved, value: quota.reserved },
            ...(left === null ? [] : [{ kind: 'rest' as const, label: t.left, value: left }]),
          ]}
        />
      ) : (
        <p className={styles.note}>{t.noQuota}</p>
      )}
      {quota && (
        <p className={styles.note}>
          {[t.countedAt({ when: format.when(quota.at) }), trouble].filter(Boolean).join(' · ')}
        </p>
      )}
    </section>
  )
}
