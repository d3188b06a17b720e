import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { ConsentBadge } from './ConsentBadge.tsx'
import styles from './Privacy.module.css'
import { type Consent, saidAt } from './said.ts'
import { text } from './text.ts'

/** Consent history of a customer with authors, the newest first. */
export function ConsentLedger({ consent: { entries, truncated } }: { consent: Consent }) {
  const t = useWords(text)
  const format = useFormat()
  return (
    <section className={styles.ledger}>
      <h3>{truncated ? `${t.history} · ${t.latest({ count: entries.length })}` : t.history}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <ol aria-label={t.history} tabIndex={0}>
        {entries.map(({ at, source, note }, place) => (
          <li key={at}>
            <ConsentBadge said={saidAt(entries, place)} />
            <p>
              {format.dateTime(at)} · {source.name ?? t.somebody}
            </p>
            {note && <p>{note}</p>}
          </li>
        ))}
      </ol>
    </section>
  )
}
