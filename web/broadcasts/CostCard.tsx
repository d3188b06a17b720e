import { formatNumber } from '../data/format.ts'
import { useWords } from '../data/text.ts'
import { useFormat } from '../data/use-format.ts'
import styles from './Composer.module.css'
import { bahtOf, type Cost, type Usage } from './cost.ts'
import { text } from './text.ts'

/** What a broadcast takes of the month's quota, what it costs, and how many messages are lacking. */
export function CostCard({ usage, cost }: { usage: Usage; cost: Cost }) {
  const t = useWords(text)
  const format = useFormat()
  const { limit, usage: used, schedule, price, at } = usage
  const { messages, short, left } = cost
  const parts = [
    { part: 'used', name: t.used, count: used },
    { part: 'reserved', name: t.reserved, count: schedule },
    { part: 'this', name: t.thisOne, count: messages },
    ...(left === null ? [] : [{ part: 'left', name: t.leftOver, count: left }]),
  ]
  return (
    <section className={styles.cost} aria-labelledby="broadcast-quota">
      <header>
        <h2 id="broadcast-quota">{t.quota}</h2>
        <span>{limit === null ? t.noLimit : t.messagesOf({ count: limit })}</span>
      </header>
      {limit !== null && (
        <div className={styles.bar} aria-hidden>
          {parts.map(({ part, count }) => count > 0 && <i key={part} data-part={part} style={{ flexGrow: count }} />)}
        </div>
      )}
      <dl>
        {parts.map(({ part, name, count }) => (
          <div key={part}>
            <dt>{name}</dt>
            <dd>{formatNumber(count)}</dd>
          </div>
        ))}
      </dl>
      {short > 0 && (
        <p className={styles.warning} role="status">
          {t.short({ count: short })}
        </p>
      )}
      {price !== null && <p className={styles.quiet}>{t.baht({ baht: bahtOf(price, messages) })}</p>}
      {at !== null && <p className={styles.quiet}>{t.countedAt({ when: format.when(at) })}</p>}
    </section>
  )
}
