import { Button } from '@mantine/core'
import { IconSearchOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { DataCards } from './DataCards.tsx'
import { DataRows } from './DataRows.tsx'
import styles from './DataTable.module.css'
import { EmptyState, type EmptyStateProps } from './EmptyState.tsx'
import { ErrorBanner } from './ErrorBanner.tsx'
import { PagingBar } from './PagingBar.tsx'
import type { ApiError } from './request.ts'
import type { Target } from './route.tsx'
import { table } from './table-words.ts'
import { useWords } from './text.ts'
import { useFormat } from './use-format.ts'
import { usePhone } from './use-phone.ts'
import type { View, ViewState } from './view.ts'

export interface Column<Row, Sort extends string = string> {
  id: string
  title: string
  /** What is shown; an empty value reads as a dash. */
  cell: (row: Row) => ReactNode
  /** The sort field behind the title. */
  sort?: Sort
  /** How the order is named on a phone; 'text' when left out. */
  sortKind?: 'text' | 'number' | 'date'
  /** Numbers stand on the right. */
  align?: 'right'
  /** CSS width, for instance 180 or '30%'. */
  width?: number | string
  /** Carries the row's link; without one the first column does. */
  link?: boolean
  /** Grey, for what is looked at second. */
  quiet?: boolean
  /** Stays in sight while the others scroll sideways: for a sized table, where pinned columns come first. */
  pinned?: boolean
}

/** How rows are chosen. */
export interface Selecting<Row> {
  has: (row: Row) => boolean
  /** `range`: with every row since the one that was chosen last. */
  toggle: (row: Row, range: boolean) => void
  page: 'none' | 'some' | 'all'
  togglePage: () => void
  /** What the box of a row is called. */
  label: (row: Row) => string
  pageLabel: string
  /** On a phone, where cards carry boxes only while somebody chooses. */
  active: boolean
}

/** Columns of a width in pixels, which can be dragged; their cells are cut and never wrapped. */
export interface Sizing {
  onWidth: (columnId: string, width: number) => void
  label: (title: string) => string
}

/** What a click on a row does beside its link. */
export interface Opening<Row> {
  open: (row: Row) => void
  /** The key of the row that is open. */
  key: string | number | undefined
  label: (row: Row) => string
}

/** What the table needs of useRead on a list. */
export interface Reading<Row> {
  data: { data: Row[]; total: number; totalCapped?: boolean } | undefined
  error: ApiError | null
  isFetching: boolean
  isPlaceholderData: boolean
  dataUpdatedAt: number
  refetch: () => unknown
}

/** What the table needs of useView. */
export interface TableView<Sort extends string>
  extends Pick<View<Sort>, 'page' | 'limit' | 'sort' | 'dir' | 'keyword' | 'narrowed' | 'clear'> {
  show: (change: Partial<Pick<ViewState<Sort, never>, 'page' | 'limit' | 'sort' | 'dir'>>) => void
}

export interface DataTableProps<Row, Sort extends string> {
  /** What the table lists, for people who hear it. */
  label: string
  columns: readonly Column<Row, NoInfer<Sort>>[]
  read: Reading<Row>
  /** Said before the reason why the rows could not be read. */
  failed?: string
  rowKey: (row: Row) => string | number
  view: TableView<Sort>
  /** Where a row leads: the whole row is that link, unless rows open. */
  link?: (row: Row) => Target | undefined
  opening?: Opening<Row>
  selecting?: Selecting<Row>
  sizing?: Sizing
  /** A row on a phone; without it the table scrolls sideways there. */
  card?: (row: Row) => ReactNode
  /** What a touch on a card opens, before where the row leads; undefined of a row that opens nothing. */
  openCard?: ((row: Row) => (() => void) | undefined) | undefined
  /** What is shown when there is nothing at all. */
  empty: EmptyStateProps
  /** Left of the paging bar and above the cards, for instance the total of the store. */
  summary?: ReactNode
  /** The choice of order above the cards, for a list whose columns can't be sorted by themselves. */
  order?: ReactNode
  /** Beside the rows. */
  aside?: ReactNode
  /** Between the rows and the paging bar, so that nothing above moves when it comes. */
  bar?: ReactNode
  /** At the foot of a phone, where the paging then follows the last card. */
  foot?: ReactNode
}

/** A page of rows with every state a list can be in: first load, empty, nothing found, failed, rows of before. */
export function DataTable<Row, Sort extends string>(props: DataTableProps<Row, Sort>) {
  const { read, view, label, card } = props
  const t = useWords(table)
  const format = useFormat()
  const phone = usePhone()
  const rows = read.data?.data
  if (rows?.length === 0 && !read.error && !read.isPlaceholderData) return <NoRows view={view} empty={props.empty} />
  const failed = read.error !== null && rows === undefined
  const stale = read.isPlaceholderData || read.error !== null
  const cards = phone && card !== undefined
  const paging = (
    <PagingBar
      total={read.data?.total}
      capped={read.data?.totalCapped}
      view={view}
      onShow={view.show}
      summary={props.summary}
    />
  )
  return (
    <>
      {read.error && (
        <ErrorBanner
          message={[props.failed, read.error.message].filter(Boolean).join(': ')}
          note={rows && t.dataOf({ time: format.time(new Date(read.dataUpdatedAt).toISOString()) })}
          onRetry={read.refetch}
          busy={read.isFetching}
        />
      )}
      <div className={styles.beside}>
        <section
          className={styles.scroll}
          aria-label={label}
          aria-busy={read.isFetching}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          tabIndex={0}
          data-scroll-restoration-id="list"
        >
          {failed ? null : cards ? (
            <DataCards {...props} card={card} stale={stale} />
          ) : (
            <DataRows {...props} stale={stale} />
          )}
          {cards && props.foot && paging}
        </section>
        {props.aside}
      </div>
      {props.bar}
      {cards && props.foot ? props.foot : paging}
    </>
  )
}

function NoRows<Row, Sort extends string>({ view, empty }: Pick<DataTableProps<Row, Sort>, 'view' | 'empty'>) {
  const t = useWords(table)
  if (view.page > 1) {
    const back = <Button onClick={() => view.show({ page: 1 })}>{t.firstPage}</Button>
    return <EmptyState icon={IconSearchOff} title={t.beyond} action={back} />
  }
  if (!view.narrowed) return <EmptyState {...empty} />
  return (
    <EmptyState
      icon={IconSearchOff}
      title={view.keyword ? t.noResult({ q: view.keyword }) : t.noMatch}
      text={t.noResultText}
      action={<Button onClick={() => view.clear()}>{t.clearSearch}</Button>}
    />
  )
}
