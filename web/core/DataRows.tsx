import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './DataTable.module.css'
import type { Column, DataTableProps } from './DataTable.tsx'
import { RouteLink, reachable } from './route.tsx'

interface RowsProps<Row, Sort extends string> extends DataTableProps<Row, Sort> {
  /** The rows are those of before: dimmed until the new ones are there. */
  stale: boolean
}

/** An empty value reads as a dash. */
const filled = (cell: ReactNode) => (cell === '' || cell === null || cell === undefined || cell === false ? '–' : cell)

/** The rows as a table, with skeletons until the first answer. */
export function DataRows<Row, Sort extends string>(props: RowsProps<Row, Sort>) {
  const { columns, read, link, rowKey } = props
  const linked = columns.find((column) => column.link) ?? columns[0]
  return (
    <table className={styles.table}>
      <caption className="ruam-heard">{props.label}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <Head key={column.id} column={column} view={props.view} />
          ))}
        </tr>
      </thead>
      <tbody data-stale={props.stale}>
        {read.data?.data.map((row) => {
          const target = reachable(link?.(row))
          return (
            <tr key={rowKey(row)} data-link={target !== undefined}>
              {columns.map((column) => (
                <td key={column.id} data-align={column.align} data-quiet={column.quiet}>
                  {target && column === linked ? (
                    <RouteLink {...target} className={styles.link}>
                      {filled(column.cell(row))}
                    </RouteLink>
                  ) : (
                    filled(column.cell(row))
                  )}
                </td>
              ))}
            </tr>
          )
        }) ?? <Bones columns={columns} />}
      </tbody>
    </table>
  )
}

function Head<Row, Sort extends string>(props: { column: Column<Row, Sort>; view: DataTableProps<Row, Sort>['view'] }) {
  const { column, view } = props
  const { sort } = column
  const sorted = sort !== undefined && view.sort === sort
  const up = view.dir === 'asc'
  const Arrow = up ? IconArrowUp : IconArrowDown
  return (
    <th
      scope="col"
      data-align={column.align}
      style={{ width: column.width }}
      aria-sort={sort && (sorted ? (up ? 'ascending' : 'descending') : 'none')}
    >
      {sort ? (
        <button
          type="button"
          className={styles.sort}
          data-sorted={sorted}
          onClick={() => view.show({ sort, dir: sorted && up ? 'desc' : 'asc' })}
        >
          {column.title}
          <Arrow size={14} stroke={1.6} aria-hidden />
        </button>
      ) : (
        column.title
      )}
    </th>
  )
}

const bones = [80, 52, 72, 60, 76, 56, 66, 84, 48, 70, 62, 78]

function Bones({ columns }: { columns: readonly { id: string }[] }) {
  return bones.map((_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the skeleton never changes its order
    <tr key={row} aria-hidden>
      {columns.map(({ id }, place) => (
        <td key={id}>
          <span className={styles.bone} style={{ width: `${bones[(row + place * 5) % bones.length]}%` }} />
        </td>
      ))}
    </tr>
  ))
}
