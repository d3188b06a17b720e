import type { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import type { Got } from '../data/api.ts'
import { formatNumber } from '../data/format.ts'
import { useWords } from '../data/text.ts'
import styles from './Composer.module.css'
import { text } from './text.ts'

export type Usage = Got<typeof broadcasts.usage>

/** What a broadcast takes of the month's quota, and what it costs. */
export function CostCard({ usage, messages }: { usage: Usage; messages: number }) {
  const t = useWords(text)
  const { limit, usage: used, schedule, price } = usage
  const left = limit === null ? null : Math.max(limit - used - schedule - messages, 0)
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
      {price !== null && <p className={styles.quiet}>{t.baht({ baht: bahtOf(price, messages) })}</p>}
    </section>
  )
}

const money = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Returns a sum in baht with two decimals. */
export const bahtOf = (price: number, messages: number) => money.format(price * messages)
