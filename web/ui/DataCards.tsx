import { UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { useWords } from '../data/text.ts'
import { CardBones } from './Bones.tsx'
import styles from './DataCards.module.css'
import type { DataTableProps, Selecting } from './data-table.ts'
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
        {read.data?.data.map((row) => {
          if (selecting?.active) return <ChosenCard key={rowKey(row)} row={row} card={card} selecting={selecting} />
          const open = props.openCard?.(row)
          const target = reachable(link?.(row))
          return (
            <li key={rowKey(row)} data-key={rowKey(row)}>
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
        })}
      </ul>
    </>
  )
}

/** A card in selection mode: a touch anywhere on it ticks it. */
function ChosenCard<Row>(props: { row: Row; card: (row: Row) => ReactNode; selecting: Selecting<Row> }) {
  const { row, card, selecting } = props
  return (
    <li>
      <label className={`${styles.card} ${styles.choice}`} data-chosen={selecting.has(row)}>
        <input
          className={ticks.tick}
          type="checkbox"
          aria-label={selecting.label(row)}
          checked={selecting.has(row)}
          onChange={() => selecting.toggle(row, false)}
        />
        <span>{card(row)}</span>
      </label>
    </li>
  )
}
