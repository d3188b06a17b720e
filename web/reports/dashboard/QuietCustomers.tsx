import { formatPrice } from '../../data/format.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { RouteLink } from '../../ui/route.tsx'
import styles from './Today.module.css'
import { text } from './text.ts'
import type { ShopToday } from './use-shop.ts'

/** Best customers going quiet, the highest spend first. */
export function QuietCustomers({ today }: { today: ShopToday | undefined }) {
  const t = useWords(text)
  const format = useFormat()
  const people = today?.quiet.people ?? 0
  const first = today?.quiet.first
  return (
    <section className={styles.panel} aria-busy={!today}>
      <header>
        <h2>{t.quietBest}</h2>
        {people > 0 && <p>{t.spentInYear}</p>}
        {people > 0 && first && (
          <RouteLink className={styles.aside} to="dashboard" search={{ tab: 'quiet' }}>
            {t.allOf({ count: people })}
          </RouteLink>
        )}
      </header>
      {today && people === 0 && <p className={styles.nothing}>{t.noQuiet}</p>}
      {people > 0 && !first && <p className={styles.nothing}>{t.people({ count: people })}</p>}
      <ul className={styles.quiet}>
        {first?.map(({ id, name, boughtAt, spent }) => (
          <li key={id}>
            <RouteLink to="profile-detail" params={{ profileId: id }}>
              {name || t.customer({ id })}
            </RouteLink>
            <span>{t.lastBought({ date: format.date(boughtAt) })}</span>
            <b>{formatPrice(spent)}</b>
          </li>
        ))}
      </ul>
    </section>
  )
}
