import type { ReactNode } from 'react'
import { type VisibleScreenRule, writeRule } from '../../customers/rules/rule-address.ts'
import { formatNumber, formatPrice } from '../../data/format.ts'
import { useWords } from '../../data/text.ts'
import { EMPTY } from '../../ui/Loaded.tsx'
import { useMayOpen } from '../../ui/may.ts'
import { RouteLink } from '../../ui/route.tsx'
import { FigureChange, PointChange } from './Change.tsx'
import styles from './Today.module.css'
import { text } from './text.ts'
import { isWithoutSales, type ShopToday } from './use-shop.ts'

/** Average of a sum, 0 without any. */
const per = (sum: number, count: number) => (count > 0 ? Math.round((sum / count) * 100) / 100 : 0)
/** Rounded down: a whole hundred means everybody. */
const percent = (share: number) => `${(Math.floor(share * 1000) / 10).toFixed(1)}%`

/** The month in six figures. One without data keeps its place and names what would fill it. */
export function ShopFigures({ today }: { today: ShopToday }) {
  const t = useWords(text)
  const empty = isWithoutSales(today)
  const shown = (of: (today: ShopToday) => ReactNode) => (empty ? <Empty>{t.waitsForPurchases}</Empty> : of(today))
  return (
    <dl className={styles.figures}>
      <Card name={t.sales}>
        {shown(({ sales }) => (
          <>
            <Value unit={t.baht}>{formatPrice(sales.value)}</Value>
            <FigureChange {...sales} />
          </>
        ))}
      </Card>
      <Card name={t.orders}>
        {shown(({ orders }) => (
          <>
            <Value>{formatNumber(orders.value)}</Value>
            <FigureChange {...orders} />
          </>
        ))}
      </Card>
      <Card name={t.average}>
        {shown(({ sales, orders }) => (
          <>
            <Value unit={t.baht}>{formatPrice(per(sales.value, orders.value))}</Value>
            <FigureChange value={per(sales.value, orders.value)} before={per(sales.before, orders.before)} />
          </>
        ))}
      </Card>
      <Card name={t.newPeople}>
        {shown(({ newPeople }) => (
          <PeopleFigure name={t.newPeople} figure={newPeople} />
        ))}
      </Card>
      <Card name={t.returningPeople}>
        {shown(({ returningPeople }) => (
          <PeopleFigure name={t.returningPeople} figure={returningPeople} />
        ))}
      </Card>
      <Card name={t.reachedByLine}>
        {today.line && today.total > 0 ? (
          <LineFigure line={today.line} total={today.total} />
        ) : (
          <Empty>{t.waitsForLine}</Empty>
        )}
      </Card>
    </dl>
  )
}

function Card({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Value({ unit, children }: { unit?: string; children: ReactNode }) {
  return (
    <span className={styles.value}>
      <strong>{children}</strong> {unit && <small>{unit}</small>}
    </span>
  )
}

/** What would fill a figure. */
function Empty({ children }: { children: ReactNode }) {
  return (
    <>
      <Value>{EMPTY}</Value>
      <span className={styles.wait}>{children}</span>
    </>
  )
}

function PeopleFigure({ name, figure }: { name: string; figure: ShopToday['newPeople'] }) {
  const t = useWords(text)
  return (
    <>
      <Value unit={figure.value === 1 ? t.customerOne : t.customerUnit}>
        <PeopleLink name={name} people={figure.value} rule={figure.rule}>
          {formatNumber(figure.value)}
        </PeopleLink>
      </Value>
      <FigureChange value={figure.value} before={figure.before} />
    </>
  )
}

function LineFigure({ line, total }: { line: NonNullable<ShopToday['line']>; total: number }) {
  const t = useWords(text)
  const share = line.people / total
  return (
    <>
      <Value unit={t.people({ count: line.people })}>
        <PeopleLink name={t.reachedByLine} people={line.people} rule={line.rule}>
          {percent(share)}
        </PeopleLink>
      </Value>
      {line.before !== null && <PointChange value={share} before={line.before} />}
    </>
  )
}

interface PeopleLinkProps {
  name: string
  people: number
  rule: ShopToday['newPeople']['rule']
  children: ReactNode
}

/** A link to the customers of a figure, if the list can find them and the person may open it. */
export function PeopleLink({ name, people, rule, children }: PeopleLinkProps) {
  const t = useWords(text)
  const mayOpen = useMayOpen('profile-list')
  if (!mayOpen || !rule || people === 0) return children
  return (
    <RouteLink to="profile-list" hash={writeRule(rule as VisibleScreenRule)}>
      {children}
      <span className="ruam-heard">{` ${name}: ${t.people({ count: people })}`}</span>
    </RouteLink>
  )
}
