// Terms are proposed from the last ten imported files, and follow these as the shop grows. A limit that staff set stays as it is.
import { cellKinds, type WatchFigures } from './figures.ts'
import type { Range, WatchTerms } from './limits.ts'
import { ageOf, averageOf, cellsOf, daysBetween, freshnessOf, isMore, kindShare } from './terms.ts'

/** Files that vary more are no reason for a wider limit. */
const MAX_SPREAD = 3
/** Margin of a range: a fifth beyond what the spread of the files gives. */
const MARGIN = 1.2

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)
const up = (number: number) => Math.ceil(number * 1e4) / 1e4

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]!
}

/**
 * As far again outside of the files as they lie apart, and a fifth: a till with quiet and busy days gets a wide range, a list that
 * hardly changes a narrow one. `above`: further room for a sale day, if other limits see what is too much.
 */
function stretched(numbers: readonly number[], above = 1): Range {
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)]
  // Refunds can outweigh sales: there is no ratio then.
  if (least <= 0) return { from: least - (most - least), to: most + (most - least) }
  const reach = Math.min(MAX_SPREAD, most / least) * MARGIN
  return { from: least / reach, to: most * reach * above }
}

/** A sale day has two to three times the rows of a usual one. Rows that are too many are repeated, old, or of unknown customers too. */
const SALE = 1.4

/** Standard deviations from the usual rate of faults that are no longer chance: one file in 300 has more. */
const CHANCE = 2.75
/** Same for cells and customers that a row lacks, whose share varies with busy hours and staff. */
const UNNAMED_CHANCE = 3.5

/**
 * Rate of the files, and so many standard deviations of its chance in a usual one. The count starts at one, so that ten faultless files do
 * not forbid the first faults. `cells`: of each file, rows or cells.
 */
function likely(shares: readonly number[], cells: readonly number[], chance = CHANCE): number {
  const rate = (sumOf(shares.map((share, no) => share * cells[no]!)) + 1) / Math.max(1, sumOf(cells))
  const usual = rate + chance * Math.sqrt((rate * Math.max(0, 1 - rate)) / Math.max(1, median(cells)))
  return up(Math.min(1, usual))
}

/** Share of a column from which a kind of cell is usual there. Usual ones vary with what is sold. */
const USUAL_KIND = 0.2

/** Files whose every value is expected again: a branch that opened three files ago belongs to the shop. */
const NEEDED_FILES = 3
/** Rows of a value in each of them, and on average: one with fewer may be missing by chance. */
const NEEDED_LEAST = 2
const NEEDED_MEAN = 6

/** The file, and the day on which it arrived. */
export interface DatedFigures {
  figures: WatchFigures
  today: string
}

/**
 * Proposes terms from the last imported files, the newest first. None of these breaks them, but for new customers: the first files of a
 * store bring all of them. `before`: its limits that staff set are kept.
 */
export function proposeTerms(last: readonly DatedFigures[], before?: WatchTerms): WatchTerms {
  const files = last.map(({ figures }) => figures)
  const rows = files.map((one) => one.rows)
  const ofRows = (shares: readonly number[], chance?: number) => fitting(likely(shares, rows, chance), shares, rows)
  const paidOf = (name: 'unpaid' | 'negative') => {
    const shares = files.map((one) => one[name])
    return shares.includes(null) ? null : ofRows(shares as number[])
  }
  const cells = files.map(cellsOf)
  const unread = files.map(({ unreadable }) => unreadable)
  const proposed: WatchTerms = {
    columns: 'same',
    names: files[0]!.columns,
    forms: [...new Set(files.map(({ form }) => form))],
    rows: whole(rowsOf(files, rows)),
    unreadable: fitting(likely(unread, cells), unread, cells),
    repaired: ofRows(files.map(({ repaired }) => repaired)),
    failed: ofRows(files.map(({ failed }) => failed)),
    unnamed: ofRows(
      files.map(({ unnamed }) => unnamed),
      UNNAMED_CHANCE,
    ),
    equal: ofRows(files.map(({ equal }) => equal)),
    repeated: repeatedOf(files),
    crowd: crowdOf(files, rows),
    held: countOf(files.map(({ held }) => held)),
    changed: changedOf(files.map(({ changed }) => changed)),
    renamed: countOf(files.map(({ renamed }) => renamed)),
    added: addedOf(files.map(({ added }) => added)),
    fresh: freshOf(files),
    days: daysOf(last),
    oldest: oldestOf(last),
    hours: hoursOf(files),
    sum: rangeOf(
      files.map(({ sum }) => sum),
      SALE,
    ),
    average: rangeOf(files.map(averageOf)),
    low: lowOf(files),
    totals: Math.max(...files.map(({ totals }) => totals)),
    unpaid: paidOf('unpaid'),
    negative: paidOf('negative'),
    values: valuesOf(files),
    kinds: kindsOf(files),
    fixed: before?.fixed ?? [],
  }
  if (!before) return proposed
  const kept = Object.fromEntries(before.fixed.map((name) => [name, before[name]]))
  return { ...proposed, ...kept, ...(before.fixed.includes('columns') && { names: before.names }) }
}

/** The limit, widened where one of the files itself would break it. */
const fitting = (limit: number, shares: readonly number[], cells: readonly number[]) =>
  Math.max(limit, ...shares.filter((share, no) => isMore(share, limit, cells[no]!)))

const whole = ({ from, to }: Range): Range => ({ from: Math.floor(from), to: Math.ceil(to) })

/** A list that is sent whole does not shrink: customers are rarely removed from it. */
function rowsOf(files: readonly WatchFigures[], rows: readonly number[]): Range {
  const range = stretched(rows, SALE)
  const isWhole = median(files.map(({ repeated }) => repeated)) > 0.5
  return isWhole ? { ...range, from: Math.min(...rows) * 0.95 } : range
}

/** Rows that were imported before are rare in sales, and most of a list that is sent whole: half-way to all of them then. */
function repeatedOf(files: readonly WatchFigures[]): number {
  const most = Math.max(...files.map(({ repeated }) => repeated))
  return up(most > 0.5 ? (1 + most) / 2 : most + 0.05)
}

/** Half more than the most loyal customer of the files had, and two rows. */
function crowdOf(files: readonly WatchFigures[], rows: readonly number[]): number {
  return up(Math.min(1, Math.max(...files.map(({ crowd }) => crowd)) * 1.5 + 2 / Math.min(...rows)))
}

/** Average, three standard deviations of its chance, and two. */
function countOf(counts: readonly number[]): number {
  const mean = sumOf(counts) / counts.length
  return Math.max(Math.floor(mean + 3 * Math.sqrt(mean) + 2), ...counts)
}

function changedOf(counts: readonly number[]): number {
  return Math.ceil(Math.max(...counts) * 1.6 + 3)
}

/** The first files of a store bring its customers, so their most says nothing: four times the median, and five. */
function addedOf(counts: readonly number[]): number {
  return Math.max(Math.ceil(median(counts) * 4 + 5), 0)
}

/** Half-way between the usual share of new customers and all of them: another shop's file has hardly any known one. */
function freshOf(files: readonly WatchFigures[]): number {
  const usual = median(files.map(freshnessOf))
  return up(usual + (1 - usual) / 2)
}

/** The oldest of the files: yesterday's file is a day older. */
function daysOf(last: readonly DatedFigures[]): number | null {
  const ages = last.map(({ figures, today }) => ageOf(figures, today))
  // Dates that lie ahead, such as appointments, are no sign of age.
  return ages.some((age) => age === null || age < 0) ? null : Math.max(...(ages as number[]))
}

function oldestOf(last: readonly DatedFigures[]): WatchTerms['oldest'] {
  const ages = new Map<string, number[]>()
  for (const { figures, today } of last)
    for (const { column, day } of figures.oldest)
      ages.set(column, [...(ages.get(column) ?? []), daysBetween(day, today)])
  return [...ages].flatMap(([column, days]) =>
    days.some((one) => one < 0) ? [] : [{ column, days: Math.ceil(Math.max(...days) * MARGIN) + 1 }],
  )
}

/** Least minutes by which a day may begin later, or end earlier, than usual. */
const LATE_MINUTES = 120

/** Two and a half times as far from the usual hour as the files, and two hours at least. */
function hoursOf(files: readonly WatchFigures[]): Range | null {
  const hours = files.flatMap((one) => one.hours ?? [])
  if (hours.length < files.length) return null
  const [first, last] = [hours.map(({ from }) => from), hours.map(({ to }) => to)]
  const [from, to] = [median(first), median(last)]
  return {
    from: from + Math.max(LATE_MINUTES, 2.5 * (Math.max(...first) - from)),
    to: to - Math.max(LATE_MINUTES, 2.5 * (to - Math.min(...last))),
  }
}

function rangeOf(numbers: readonly (number | null)[], above?: number): Range | null {
  return numbers.includes(null) ? null : inSatang(stretched(numbers as number[], above))
}

const inSatang = ({ from, to }: Range): Range => ({ from: Math.floor(from * 100) / 100, to: Math.ceil(to * 100) / 100 })

/** Half of the least: prices fall by a fifth on a sale day, and to a hundredth in another unit. */
function lowOf(files: readonly WatchFigures[]): number | null {
  const lows = files.map(({ low }) => low)
  return lows.includes(null) ? null : Math.min(...(lows as number[])) / 2
}

function valuesOf(files: readonly WatchFigures[]): WatchTerms['values'] {
  const known = new Map<string, { column: string; value: string; times: number[] }>()
  for (const { values } of files.slice(0, NEEDED_FILES))
    for (const { column, value, rows } of values) {
      const key = JSON.stringify([column, value])
      const one = known.get(key) ?? { column, value, times: [] }
      known.set(key, { ...one, times: [...one.times, rows] })
    }
  return [...known.values()].flatMap(({ column, value, times }) => (isNeeded(times) ? [{ column, value }] : []))
}

/** Limits each kind of cell that is rare in its column. A column that was moved, emptied or masked has more of another kind. */
function kindsOf(files: readonly WatchFigures[]): WatchTerms['kinds'] {
  const columns = [...new Set(files.flatMap(({ kinds }) => kinds.map(({ column }) => column)))]
  return columns.flatMap((column) => {
    const having = files.filter(({ kinds }) => kinds.some((one) => one.column === column))
    const rows = having.map((one) => one.rows)
    return cellKinds.flatMap((kind) => {
      const shares = having.map((one) => kindShare(one, column, kind))
      const most = fitting(likely(shares, rows, UNNAMED_CHANCE), shares, rows)
      return Math.max(...shares) > USUAL_KIND ? [] : [{ column, kind, most }]
    })
  })
}

const isNeeded = (rows: readonly number[]) =>
  rows.length === NEEDED_FILES && Math.min(...rows) >= NEEDED_LEAST && sumOf(rows) >= NEEDED_MEAN * NEEDED_FILES
