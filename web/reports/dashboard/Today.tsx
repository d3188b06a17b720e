import { Button } from '@mantine/core'
import { dashboard } from '@ruam/contract/reports/dashboard.ts'
import { useRead } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { useMayOpen } from '../../ui/may.ts'
import { RouteLink } from '../../ui/route.tsx'
import { FirstSteps } from '../tutorial/FirstSteps.tsx'
import { text as firstWords } from '../tutorial/text.ts'
import { useSteps } from '../tutorial/use-steps.ts'
import page from './Dashboard.module.css'
import { Lifecycle } from './Lifecycle.tsx'
import { QuietCustomers } from './QuietCustomers.tsx'
import { SalesPerDay } from './SalesPerDay.tsx'
import { ShopFigures } from './ShopFigures.tsx'
import styles from './Today.module.css'
import { TodoLines } from './TodoLines.tsx'
import { text } from './text.ts'
import type { ShopToday } from './use-shop.ts'

const POLL_MS = 60_000

/** Today's tasks, and figures of this month compared with the same days of last month. */
export function Today() {
  const t = useWords(text)
  const first = useWords(firstWords)
  const steps = useSteps()
  const today = useRead(dashboard.today, {}, { poll: () => POLL_MS })
  const { data, error } = today
  return (
    <div className={page.page}>
      {steps.shown.length > 0 && !steps.over && !steps.away && <FirstSteps steps={steps} />}
      <TodoLines today={data} />
      <section className={styles.month} aria-label={t.shopMonth}>
        <MonthHead today={data} />
        {error && <ErrorBanner message={error.message} onRetry={today.refetch} busy={today.isFetching} />}
        <ShopFigures today={data} />
      </section>
      <div className={styles.lower}>
        <SalesPerDay today={data} />
        <div className={styles.side}>
          <Lifecycle today={data} />
          <QuietCustomers today={data} />
        </div>
      </div>
      {steps.away && (
        <div className={page.foot}>
          <Button variant="subtle" loading={steps.busy} onClick={() => void steps.bringBack()}>
            {first.back}
          </Button>
        </div>
      )}
    </div>
  )
}

/** Both ranges, and that today is counted up to now. */
function MonthHead({ today }: { today: ShopToday | undefined }) {
  const t = useWords(text)
  const format = useFormat()
  const mayOpen = useMayOpen('data-source-v2-activity-field')
  // A date is not broken where the line ends.
  const date = (day: string) => format.date(day).replaceAll(' ', '\u00a0')
  const said = ({ from, to }: { from: string; to: string }) =>
    from === to ? date(from) : `${date(from)} – ${date(to)}`
  return (
    <header className={styles.monthHead}>
      <h2>{t.shopMonth}</h2>
      {today && (
        <p>
          {t.compared({ period: said(today.period), before: said(today.previousPeriod) })} ·{' '}
          {t.upToNow({ time: format.time(today.countedAt) })}
        </p>
      )}
      {today && !today.hasAmounts && today.total > 0 && (
        <p>
          {t.noAmounts} {mayOpen && <RouteLink to="data-source-v2-activity-field">{t.chooseAmount}</RouteLink>}
        </p>
      )}
    </header>
  )
}
