import type { WorkListKind, workListCalls } from '@ruam/contract/reports/work-lists.ts'
import type { Got } from '../../data/api.ts'
import { formatNumber, formatPrice } from '../../data/format.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { text } from './text.ts'
import styles from './WorkList.module.css'

/** Length of a list, what is done of it today, and what the calls of last week brought. */
export function WorkHead({ kind, list }: { kind: WorkListKind; list: Got<typeof workListCalls.list> }) {
  const t = useWords(text)
  const format = useFormat()
  const { open, doneToday, lastWeek } = list
  const said = { quiet: t.quietText, birthdays: t.birthdaysText, 'follow-ups': t.followUpsText }
  return (
    <header className={styles.head}>
      <div>
        <p>
          <strong>{formatNumber(open)}</strong> {kind === 'follow-ups' ? t.noteUnit : t.unit}
          {doneToday > 0 && <em>{t.doneToday({ done: doneToday, all: open + doneToday })}</em>}
        </p>
        <p className={styles.quiet}>{said[kind]}</p>
      </div>
      {lastWeek && (
        <dl className={styles.week}>
          <dt>{t.lastWeek({ from: format.date(lastWeek.from), to: format.date(lastWeek.to) })}</dt>
          <div>
            <dt>{t.called}</dt>
            <dd>{t.people({ count: lastWeek.called })}</dd>
          </div>
          <div>
            <dt>{t.cameBack}</dt>
            <dd>{t.people({ count: lastWeek.cameBack })}</dd>
          </div>
          {lastWeek.spent !== null && (
            <div>
              <dt>{t.bought}</dt>
              <dd>{t.baht({ amount: formatPrice(lastWeek.spent) })}</dd>
            </div>
          )}
        </dl>
      )}
    </header>
  )
}
