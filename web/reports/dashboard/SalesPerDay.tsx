import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { formatPrice } from '../../data/format.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useMayOpen } from '../../ui/may.ts'
import { RouteLink } from '../../ui/route.tsx'
import page from './Dashboard.module.css'
import styles from './Today.module.css'
import { text } from './text.ts'
import { useMonthName } from './use-month-name.ts'
import { isWithoutSales, type ShopToday } from './use-shop.ts'

const SalesGraph = lazyPart(() => import('./SalesGraph.tsx'))

/** Sales of each day, compared with the same days of last month. */
export function SalesPerDay({ today }: { today: ShopToday }) {
  const t = useWords(text)
  const monthOf = useMonthName()
  const mayImport = useMayOpen('data-source-v2-check')
  const [asTable, setAsTable] = useState(false)
  const empty = isWithoutSales(today)
  return (
    <section className={styles.panel}>
      <header>
        <h2>{t.salesPerDay}</h2>
        <p>{t.baht}</p>
        {!empty && (
          <>
            <ul className={page.legend}>
              <li>
                <i className={styles.solid} />
                {monthOf(today.period.from)} <b>{formatPrice(today.sales.value)}</b>
              </li>
              <li>
                <i className={page.dotted} />
                {t.sameDays({ month: monthOf(today.previousPeriod.from) })} <b>{formatPrice(today.sales.before)}</b>
              </li>
            </ul>
            <Button size="compact-sm" variant="subtle" onClick={() => setAsTable(!asTable)}>
              {asTable ? t.asGraph : t.asTable}
            </Button>
          </>
        )}
      </header>
      <div className={styles.graph}>
        {empty && (
          <p className={styles.nothing}>
            {t.noSales}
            {mayImport && (
              <>
                <br />
                <RouteLink to="data-source-v2-check">{t.importPurchases}</RouteLink>
              </>
            )}
          </p>
        )}
        {!empty && asTable && <SalesTable today={today} />}
        {!empty && !asTable && (
          <Suspense>
            <SalesGraph today={today} />
          </Suspense>
        )}
      </div>
    </section>
  )
}

function SalesTable({ today: { series } }: { today: ShopToday }) {
  const t = useWords(text)
  const format = useFormat()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard.
    <section className={page.scroll} tabIndex={0} aria-label={t.asTable}>
      <table className={page.table}>
        <thead>
          <tr>
            <th scope="col">{t.date}</th>
            <th scope="col">{t.sales}</th>
            <th scope="col">{t.dateBefore}</th>
            <th scope="col">{t.sales}</th>
          </tr>
        </thead>
        <tbody>
          {series.map(({ day, sales, before }) => (
            <tr key={day}>
              <th scope="row">{format.date(day)}</th>
              <td>{formatPrice(sales)}</td>
              <td>{before && format.date(before.day)}</td>
              <td>{before && formatPrice(before.sales)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
