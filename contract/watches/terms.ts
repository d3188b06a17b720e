import { MIN_VALUE_ROWS, type WatchFigures } from './figures.ts'
import type { BrokenTerm, Range, TermName, WatchTerms } from './limits.ts'

/** Imported files that terms are proposed from. */
export const TERMS_FILES = 10

const DAY_MS = 86_400_000
export const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)

export const ageOf = ({ newest }: WatchFigures, today: string) => (newest === null ? null : daysBetween(newest, today))
export const averageOf = ({ sum, rows }: WatchFigures) => (sum === null || rows === 0 ? null : sum / rows)
export const cellsOf = ({ rows, columns }: WatchFigures) => rows * Math.max(1, columns.length)
export const freshnessOf = ({ added, rows }: WatchFigures) => (rows === 0 ? 0 : Math.min(1, added / rows))

/** One faulty row, or cell, more than the share is chance: it is many percent of a small file. */
export const isMore = (share: number, limit: number, cells: number) =>
  share > limit && share * cells > limit * cells + 1

/** Returns what of a file lies outside of the terms. `today`: the day on which it is looked at, in the store's time zone. */
export function brokenTerms(terms: WatchTerms, figures: WatchFigures, today: string): BrokenTerm[] {
  const broken: BrokenTerm[] = []
  const most = (term: TermName, value: number | null, limit: number | null, column?: string) => {
    if (value !== null && limit !== null && value > limit)
      broken.push({ term, value, limit, ...(column && { column }) })
  }
  const within = (term: TermName, value: number | null, limit: Range | null) => {
    if (value !== null && limit !== null && (value < limit.from || value > limit.to))
      broken.push({ term, value, limit })
  }
  const names = new Set(terms.names)
  const further = figures.columns.filter((one) => !names.has(one))
  const missing = terms.names.filter((one) => !figures.columns.includes(one))
  for (const column of [...missing, ...(terms.columns === 'same' ? further : [])])
    broken.push({ term: 'columns', value: figures.columns.length, limit: terms.names.length, column })
  if (!terms.forms.includes(figures.form))
    broken.push({ term: 'forms', value: figures.form, limit: terms.forms.join(', ') })
  within('rows', figures.rows, terms.rows)
  if (isMore(figures.unreadable, terms.unreadable, cellsOf(figures)))
    most('unreadable', figures.unreadable, terms.unreadable)
  for (const term of ['repaired', 'failed', 'unnamed', 'equal', 'repeated', 'crowd', 'unpaid', 'negative'] as const) {
    const [share, limit] = [figures[term], terms[term]]
    if (share !== null && limit !== null && isMore(share, limit, figures.rows)) most(term, share, limit)
  }
  for (const term of ['held', 'changed', 'renamed', 'added', 'totals'] as const) most(term, figures[term], terms[term])
  most('fresh', freshnessOf(figures), terms.fresh)
  const age = ageOf(figures, today)
  if (terms.days !== null && (age === null || age < 0 || age > terms.days))
    broken.push({ term: 'days', value: age ?? '', limit: terms.days })
  for (const { column, day } of figures.oldest) {
    const limit = terms.oldest.find((one) => one.column === column)
    most('oldest', daysBetween(day, today), limit?.days ?? null, column)
  }
  if (terms.hours !== null) {
    const hours = figures.hours ?? { from: 0, to: 0 }
    if (hours.from > terms.hours.from) broken.push({ term: 'hours', value: hours.from, limit: terms.hours })
    if (hours.to < terms.hours.to) broken.push({ term: 'hours', value: hours.to, limit: terms.hours })
  }
  within('sum', figures.sum, terms.sum)
  within('average', averageOf(figures), terms.average)
  if (terms.low !== null && (figures.low === null || figures.low < terms.low))
    broken.push({ term: 'low', value: figures.low ?? 0, limit: terms.low })
  broken.push(...brokenKinds(terms, figures))
  if (figures.rows >= MIN_VALUE_ROWS) broken.push(...brokenValues(terms, figures))
  return broken
}

/** Returns at most one for each column: the kind that is furthest above its limit. */
function brokenKinds({ kinds }: WatchTerms, figures: WatchFigures): BrokenTerm[] {
  const worst = new Map<string, { value: number; limit: number }>()
  for (const { column, kind, most: limit } of kinds) {
    const value = kindShare(figures, column, kind)
    const known = worst.get(column)
    if (isMore(value, limit, figures.rows) && !(known && known.value - known.limit >= value - limit))
      worst.set(column, { value, limit })
  }
  return [...worst].map(([column, one]) => ({ term: 'kinds', ...one, column }))
}

/** Share of the rows whose cell of a column is of a kind. */
export function kindShare({ kinds, rows }: WatchFigures, column: string, kind: string): number {
  const counted = kinds.find((one) => one.column === column && one.kind === kind)?.rows ?? 0
  return Math.min(1, counted / Math.max(1, rows))
}

function brokenValues({ values }: WatchTerms, figures: WatchFigures): BrokenTerm[] {
  const keyOf = ({ column, value }: { column: string; value: string }) => JSON.stringify([column, value])
  const found = new Set(figures.values.map(keyOf))
  return values
    .filter((one) => !found.has(keyOf(one)))
    .map(({ column, value }) => ({ term: 'values', value: 0, limit: value, column }))
}
