import type { WatchFigures } from '@ruam/contract/watches/figures.ts'
import type { Range, TermName, WatchTerms } from '@ruam/contract/watches/limits.ts'
import {
  ageOf,
  averageOf,
  brokenTerms,
  cellsOf,
  daysBetween,
  freshnessOf,
  isMore,
  kindShare,
} from '@ruam/contract/watches/terms.ts'

/** Shape of the limit of a term, which decides its field. `listed` ones follow the files and have no field. */
export const termKinds = {
  columns: 'columns',
  rows: 'range',
  unreadable: 'share',
  days: 'days',
  changed: 'count',
  added: 'count',
  failed: 'share',
  held: 'count',
  renamed: 'count',
  fresh: 'share',
  sum: 'range',
  average: 'range',
  low: 'least',
  hours: 'clock',
  equal: 'share',
  repeated: 'share',
  unnamed: 'share',
  crowd: 'share',
  repaired: 'share',
  unpaid: 'share',
  negative: 'share',
  totals: 'count',
  values: 'listed',
  kinds: 'listed',
  oldest: 'listed',
  forms: 'listed',
} as const satisfies Record<TermName, string>

/** True if the limit of a term is a list, such as the names of columns. */
export const isListed = (term: TermName) => termKinds[term] === 'listed' || termKinds[term] === 'columns'

/** What a term counts, or its share is of. */
export const termUnits: Partial<Record<TermName, 'people' | 'rows' | 'cells'>> = {
  unreadable: 'cells',
  changed: 'people',
  added: 'people',
  failed: 'rows',
  held: 'rows',
  renamed: 'people',
  equal: 'rows',
  repeated: 'rows',
  unnamed: 'rows',
  crowd: 'rows',
  unpaid: 'rows',
  negative: 'rows',
  totals: 'rows',
}

/** Returns what a share of a file is in rows or cells; null for other figures. */
export function countOf(
  term: TermName,
  figures: WatchFigures,
): { unit: 'people' | 'rows' | 'cells'; count: number } | null {
  const [unit, share] = [termUnits[term], figures[term as keyof WatchFigures]]
  if (termKinds[term] !== 'share' || !unit || typeof share !== 'number') return null
  return { unit, count: Math.round(share * (unit === 'cells' ? cellsOf(figures) : figures.rows)) }
}

/** Days after which the newest date of a file no longer names it. */
const RECENT_DAYS = 31

/** Day that a file is about: its newest date, or the day on which it arrived if that is old or still to come. */
export function dayOfFile(figures: WatchFigures, today: string): string {
  const age = ageOf(figures, today)
  return age !== null && age >= 0 && age <= RECENT_DAYS ? figures.newest! : today
}

/** Terms that every screen shows first. */
const MAIN = 6
const all = Object.keys(termKinds) as TermName[]
export const mainTerms = all.slice(0, MAIN)
export const furtherTerms = all.slice(MAIN)

/** Terms whose limits differ. */
export const changedTerms = (before: WatchTerms, after: WatchTerms): TermName[] =>
  all.filter((term) => JSON.stringify(before[term]) !== JSON.stringify(after[term]))

/** Returns the figure of a file that a term limits; null if the file has none. */
export function figureOf(term: TermName, figures: WatchFigures, today: string): number | Range | string | null {
  switch (term) {
    case 'columns':
      return figures.columns.length
    case 'forms':
      return figures.form
    case 'days':
      return ageOf(figures, today)
    case 'oldest':
      return figures.oldest.length === 0 ? null : Math.max(...figures.oldest.map(({ day }) => daysBetween(day, today)))
    case 'fresh':
      return freshnessOf(figures)
    case 'average':
      return averageOf(figures)
    case 'values':
      return figures.values.length
    case 'kinds':
      return null
    default:
      return figures[term]
  }
}

/**
 * Terms that each of these files breaks, newest first. A value, such as a branch, is expected from the first file that has it: it may have
 * opened among them.
 */
export function brokenBy(
  terms: WatchTerms,
  files: readonly { figures: WatchFigures; today: string }[],
): ReadonlySet<TermName>[] {
  const keyOf = ({ column, value }: WatchTerms['values'][number]) => JSON.stringify([column, value])
  const found = new Set<string>()
  const broken = files.toReversed().map(({ figures, today }) => {
    for (const one of figures.values) found.add(keyOf(one))
    const values = terms.values.filter((one) => found.has(keyOf(one)))
    return new Set(brokenTerms({ ...terms, values }, figures, today).map(({ term }) => term))
  })
  return broken.toReversed()
}

/** Rounds a share up to a whole percent, as people write limits. */
const percentUp = (share: number) => Math.min(1, Math.ceil(share * 100 - 1e-9) / 100)

/** Returns terms that a file does not break, each widened limit set by staff. Other limits stay. */
export function widen(terms: WatchTerms, figures: WatchFigures, today: string): WatchTerms {
  const broken = new Set(brokenTerms(terms, figures, today).map(({ term }) => term))
  const next: WatchTerms = { ...terms, fixed: [...new Set([...terms.fixed, ...broken])] }
  for (const term of broken) Object.assign(next, widened(term, terms, figures, today))
  return next
}

function widened(term: TermName, terms: WatchTerms, figures: WatchFigures, today: string): object {
  const value = figureOf(term, figures, today)
  if (term === 'columns') return { names: figures.columns }
  if (term === 'forms') return { forms: [...terms.forms, figures.form] }
  if (term === 'days') return { days: typeof value === 'number' && value >= 0 ? value : null }
  if (term === 'low') return { low: figures.low }
  if (term === 'hours') return { hours: figures.hours && terms.hours && aroundHours(terms.hours, figures.hours) }
  if (term === 'oldest')
    return {
      oldest: terms.oldest.map((one) => {
        const day = figures.oldest.find(({ column }) => column === one.column)?.day
        return day === undefined ? one : { ...one, days: Math.max(one.days, daysBetween(day, today)) }
      }),
    }
  if (term === 'kinds')
    return {
      kinds: terms.kinds.map((one) => {
        const share = kindShare(figures, one.column, one.kind)
        return isMore(share, one.most, figures.rows) ? { ...one, most: percentUp(share) } : one
      }),
    }
  if (term === 'values') {
    const found = new Set(figures.values.map((one) => JSON.stringify([one.column, one.value])))
    return { values: terms.values.filter((one) => found.has(JSON.stringify([one.column, one.value]))) }
  }
  if (term === 'rows' || term === 'sum' || term === 'average') {
    const range = terms[term]
    if (typeof value !== 'number' || !range) return {}
    return { [term]: { from: Math.min(range.from, Math.floor(value)), to: Math.max(range.to, Math.ceil(value)) } }
  }
  return { [term]: termKinds[term] === 'share' ? percentUp(Number(value)) : Number(value) }
}

/** A later first row, and an earlier last one, than the limits. */
const aroundHours = (limit: Range, hours: Range): Range => ({
  from: Math.max(limit.from, hours.from),
  to: Math.min(limit.to, hours.to),
})
