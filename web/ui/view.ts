import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'

type Direction = 'asc' | 'desc'
export const PAGE_SIZES = [10, 20, 50, 100] as const
const DEFAULT_PAGE_SIZE = 10
const TYPING_MS = 300

/** Options of a list. `filters`: allowed values by name, or 'text'. */
interface ViewOptions<Sort extends string, Filters extends Record<string, readonly string[] | 'text'>> {
  /** The orders there are, or what distinguishes them from other text. */
  sorts: readonly Sort[] | ((text: string) => text is Sort)
  sort: NoInfer<Sort>
  dir?: Direction
  /** Rows per page; one of PAGE_SIZES. */
  limit?: (typeof PAGE_SIZES)[number]
  filters?: Filters
  /** What a bare address shows, if not everything. */
  saved?: { keyword: string; filters: NoInfer<FilterValues<Filters>> } | undefined
}

type FilterValues<F> = { [K in keyof F]?: F[K] extends readonly (infer V)[] ? V : string }

/** State of a list in the address. */
export interface ViewState<Sort extends string, Filters> {
  /** Counted from 1. */
  page: number
  limit: number
  sort: Sort
  dir: Direction
  keyword: string
  filters: FilterValues<Filters>
}

type Search = Record<string, unknown>
type Chosen = Record<string, string | undefined>
type AnyFilters = Record<string, readonly string[] | 'text'>

const naturals = /^[1-9]\d{0,6}$/

/** Reads a view from an address. What cannot be understood is as if it were not there. */
export function readView<Sort extends string, F extends AnyFilters>(
  search: Search,
  options: ViewOptions<Sort, F>,
): ViewState<Sort, F> {
  const text = (key: string) => {
    const value = search[key]
    return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  }
  const natural = (key: string) => (naturals.test(text(key)) ? Number(text(key)) : undefined)
  const limit = natural('limit')
  const filters: Record<string, string> = {}
  const saved = (options.saved?.filters ?? {}) as Chosen
  for (const [key, allowed] of Object.entries(options.filters ?? {})) {
    const value = key in search ? text(key) : (saved[key] ?? '')
    if (value && (allowed === 'text' || allowed.includes(value))) filters[key] = value
  }
  const { sorts } = options
  const asked = text('sort')
  const sort = typeof sorts === 'function' ? (sorts(asked) ? asked : undefined) : sorts.find((one) => one === asked)
  const dir = text('dir')
  return {
    page: natural('page') ?? 1,
    limit: PAGE_SIZES.find((one) => one === limit) ?? options.limit ?? DEFAULT_PAGE_SIZE,
    sort: sort ?? options.sort,
    dir: dir === 'asc' || dir === 'desc' ? dir : (options.dir ?? 'asc'),
    keyword: ('q' in search ? text('q') : (options.saved?.keyword ?? '')).trim().slice(0, 200),
    filters: filters as FilterValues<F>,
  }
}

/** The address of a view: only what differs from the list's own start, other keys kept. */
export function writeView<Sort extends string, F extends AnyFilters>(
  state: ViewState<Sort, F>,
  options: ViewOptions<Sort, F>,
  search: Search = {},
): Record<string, string> {
  const own = new Set(['page', 'limit', 'sort', 'dir', 'q', ...Object.keys(options.filters ?? {})])
  const others = Object.entries(search).filter(([key]) => !own.has(key))
  const start = readView({}, options)
  const address: Record<string, string> = Object.fromEntries(others.map(([key, value]) => [key, String(value)]))
  if (state.page > 1) address.page = String(state.page)
  if (state.limit !== start.limit) address.limit = String(state.limit)
  if (state.sort !== start.sort || state.dir !== start.dir) Object.assign(address, { sort: state.sort, dir: state.dir })
  // An empty value takes away what the start has.
  if (state.keyword !== start.keyword) address.q = state.keyword
  const [filters, first] = [state.filters, start.filters] as [Chosen, Chosen]
  for (const key of Object.keys(options.filters ?? {}))
    if (filters[key] !== first[key]) address[key] = filters[key] ?? ''
  return address
}

/** The part of a call's query that every list sends. */
export function queryOf(state: ViewState<string, AnyFilters>) {
  return {
    offset: (state.page - 1) * state.limit,
    limit: state.limit,
    sortBy: state.sort,
    sortDir: state.dir,
    ...(state.keyword && { keyword: state.keyword }),
  }
}

/** Text of a search box. Its letters draw the box alone, not the list. */
interface TypedText {
  get(): string
  subscribe(listener: () => void): () => void
}

function typedText(keyword: string) {
  const listeners = new Set<() => void>()
  let typed = keyword
  let applied = keyword
  const set = (text: string, keyword = applied) => {
    typed = text
    applied = keyword
    for (const listener of listeners) listener()
  }
  return {
    get: () => typed,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Shows a text. `keyword`: what the address gets by it. */
    set,
    /** Shows a keyword that Back, or a link, has put into the address. */
    follow: (keyword: string) => keyword !== applied && set(keyword, keyword),
  }
}

/** A list's view: what it shows, and how to change it. */
export interface View<Sort extends string = string, F extends AnyFilters = AnyFilters> extends ViewState<Sort, F> {
  /** Text of the search box; `keyword` follows after a pause. */
  typed: TypedText
  type(text: string): void
  /** Fragment of the address; kept unless changed. */
  fragment: string
  /** Changes the view, and its fragment; without a page of its own the change starts at the first page. */
  show(change: Partial<ViewState<Sort, F>>, fragment?: string): void
  /** True if a keyword or filter is set. */
  narrowed: boolean
  /** Takes keyword and filters away, and leaves this fragment. */
  clear(fragment?: string): void
  /** offset, limit, sortBy, sortDir and keyword, to be sent as they are. */
  query: ReturnType<typeof queryOf>
}

/** The view of a list, kept in the address: Back, reload and a sent link show the same. */
export function useView<const Sort extends string, const F extends AnyFilters = Record<never, never>>(
  options: ViewOptions<Sort, F>,
): View<Sort, F> {
  const search: Search = useSearch({ strict: false })
  const fragment = useLocation({ select: ({ hash }) => hash })
  const navigate = useNavigate()
  const state = readView(search, options)
  const [typed] = useState(() => typedText(state.keyword))
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  useLayoutEffect(() => void typed.follow(state.keyword), [typed, state.keyword])

  const go = (change: Partial<ViewState<Sort, F>>, replace: boolean, hash: string = fragment) => {
    const next = writeView({ ...state, page: 1, ...change }, options, search)
    void navigate({ to: '.', search: next as never, hash, replace, resetScroll: !replace })
  }
  const show: View<Sort, F>['show'] = (change, hash) => {
    clearTimeout(timer.current)
    go(change, false, hash)
  }
  return {
    ...state,
    fragment,
    typed,
    type(text) {
      typed.set(text)
      clearTimeout(timer.current)
      const keyword = text.trim().slice(0, 200)
      timer.current = setTimeout(() => {
        if (keyword === state.keyword) return
        typed.set(text, keyword)
        // One step of Back leaves the search, however many letters it took.
        go({ keyword }, state.keyword !== '')
      }, TYPING_MS)
    },
    show,
    narrowed: state.keyword !== '' || Object.keys(state.filters).length > 0,
    clear(hash) {
      typed.set('', '')
      show({ keyword: '', filters: {} }, hash)
    },
    query: queryOf(state),
  }
}
