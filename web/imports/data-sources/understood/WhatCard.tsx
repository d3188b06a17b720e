import { Button } from '@mantine/core'
import { activities } from '@ruam/contract/customers/activities.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useWrite } from '../../../data/api.ts'
import { formatNumber } from '../../../data/format.ts'
import { useWords } from '../../../data/text.ts'
import { useFormat } from '../../../data/use-format.ts'
import { useMayCall } from '../../../ui/may.ts'
import { Choice } from '../mapping/Choice.tsx'
import type { MappingAnswer } from '../mapping/mapping-answer.ts'
import type { Draft } from '../mapping/mapping-draft.ts'
import { feedersOf } from '../mapping/mapping-draft.ts'
import { isActivityKey, type MappingActivityType } from '../mapping/mapping-fields.ts'
import { baht } from './figures.ts'
import styles from './Understood.module.css'
import { understoodText } from './understood-text.ts'
import type { MappingForm, Understood } from './use-understood.ts'

interface WhatCardProps {
  form: MappingForm
  mapping: MappingAnswer
  types: readonly MappingActivityType[]
  understood: Understood
  /** Name of the file's source, for the series of its order numbers. */
  name: string
  /** Opens the rows of each order; absent where they are shown. */
  onOrders: (() => void) | undefined
}

type Purchases = NonNullable<Understood['purchases']>
type Way = Purchases['ways'][number]['way']

/** The purchases of a file, and how its rows are counted. */
export function WhatCard(props: WhatCardProps) {
  const { form, mapping, understood } = props
  const t = useWords(understoodText)
  const { purchases, lacksType } = understood
  if (lacksType) return <MakeType />
  if (purchases) return <Bought {...props} purchases={purchases} />
  // Staff took the activity away that was suggested.
  const { suggested } = mapping
  const isTaken = suggested.activityId !== null && form.mapper.draft.activity === null
  return (
    <div className={styles.part}>
      <p className={styles.quiet}>{isTaken ? t.notRecorded : t.nothingBought}</p>
      {isTaken && <Button onClick={() => form.mapper.recall(false)}>{t.record}</Button>}
    </div>
  )
}

/** Offers the activity type that a new store has. */
function MakeType() {
  const t = useWords(understoodText)
  const queries = useQueryClient()
  const make = useWrite(activities.makePurchaseType)
  const mayMake = useMayCall(activities.makePurchaseType)
  return (
    <div className={styles.part}>
      <p>{t.lacksType}</p>
      {mayMake && (
        <Button
          variant="filled"
          loading={make.isPending}
          // The mapping is suggested anew, with the type.
          onClick={() => make.mutate({}, { onSuccess: () => void queries.invalidateQueries() })}
        >
          {t.makeType}
        </Button>
      )}
    </div>
  )
}

function Bought({ form, mapping, types, name, purchases, onOrders }: WhatCardProps & { purchases: Purchases }) {
  const t = useWords(understoodText)
  const format = useFormat()
  const { mapper } = form
  const { draft, change } = mapper
  const columnName = (id: string | null) => mapping.sourceSchema.find((column) => column.id === id)?.name ?? ''
  const feeders = feedersOf(draft)
  const columnOf = (fed: (typeof feeders extends ReadonlyMap<infer K, unknown> ? K : never) | undefined) =>
    fed && columnName(feeders.get(fed)?.[0] ?? null)
  const date = columnOf('activity:activityDate')
  const chips = [date, columnName(purchases.amountColumn), columnName(purchases.orderColumn)].filter(Boolean)
  const others = [...feeders].flatMap(([key, columns]) => {
    const isOther = isActivityKey(key) && !columns.some((id) => chips.includes(columnName(id)))
    return isOther ? [mapper.fields.get(key)?.displayName ?? ''] : []
  })
  const way: Way = draft.lines === null ? 'rows' : draft.lines.orderTotal === null ? 'lines' : 'totals'
  const { lines: suggested } = mapping.suggested
  const best: Way = !suggested ? 'rows' : suggested.orderTotal === null ? 'lines' : 'totals'
  const effects = new Map(purchases.ways.map((one) => [one.way, one]))
  const choose = (next: Way) => change((before) => ({ ...before, ...counted(before, next, purchases, mapping, name) }))
  const most = Math.max(...purchases.years.map(({ count }) => count))
  const text = ({ count, sum, waiting }: Purchases['ways'][number]) => [
    t.average({ sum: baht(String(count === 0 ? 0 : Number(sum) / count)) }),
    waiting.count > 0 ? t.waitingRows({ count: waiting.count, sum: baht(waiting.sum) }) : t.nothingWaits,
  ]
  const rows = effects.get('rows')
  const orders = effects.get(way === 'rows' ? best : way) ?? effects.get('lines')
  return (
    <>
      <div className={styles.part}>
        <p className={styles.sentence}>
          {chips.map((chip, place) => (
            <span key={chip}>
              {place > 0 && <i>+</i>}
              <span className={styles.chip}>{chip}</span>
            </span>
          ))}
          <i>=</i>
          <Choice
            label={t.typeOfRows}
            value={String(draft.activity)}
            options={[
              ...types.map(({ id, name }) => ({ value: String(id), label: name })),
              { value: '', label: t.noType },
            ]}
            onChange={(value) => mapper.chooseActivity(types.find(({ id }) => String(id) === value))}
          />
        </p>
        {others.length > 0 && <p className={styles.quiet}>{t.withParts({ parts: others.join(' · ') })}</p>}
        {rows && orders && effects.size > 1 ? (
          <fieldset className={styles.ways} aria-label={t.howCounted}>
            <WayChoice
              name="way"
              title={t.rowsWay}
              chosen={way === 'rows'}
              best={best === 'rows'}
              effect={t.effect({ count: rows.count, sum: baht(rows.sum) })}
              notes={text(rows)}
              onChoose={() => choose('rows')}
            />
            <WayChoice
              name="way"
              title={t.ordersWay({ column: columnName(purchases.orderColumn) })}
              chosen={way !== 'rows'}
              best={best !== 'rows'}
              effect={t.effect({ count: orders.count, sum: baht(orders.sum) })}
              notes={text(orders)}
              onChoose={() => choose(best === 'rows' ? 'lines' : best)}
            />
          </fieldset>
        ) : (
          rows && (
            <p className={styles.figure}>
              <strong>{t.effect({ count: rows.count, sum: baht(rows.sum) })}</strong>
              <span className={styles.quiet}>{text(rows)[0]}</span>
            </p>
          )
        )}
        {way !== 'rows' && (
          <>
            <h3>{t.sumOfOrder}</h3>
            <fieldset className={styles.ways} aria-label={t.sumOfOrder}>
              {(['lines', 'totals'] as const).map((one) => {
                const effect = effects.get(one)
                return (
                  effect && (
                    <WayChoice
                      key={one}
                      name="sum"
                      title={one === 'lines' ? t.linesWay : t.totalsWay}
                      chosen={way === one}
                      best={best === one}
                      effect={effect.possible ? t.sumIs({ sum: baht(effect.sum) }) : undefined}
                      notes={effect.possible ? [] : [t.totalsImpossible]}
                      disabled={!effect.possible}
                      onChoose={() => choose(one)}
                    />
                  )
                )
              })}
            </fieldset>
            <p className={styles.quiet}>{t.refunds}</p>
            {onOrders && purchases.orders.length > 0 && (
              <button type="button" className={styles.link} onClick={onOrders}>
                {t.seeOrders}
              </button>
            )}
          </>
        )}
        <table className={styles.years} aria-label={t.perYear}>
          <tbody>
            {purchases.years.map(({ year, count }) => (
              <tr key={year}>
                <th scope="row">{format.era === 'be' ? year + 543 : year}</th>
                <td>
                  <span className={styles.bar} style={{ width: `${(100 * count) / most}%` }} />
                </td>
                <td>{t.times({ count })}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {way === 'rows' && (
        <div className={styles.part}>
          <h3 className={styles.small}>{t.firstPurchases}</h3>
          <table className={styles.first}>
            <tbody>
              {purchases.first.map((one, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two purchases may be equal, and keep their places
                <tr key={place}>
                  <td>{format.date(one.day)}</td>
                  <td>{one.buyer}</td>
                  <td>{baht(one.amount)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  )
}

interface WayChoiceProps {
  name: string
  title: string
  chosen: boolean
  best: boolean
  effect: string | undefined
  notes: readonly string[]
  disabled?: boolean
  onChoose: () => void
}

/** A way to count, with its effect in numbers. */
function WayChoice({ name, title, chosen, best, effect, notes, disabled, onChoose }: WayChoiceProps) {
  const t = useWords(understoodText)
  return (
    <label className={styles.way} data-chosen={chosen} data-disabled={disabled}>
      <input type="radio" name={name} checked={chosen} disabled={disabled} onChange={onChoose} />
      <span>
        <span className={styles.wayTitle}>
          {title} {best && <em>{t.recommended}</em>}
        </span>
        {effect && <strong>{effect}</strong>}
        {notes.length > 0 && <span className={styles.quiet}>{notes.join(' · ')}</span>}
      </span>
    </label>
  )
}

/** The draft's lines for a way to count. */
function counted(
  draft: Draft,
  way: Way,
  { orderColumn, amountColumn }: Purchases,
  { suggested }: MappingAnswer,
  name: string,
): Pick<Draft, 'lines'> {
  if (way === 'rows' || orderColumn === null) return { lines: null }
  const known = draft.lines ?? suggested.lines
  const base = known ?? {
    ...{ orderColumn, branchColumn: null, itemColumn: null, quantityColumn: null },
    ...{ series: name.slice(0, MAX_SERIES), equalElsewhere: 'ask' as const },
  }
  return {
    lines: {
      ...base,
      lineAmount: way === 'lines' ? amountColumn : null,
      orderTotal: way === 'totals' ? amountColumn : null,
    },
  }
}

const MAX_SERIES = 100

/** The rows of the first orders, and of those that wait. */
export function OrderRows({ purchases }: { purchases: Purchases }) {
  const t = useWords(understoodText)
  const format = useFormat()
  const { orders, orderCount } = purchases
  return (
    <div className={styles.orders}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t.orderNumber}</th>
            <th scope="col">{t.orderDay}</th>
            <th scope="col">{t.orderBuyer}</th>
            <th scope="col">{t.orderRows}</th>
            <th scope="col">{t.orderSum}</th>
          </tr>
        </thead>
        {orders.map((order) => (
          <tbody key={order.number} data-waits={order.waits !== null}>
            <tr className={styles.order}>
              <th scope="row">{order.number}</th>
              <td>{format.date(order.day)}</td>
              <td>{order.waits ? t[order.waits] : order.buyer}</td>
              <td>{t.rowsOf({ count: order.lines.length })}</td>
              <td>{baht(order.sum)}</td>
            </tr>
            {order.lines.map((line) => (
              <tr key={line.row}>
                <td>{t.rowNo({ no: line.row + 1 })}</td>
                <td />
                <td>
                  {line.items} {line.buyer && <small>{t.of({ name: line.buyer })}</small>}
                </td>
                <td />
                <td>{line.amount === null ? '' : baht(line.amount)}</td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
      <p className={styles.quiet}>{t.moreOrders({ count: orders.length, total: formatNumber(orderCount) })}</p>
    </div>
  )
}
