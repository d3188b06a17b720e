import { UnstyledButton } from '@mantine/core'
import { Fragment, memo, type ReactNode } from 'react'
import { useWords } from '../data/text.ts'
import { CardBones } from './Bones.tsx'
import styles from './DataCards.module.css'
import { type DataTableProps, headAbove, type Selecting } from './data-table.ts'
import { orderWords } from './order-words.ts'
import { option, PlainSelect } from './PlainSelect.tsx'
import { RouteLink, reachable } from './route.tsx'
import ticks from './TickBox.module.css'
import { table } from './table-words.ts'

interface CardsProps<Row, Sort extends string> extends DataTableProps<Row, Sort> {
  stale: boolean
  card: (row: Row) => ReactNode
}

/** The rows of a list on a phone, with the choice of order above. */
export function DataCards<Row, Sort extends string>(props: CardsProps<Row, Sort>) {
  const { columns, read, view, link, rowKey, card, summary, stale, selecting } = props
  const t = useWords(table)
  const o = useWords(orderWords)
  const orders = columns.flatMap(({ sort, sortKind = 'text', title }) =>
    sort
      ? [
          { value: `${sort} asc`, label: o.ordered({ title, order: o[`${sortKind}Up`] }) },
          { value: `${sort} desc`, label: o.ordered({ title, order: o[`${sortKind}Down`] }) },
        ]
      : [],
  )
  return (
    <>
      <div className={styles.bar} hidden={!summary && !props.order && orders.length === 0}>
        <div className={styles.summary}>{summary}</div>
        {props.order}
        {orders.length > 0 && (
          <PlainSelect
            aria-label={t.sortBy}
            value={`${view.sort} ${view.dir}`}
            onChange={(event) => {
              const [sort, dir] = event.currentTarget.value.split(' ')
              view.show({ sort: sort as Sort, dir: dir === 'asc' ? 'asc' : 'desc' })
            }}
          >
            {orders.map(option)}
          </PlainSelect>
        )}
      </div>
      {!read.data && <CardBones />}
      <ul className={styles.cards} data-stale={stale} hidden={!read.data}>
        {read.data?.data.map((row, place, all) => {
          const group = headAbove(all, place, props.group)
          return (
            <Fragment key={rowKey(row)}>
              {group && <li className={styles.group}>{group.head}</li>}
              <RowCard
                row={row}
                card={card}
                rowKey={rowKey}
                link={link}
                openCard={props.openCard}
                selecting={selecting?.active ? selecting : undefined}
                checked={Boolean(selecting?.active && selecting.has(row))}
              />
            </Fragment>
          )
        })}
      </ul>
    </>
  )
}

interface RowCardProps<Row> extends Pick<DataTableProps<Row, string>, 'rowKey' | 'openCard'> {
  row: Row
  link: DataTableProps<Row, string>['link'] | undefined
  card: (row: Row) => ReactNode
  /** Undefined unless the user selects. */
  selecting: Selecting<Row> | undefined
  checked: boolean
}

function PlainCard<Row>(props: RowCardProps<Row>) {
  const { row, card, rowKey, selecting } = props
  if (selecting) return <ChosenCard row={row} card={card} selecting={selecting} checked={props.checked} />
  const open = props.openCard?.(row)
  const target = reachable(props.link?.(row))
  return (
    <li data-key={rowKey(row)}>
      {open ? (
        <UnstyledButton className={styles.card} onClick={open}>
          {card(row)}
        </UnstyledButton>
      ) : target ? (
        <RouteLink {...target} className={styles.card}>
          {card(row)}
        </RouteLink>
      ) : (
        <div className={styles.card}>{card(row)}</div>
      )}
    </li>
  )
}

/** Drawn again only when the row or what draws it changes: a list that gives the same `card` costs nothing per letter of its search. */
const RowCard = memo(
  PlainCard,
  (before, now) =>
    before.row === now.row &&
    before.card === now.card &&
    before.link === now.link &&
    before.openCard === now.openCard &&
    before.checked === now.checked &&
    before.selecting?.toggle === now.selecting?.toggle,
) as typeof PlainCard

interface ChosenCardProps<Row> {
  row: Row
  card: (row: Row) => ReactNode
  selecting: Selecting<Row>
  checked: boolean
}

/** A card in selection mode: a touch anywhere on it ticks it. */
function ChosenCard<Row>({ row, card, selecting, checked }: ChosenCardProps<Row>) {
  return (
    <li>
      <label className={`${styles.card} ${styles.choice}`} data-chosen={checked}>
        <input
          className={ticks.tick}
          type="checkbox"
          aria-label={selecting.label(row)}
          checked={checked}
          onChange={() => selecting.toggle(row, false)}
        />
        <span>{card(row)}</span>
      </label>
    </li>
  )
}
