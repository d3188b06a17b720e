import { useWords } from '../../../data/text.ts'
import type { RunDetail } from '../use-source.ts'
import { consentsText } from './consents-text.ts'

/** What a run records, or would record, of each consent column: one line a column. */
export function ConsentCounts({ run: { consents } }: { run: Pick<RunDetail, 'consents'> }) {
  const t = useWords(consentsText)
  return consents.map((one) => {
    const { column, purpose, read, unread, granted, withdrawn, optedOut, unproved } = one
    const counts = [
      granted ? t.willGrant({ count: granted }) : undefined,
      withdrawn ? t.willWithdraw({ count: withdrawn }) : undefined,
      granted === null ? t.hidden({ count: read }) : granted + (withdrawn ?? 0) === 0 ? t.nothing : undefined,
      optedOut ? t.optedOut({ count: optedOut }) : undefined,
      unproved > 0 ? t.unprovedCount({ count: unproved }) : undefined,
      unread > 0 ? t.unread({ count: unread }) : undefined,
    ]
    return (
      <p key={`${column} ${purpose.id}`}>
        {t.ofPurpose({ purpose: purpose.name })}{' '}
        {one.wrongColumn ? t.wrongColumn({ read, total: read + unread }) : counts.filter(Boolean).join(' · ')}
      </p>
    )
  })
}
