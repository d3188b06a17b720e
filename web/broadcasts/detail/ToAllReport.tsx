import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { useRead } from '../../data/api.ts'
import { formatNumber } from '../../data/format.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { EMPTY } from '../../ui/Loaded.tsx'
import type { Broadcast } from '../broadcast.ts'
import { text } from '../text.ts'
import { toAllText } from '../to-all/to-all-text.ts'
import styles from './Detail.module.css'

interface Figure {
  name: string
  value: number | null
  note?: string | false | null | undefined
}

/** LINE's report of a broadcast to everyone. Nothing is known of a single person. */
export function ToAllReport({ broadcast }: { broadcast: Broadcast }) {
  const t = useWords(toAllText)
  const b = useWords(text)
  const format = useFormat()
  const { id, startedAt, counts, subStatus } = broadcast
  const { friends, countedOn, withdrawn, calledOn, charged, chargedWith, chargeWaits } = broadcast.toAll!
  const told = useRead(broadcasts.statistics, { params: { id } }, { enabled: calledOn !== null }).data
  const chargeNote = chargeWaits
    ? t.chargeWaits
    : charged === null
      ? t.chargeHidden
      : chargedWith > 1 && t.chargedWith({ count: chargedWith })
  const sent: Figure[] = [
    { name: t.delivered, value: told?.delivered ?? null },
    { name: b.opened, value: told?.opened ?? null },
    { name: b.clicked, value: told?.clicked ?? null },
    { name: t.charged, value: charged, note: chargeNote },
  ]
  const planned: Figure[] = [
    { name: t.friends, value: friends, note: countedOn && t.countedOn({ day: format.date(countedOn) ?? '' }) },
    { name: t.alsoGot, value: withdrawn },
  ]
  const hasFigures = told?.at && [told.delivered, told.opened, told.clicked].some((one) => one !== null)
  return (
    <section className={styles.ofAll} aria-label={t.report}>
      <h2>{t.report}</h2>
      <p>{t.noList}</p>
      {subStatus === 'awaiting_approval' && <p>{t.waitsForOwner}</p>}
      {startedAt && counts.queued > 0 && <p aria-live="polite">{t.waiting}</p>}
      {counts.unknown > 0 && <p>{t.unknown}</p>}
      <dl className={styles.figures}>
        {[...planned, ...(calledOn === null ? [] : sent)].map(({ name, value, note }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value === null ? EMPTY : formatNumber(value)}</dd>
            {note && <dd className={styles.note}>{note}</dd>}
          </div>
        ))}
      </dl>
      {calledOn !== null && <p>{hasFigures ? t.source({ time: format.dateTime(told.at) ?? '' }) : t.noFigures}</p>}
    </section>
  )
}
