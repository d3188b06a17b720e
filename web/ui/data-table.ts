import type { ReactElement, ReactNode } from 'react'
import type { ApiError } from '../data/request.ts'
import type { EmptyStateProps } from './EmptyState.tsx'
import type { LinkTarget } from './route.tsx'
import type { View, ViewState } from './view.ts'

export interface TableColumn<Row, Sort extends string = string> {
  id: string
  title: string
  /** Content; an empty value shows a dash. */
  cell: (row: Row) => ReactNode
  /** Second line below the content, also across the neighbouring columns; undefined if there is none. */
  note?: (row: Row) => ReactNode
  /** The sort field behind the title. */
  sort?: Sort
  /** Kind of the order on phones; 'text' by default. */
  sortKind?: 'text' | 'number' | 'date'
  /** Numbers stand on the right. */
  align?: 'right'
  /** CSS width, for instance 180 or '30%'. */
  width?: number | string
  /** Carries the row's link; without one the first column does. */
  link?: boolean
  /** Clips long content to the remaining width, with a minimum in pixels. */
  cut?: number
  /** Grey, for what is looked at second. */
  quiet?: boolean
  /** Stays in sight while the others scroll sideways: where pinned columns come first, in a sized table, or as the last one at the end. */
  pinned?: boolean | 'end'
}

/** Selection of rows. */
export interface Selecting<Row> {
  has: (row: Row) => boolean
  /** `range`: with every row since the one that was chosen last. */
  toggle: (row: Row, range: boolean) => void
  page: 'none' | 'some' | 'all'
  togglePage: () => void
  /** Label of a row's checkbox. */
  label: (row: Row) => string
  pageLabel: string
  /** On a phone, where cards have checkboxes only while the user selects. */
  active: boolean
}

/** Columns of a width in pixels, which can be dragged; their cells are cut and never wrapped. */
export interface Sizing {
  onWidth: (columnId: string, width: number) => void
  label: (title: string) => string
}

/** Effect of a click on a row outside its link. */
export interface Opening<Row> {
  open: (row: Row) => void
  /** The key of the row that is open. */
  key: string | number | undefined
  label: (row: Row) => string
}

/** Properties of useRead needed by the table. */
export interface TableReading<Row> {
  data: { data: Row[]; total: number; totalCapped?: boolean } | undefined
  error: ApiError | null
  isFetching: boolean
  isPlaceholderData: boolean
  dataUpdatedAt: number
  refetch: () => unknown
}

/** Properties of useView needed by the table. */
export interface TableView<Sort extends string>
  extends Pick<View<Sort>, 'page' | 'limit' | 'sort' | 'dir' | 'keyword' | 'narrowed' | 'clear'> {
  show: (change: Partial<Pick<ViewState<Sort, never>, 'page' | 'limit' | 'sort' | 'dir'>>) => void
}

/** Head of neighbouring rows that belong together. */
export interface RowGroup {
  id: string
  head: ReactNode
}

export interface DataTableProps<Row, Sort extends string> {
  /** Accessible name of the table. */
  label: string
  /** Keys of its rows, if these are ids of customers: rows that a colleague changes are marked. */
  of?: 'customers'
  columns: readonly TableColumn<Row, NoInfer<Sort>>[]
  read: TableReading<Row>
  /** Said before the reason why the rows could not be read. */
  failed?: string
  rowKey: (row: Row) => string | number
  /** Group of a row: the first of each has its head above. */
  group?: (row: Row) => RowGroup
  view: TableView<Sort>
  /** Link of a row: the whole row, unless rows open. */
  link?: (row: Row) => LinkTarget | undefined
  opening?: Opening<Row>
  selecting?: Selecting<Row>
  sizing?: Sizing
  /** Menu next to the title of a column of a sized table. */
  headMenu?: ((column: TableColumn<Row>) => ReactNode) | undefined
  /** A row on a phone; without it the table scrolls sideways there. */
  card?: (row: Row) => ReactNode
  /** Effect of a touch on a card, instead of its link; undefined for none. */
  openCard?: ((row: Row) => (() => void) | undefined) | undefined
  /** Content of an empty table. */
  empty: EmptyStateProps | ReactElement
  /** Announced total after loading; in items by default. */
  counted?: (total: number | string) => string
  /** Left of the paging bar and above the cards, for instance the total of the store. */
  summary?: ReactNode
  /** The choice of order above the cards, for a list whose columns can't be sorted by themselves. */
  order?: ReactNode
  /** Content next to the rows. */
  aside?: ReactNode
  /** Between the rows and the paging bar, so that nothing above moves when it comes. */
  bar?: ReactNode
  /** At the foot of a phone, where the paging then follows the last card. */
  foot?: ReactNode
}

/** Returns the head above a row that is the first of its group. */
export function headAbove<Row>(rows: readonly Row[], place: number, group: DataTableProps<Row, string>['group']) {
  const own = group?.(rows[place]!)
  if (!own) return undefined
  return place > 0 && group!(rows[place - 1]!).id === own.id ? undefined : own
}
