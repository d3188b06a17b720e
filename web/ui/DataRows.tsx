import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { type CSSProperties, Fragment, type MouseEvent, memo, type PointerEvent, type ReactNode } from 'react'
import waiting from './Bones.module.css'
import { ColumnEdge } from './ColumnEdge.tsx'
import styles from './DataTable.module.css'
import {
  type DataTableProps,
  headAbove,
  type Opening,
  type Selecting,
  type Sizing,
  type TableColumn,
} from './data-table.ts'
import { EMPTY } from './Loaded.tsx'
import { type LinkTarget, RouteLink, reachable, routeAddress } from './route.tsx'
import { TickBox } from './TickBox.tsx'

interface RowsProps<Row, Sort extends string> extends DataTableProps<Row, Sort> {
  /** True while previous rows are shown: dimmed until the new ones arrive. */
  stale: boolean
}

/** Pixels. */
const TICK_WIDTH = 48
const OWN_WIDTH = 160

/** An empty value reads as a dash. */
const filled = (cell: ReactNode) =>
  cell === '' || cell === null || cell === undefined || cell === false ? EMPTY : cell

const widthOf = (column: { width?: number | string }) => (typeof column.width === 'number' ? column.width : OWN_WIDTH)

/** Positions of pinned columns as variables of the table: dragging needs no new rows. */
function pinnedPlaces(columns: readonly Pick<TableColumn<never>, 'pinned' | 'width'>[], ticks: boolean): CSSProperties {
  let left = ticks ? TICK_WIDTH : 0
  const places = columns.flatMap((column, place) => {
    if (!column.pinned) return []
    const own = left
    left += widthOf(column)
    return [[`--left-${place}`, `${own}px`]]
  })
  return Object.fromEntries(places)
}

/** Shows clipped text on hover. */
function showWhole({ target }: PointerEvent) {
  const cell = target instanceof Element ? target.closest<HTMLElement>('td, th') : null
  if (!cell || cell.title) return
  const cut = [cell, ...cell.querySelectorAll('*')].some(
    ({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth,
  )
  if (cut) cell.title = cell.textContent
}

/** The rows as a table, with skeletons until the first answer. */
export function DataRows<Row, Sort extends string>(props: RowsProps<Row, Sort>) {
  const { columns, read, rowKey, selecting, sizing, opening } = props
  const pinned = columns.some((column) => column.pinned)
  return (
    <table
      className={styles.table}
      data-sized={sizing !== undefined}
      onPointerOver={showWhole}
      style={sizing && pinnedPlaces(columns, selecting !== undefined)}
    >
      <caption className="ruam-heard">{props.label}</caption>
      {sizing && (
        <colgroup>
          {selecting && <col style={{ width: TICK_WIDTH }} />}
          {columns.map((column) => (
            <col key={column.id} style={{ width: widthOf(column) }} />
          ))}
          <col />
        </colgroup>
      )}
      <thead>
        <tr>
          {selecting && (
            <th scope="col" className={styles.tick} data-pinned={pinned || undefined}>
              <TickBox
                label={selecting.pageLabel}
                checked={selecting.page === 'all'}
                mixed={selecting.page === 'some'}
                disabled={!read.data}
                onToggle={selecting.togglePage}
              />
            </th>
          )}
          {columns.map((column, place) => (
            <Head
              key={column.id}
              column={column}
              place={place}
              view={props.view}
              sizing={sizing}
              menu={props.headMenu}
            />
          ))}
          {sizing && <td className={styles.rest} aria-hidden />}
        </tr>
      </thead>
      <tbody data-stale={props.stale}>
        {read.data?.data.map((row, place, all) => {
          const group = headAbove(all, place, props.group)
          return (
            <Fragment key={rowKey(row)}>
              {group && (
                <tr className={styles.group}>
                  <th scope="rowgroup" colSpan={columns.length}>
                    {group.head}
                  </th>
                </tr>
              )}
              <BodyRow
                row={row}
                rowKey={rowKey}
                columns={columns}
                link={props.link}
                sized={sizing !== undefined}
                selecting={selecting}
                checked={selecting?.has(row) ?? false}
                opening={opening}
                opened={opening !== undefined && opening.key === rowKey(row)}
              />
            </Fragment>
          )
        }) ?? <Bones columns={columns} ticks={selecting !== undefined} sized={sizing !== undefined} />}
      </tbody>
    </table>
  )
}

interface BodyRowProps<Row> {
  row: Row
  rowKey: DataTableProps<Row, string>['rowKey']
  columns: readonly TableColumn<Row>[]
  link: ((row: Row) => LinkTarget | undefined) | undefined
  sized: boolean
  selecting: Selecting<Row> | undefined
  checked: boolean
  opening: Opening<Row> | undefined
  opened: boolean
}

/** Ignores clicks on controls, and text selection. */
const meansTheRow = ({ target }: MouseEvent) =>
  target instanceof Element && !target.closest('a, button, label, input') && getSelection()?.isCollapsed !== false

function PlainRow<Row>(props: BodyRowProps<Row>) {
  const { row, columns, link, selecting, opening } = props
  const target = reachable(link?.(row))
  const linked = columns.find((column) => column.link) ?? columns[0]
  const note = linked?.note?.(row)
  const click = (event: MouseEvent) => {
    if (!opening || !meansTheRow(event)) return
    const address = target && routeAddress(target.to, target.params)
    if (address && (event.ctrlKey || event.metaKey || event.shiftKey)) window.open(address, '_blank', 'noopener')
    else opening.open(row)
  }
  return (
    // The button in the row does the same by keyboard.
    <tr
      data-key={props.rowKey(row)}
      data-noted={note !== undefined || undefined}
      data-link={target !== undefined && !opening}
      data-opens={opening !== undefined}
      data-chosen={props.checked || props.opened}
      data-opened={props.opened}
      onClick={opening && click}
    >
      {selecting && (
        <td className={styles.tick} data-pinned={columns[0]?.pinned}>
          <TickBox
            label={selecting.label(row)}
            checked={props.checked}
            onToggle={(range) => selecting.toggle(row, range)}
          />
        </td>
      )}
      {columns.map((column, place) => {
        const whole = filled(column.cell(row))
        const shown = column.cut ? (
          <span className={styles.cut} style={{ width: column.cut }}>
            {whole}
          </span>
        ) : (
          whole
        )
        const content =
          target && column === linked ? (
            <RouteLink {...target} className={styles.link} data-whole={!opening} data-keys={selecting && 'Space'}>
              {shown}
            </RouteLink>
          ) : (
            shown
          )
        return (
          <td
            key={column.id}
            data-align={column.align}
            data-quiet={column.quiet}
            data-pinned={column.pinned}
            style={column.pinned ? { left: `var(--left-${place})` } : undefined}
            title={props.sized && typeof shown === 'string' && shown.length > 12 ? shown : undefined}
          >
            {opening && column === linked ? (
              <span className={styles.opener}>
                {content}
                <button
                  type="button"
                  aria-label={opening.label(row)}
                  aria-expanded={props.opened}
                  onClick={() => opening.open(row)}
                />
              </span>
            ) : (
              content
            )}
            {note && column === linked && <div className={styles.note}>{note}</div>}
          </td>
        )
      })}
      {props.sized && <td className={styles.rest} aria-hidden />}
    </tr>
  )
}

/** A row is drawn again only when it or its columns change, not when another one is ticked. */
const BodyRow = memo(
  PlainRow,
  (before, now) =>
    before.row === now.row &&
    before.columns === now.columns &&
    before.checked === now.checked &&
    before.opened === now.opened &&
    before.link === now.link &&
    before.selecting?.toggle === now.selecting?.toggle &&
    before.opening?.open === now.opening?.open,
) as typeof PlainRow

interface HeadProps<Row, Sort extends string> {
  column: TableColumn<Row, Sort>
  place: number
  view: DataTableProps<Row, Sort>['view']
  sizing: Sizing | undefined
  menu: DataTableProps<Row, Sort>['headMenu']
}

function Head<Row, Sort extends string>({ column, place, view, sizing, menu }: HeadProps<Row, Sort>) {
  const { sort } = column
  const sorted = sort !== undefined && view.sort === sort
  const up = view.dir === 'asc'
  const Arrow = up ? IconArrowUp : IconArrowDown
  return (
    <th
      scope="col"
      // Without the name of the edge in it.
      aria-label={sizing && column.title}
      data-align={column.align}
      data-pinned={column.pinned}
      style={sizing ? (column.pinned ? { left: `var(--left-${place})` } : undefined) : { width: column.width }}
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
      ) : menu ? (
        <span className={styles.head}>
          <span>{column.title}</span>
          {menu(column)}
        </span>
      ) : (
        column.title
      )}
      {sizing && (
        <ColumnEdge
          width={widthOf(column)}
          label={sizing.label(column.title)}
          first={place === 0}
          onWidth={(width) => sizing.onWidth(column.id, width)}
        />
      )}
    </th>
  )
}

const bones = [80, 52, 72, 60, 76, 56, 66, 84, 48, 70, 62, 78]

interface BonesProps {
  columns: readonly { id: string }[]
  ticks: boolean
  sized: boolean
}

function Bones({ columns, ticks, sized }: BonesProps) {
  return bones.map((_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the skeleton never changes its order
    <tr key={row} aria-hidden>
      {ticks && <td />}
      {columns.map(({ id }, place) => (
        <td key={id}>
          <span className={waiting.bone} style={{ width: `${bones[(row + place * 5) % bones.length]}%` }} />
        </td>
      ))}
      {sized && <td className={styles.rest} aria-hidden />}
    </tr>
  ))
}
