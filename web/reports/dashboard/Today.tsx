import { Button } from '@mantine/core'
import { dashboard } from '@ruam/contract/reports/dashboard.ts'
import { useRead } from '../../data/api.ts'
import { formatPrice } from '../../data/format.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { common } from '../../data/words.ts'
import bones from '../../ui/Bones.module.css'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { EMPTY } from '../../ui/Loaded.tsx'
import { useMayOpen } from '../../ui/may.ts'
import { RouteLink } from '../../ui/route.tsx'
import { FirstSteps } from '../tutorial/FirstSteps.tsx'
import { text as firstWords } from '../tutorial/text.ts'
import { useSteps } from '../tutorial/use-steps.ts'
import page from './Dashboard.module.css'
import { SalesPerDay } from './SalesPerDay.tsx'
import { PeopleLink, ShopFigures } from './ShopFigures.tsx'
import styles from './Today.module.css'
import { TodoLines } from './TodoLines.tsx'
import { text } from './text.ts'
import { boughtIn, type ShopToday } from './use-shop.ts'

const stages = ['new', 'active', 'at_risk', 'lapsed'] as const

const POLL_MS = 60_000

/** Today's tasks, and figures of this month compared with the same days of last month. */
export function Today() {
  const t = useWords(text)
  const first = useWords(firstWords)
  const steps = useSteps()
  const today = useRead(dashboard.today, {}, { poll: () => POLL_MS })
  const todo = useRead(dashboard.todo, {}, { poll: () => POLL_MS })
  const { data, error } = today
  // All at once: what came later would push away what is being read.
  if ([steps.read, today, todo].some((read) => read.data === undefined && read.error === null)) return <Waiting />
  return (
    <div className={page.page}>
      {steps.shown.length > 0 && !steps.over && !steps.away && <FirstSteps steps={steps} />}
      <TodoLines today={data} read={todo} />
      <section className={styles.month} aria-label={t.shopMonth}>
        <MonthHead today={data} />
        {error && <ErrorBanner message={error.message} onRetry={today.refetch} busy={today.isFetching} />}
        {data && <ShopFigures today={data} />}
      </section>
      {data && (
        <div className={styles.lower}>
          <SalesPerDay today={data} />
          <div className={styles.side}>
            <Lifecycle today={data} />
            <QuietCustomers today={data} />
          </div>
        </div>
      )}
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

/** Bones of tasks and figures. */
function Waiting() {
  const c = useWords(common)
  return (
    <div className={page.page} role="status" aria-label={c.loading}>
      <div className={styles.todo}>
        {['30%', '75%', '60%', '68%', '52%'].map((width) => (
          <div key={width} className={styles.line}>
            <span className={`${bones.bone} ${styles.whole}`} style={{ width }} />
          </div>
        ))}
      </div>
      <div className={styles.figures}>
        {['50%', '70%', '45%', '40%', '30%', '60%'].map((width) => (
          <div key={width}>
            <span className={bones.bone} style={{ width }} />
          </div>
        ))}
      </div>
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

/** Customers by their last purchase: a bar, and a row for each part. */
function Lifecycle({ today }: { today: ShopToday }) {
  const t = useWords(text)
  const bought = boughtIn(today)
  const of = (stage: string) => today.lifecycle.find((one) => one.stage === stage)
  const never = of('never')
  return (
    <section className={styles.panel}>
      <header>
        <h2>{t.bought}</h2>
        <p>{t.people({ count: bought })}</p>
        {never && never.people > 0 && (
          <span className={styles.aside}>
            <PeopleLink name={t.neverBought} people={never.people} rule={never.rule}>
              {t.never({ count: never.people })}
            </PeopleLink>
          </span>
        )}
      </header>
      <div className={styles.bar} aria-hidden>
        {stages.map((stage) => {
          const people = of(stage)?.people ?? 0
          return people > 0 && <span key={stage} data-stage={stage} style={{ flexGrow: people }} />
        })}
      </div>
      <ul className={styles.stages}>
        {stages.map((stage) => {
          const people = of(stage)?.people ?? 0
          return (
            <li key={stage}>
              <i data-stage={stage} />
              <b>
                <PeopleLink name={t[stage]} people={people} rule={of(stage)?.rule ?? null}>
                  {t[stage]}
                </PeopleLink>
              </b>
              <span>{t[`${stage}Text`]}</span>
              <strong>{bought > 0 ? t.people({ count: people }) : EMPTY}</strong>
              <em>{bought > 0 && `${((people / bought) * 100).toFixed(1)}%`}</em>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** Best customers going quiet, the highest spend first. */
function QuietCustomers({ today }: { today: ShopToday }) {
  const t = useWords(text)
  const format = useFormat()
  const { people, first } = today.quiet
  return (
    <section className={styles.panel}>
      <header>
        <h2>{t.quietBest}</h2>
        {people > 0 && <p>{t.spentInYear}</p>}
        {people > 0 && first && (
          <RouteLink className={styles.aside} to="work-list" params={{ kind: 'quiet' }}>
            {t.allOf({ count: people })}
          </RouteLink>
        )}
      </header>
      {people === 0 && <p className={styles.nothing}>{t.noQuiet}</p>}
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
