import type { exposures } from '@ruam/contract/privacy/exposure.ts'
import type { Got } from '../../data/api.ts'
import { formatNumber } from '../../data/format.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { Loaded } from '../../ui/Loaded.tsx'
import styles from './Exposure.module.css'
import { exposureText } from './exposure-text.ts'

type Summary = Pick<Got<typeof exposures.get>, 'certain' | 'possible' | 'ways' | 'completeSince'>

/** Numbers of people certainly and possibly seen, never added, with fields and ways. */
export function ExposureFigures({ summary }: { summary: Summary | undefined }) {
  const t = useWords(exposureText)
  const format = useFormat()
  const possible = summary?.possible
  return (
    <>
      <div className={styles.figures}>
        <section className={styles.figure}>
          <h2>{t.certain}</h2>
          <strong>
            <Loaded of={summary && t.people({ count: summary.certain.people })} />
          </strong>
          <p className={styles.quiet}>{t.certainText}</p>
        </section>
        <section className={styles.figure} data-possible>
          <h2>{t.possible}</h2>
          <strong>
            <Loaded of={possible && t.people({ count: possible.people })} />
          </strong>
          <p className={styles.quiet}>
            {possible &&
              (possible.atMost !== null
                ? t.atMost({ count: possible.atMost })
                : possible.fields.length > 0
                  ? t.possibleText
                  : t.noRight)}
          </p>
        </section>
      </div>
      {summary && (
        <div className={styles.parts}>
          <Lines
            title={t.fields}
            lines={summary.certain.fields.map(({ id, displayName, people }) => [displayName ?? `#${id}`, people])}
          />
          <Lines
            title={t.ways}
            note={t.waysText}
            lines={summary.ways.map(({ call, title, people }) => [title ?? call, people])}
          />
          <section className={styles.part}>
            <h2>{t.possibleFields}</h2>
            <p className={styles.quiet}>
              {summary.possible.fields.map(({ id, displayName }) => displayName ?? `#${id}`).join(' · ') || t.noRight}
            </p>
            <p className={styles.quiet}>{t.since({ date: format.date(summary.completeSince) })}</p>
          </section>
        </div>
      )}
    </>
  )
}

interface LinesProps {
  title: string
  note?: string
  lines: readonly (readonly [name: string, people: number])[]
}

function Lines({ title, note, lines }: LinesProps) {
  const t = useWords(exposureText)
  return (
    <section className={styles.part}>
      <h2>{title}</h2>
      {note && <p className={styles.quiet}>{note}</p>}
      {lines.length === 0 && <p className={styles.quiet}>{t.noWays}</p>}
      <ul className={styles.lines}>
        {lines.map(([name, people]) => (
          <li key={name}>
            <span>{name}</span>
            <b>{formatNumber(people)}</b>
          </li>
        ))}
      </ul>
    </section>
  )
}
