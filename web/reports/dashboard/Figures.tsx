import type { dashboard } from '@ruam/contract/reports/dashboard.ts'
import type { Got } from '../../data/api.ts'
import { formatNumber } from '../../data/format.ts'
import { useWords } from '../../data/text.ts'
import { common } from '../../data/words.ts'
import bones from '../../ui/Bones.module.css'
import { Change } from './Change.tsx'
import styles from './Dashboard.module.css'
import { text } from './text.ts'

type Summary = Got<typeof dashboard.pipeline>

/** Figures of the period, each with that of the previous period. */
export function Figures({ summary, stale }: { summary: Summary; stale: boolean }) {
  const t = useWords(text)
  const { previous } = summary
  const figures = [
    { name: t.profiles, value: summary.profileTotal, before: summary.profileTotal - summary.profileRange },
    { name: t.records, value: summary.recordRange, before: previous.recordRange },
    { name: t.added, value: summary.recordAddRange, before: previous.recordAddRange },
    { name: t.updated, value: summary.recordUpdateRange, before: previous.recordUpdateRange },
    { name: t.duplicated, value: summary.recordDuplicateRange, before: previous.recordDuplicateRange },
    { name: t.failed, value: summary.recordErrorRange, before: previous.recordErrorRange },
  ]
  return (
    <section aria-label={t.figures} aria-busy={stale}>
      <dl className={styles.figures}>
        {figures.map(({ name, value, before }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <strong>{formatNumber(value)}</strong>
              <Change value={value} before={before} />
            </dd>
          </div>
        ))}
      </dl>
      {summary.pendingTotal > 0 && <p className={styles.waiting}>{t.waiting({ count: summary.pendingTotal })}</p>}
    </section>
  )
}

/** As tall as the figures will be: what stands below them stays where it is. */
export function FiguresPlace() {
  const c = useWords(common)
  return (
    <div className={styles.figures} role="status" aria-label={c.loading}>
      {['50%', '70%', '45%', '45%', '30%', '60%'].map((width, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are nothing but places
        <div key={place}>
          <span className={bones.bone} style={{ width }} />
        </div>
      ))}
    </div>
  )
}
