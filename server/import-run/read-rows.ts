import { MAX_KEY_LENGTH } from '@ruam/contract/constants.ts'
import type { ValueKind } from '@ruam/contract/system-fields.ts'
import { type ColumnFacts, columnStyleOf } from '../files/column-facts.ts'
import { isErasedRow } from '../files/erased-row.ts'
import { splitName, withoutTitle } from '../values/names.ts'
import { EMPTY, type Reading } from '../values/reading.ts'
import { type ColumnStyle, isEmptyCell, readCell } from '../values/values.ts'
import type { ReadRow, RowActivity, RowError } from './decide.ts'
import type { Plan, PlannedActivity } from './plan.ts'
import type { Source } from './planned-field.ts'
import { readLabels } from './row-labels.ts'

export interface ReadingOptions {
  timeZone: string
  /** CE: settles two-digit years, and must be the same for every batch of a run. */
  thisYear: number
}

type Reader = (cells: readonly string[]) => Reading

/** Makes the function that reads a row's cells in the plan's fields. The first value that can't be read fails its row. */
export function rowReader(plan: Plan, facts: readonly ColumnFacts[], options: ReadingOptions) {
  const readers = fieldReaders(plan, facts, options)
  const indexed = plan.fields.map(
    ({ field }, place) => field.column === 'line_user_id' || field.matchKey === true || plan.keys.includes(place),
  )
  const readActivity = plan.activity && activityReader(plan.activity, facts, options)
  return (no: number, cells: readonly string[]): ReadRow => {
    if (isErasedRow(cells)) return { no, error: { failure: 'erased_person', column: 0, value: '' } }
    if (cells.length !== plan.width) {
      const failure = cells.length < plan.width ? 'too_few_cells' : 'too_many_cells'
      return { no, error: { failure, column: 0, value: '' } }
    }
    const values = new Array(readers.length)
    for (let place = 0; place < readers.length; place++) {
      const reading = readers[place]!(cells)
      const { column } = plan.fields[place]!
      if ('failure' in reading)
        return { no, error: { failure: reading.failure, column: column + 1, value: cells[column]! } }
      const { value } = reading
      if (indexed[place] && typeof value === 'string' && value.length > MAX_KEY_LENGTH) {
        return { no, error: { failure: 'match_key_too_long', column: column + 1, value: cells[column]! } }
      }
      values[place] = value
    }
    const row: ReadRow = { no, values }
    if (plan.number !== null) {
      const cell = cells[plan.number]!.trim()
      if (/^[1-9]\d{0,14}$/.test(cell)) row.number = Number(cell)
      else if (!isEmptyCell(cell))
        return { no, error: { failure: 'number_not_found', column: plan.number + 1, value: cell } }
    }
    if (plan.rowLabels) {
      const labels = readLabels(plan.rowLabels.columns, cells)
      if ('failure' in labels) return { no, error: labels }
      row.labels = labels
    }
    if (!readActivity) return row
    const activity = readActivity(cells)
    if (activity && 'failure' in activity) return { no, error: activity }
    row.activity = activity
    return row
  }
}

/** Reads each of the plan's fields from a row that has as many cells as the header. */
export function fieldReaders(plan: Plan, facts: readonly ColumnFacts[], options: ReadingOptions): Reader[] {
  // A birth date is a day whatever the program wrote behind it.
  return plan.fields.map((source) => {
    const style = columnStyleOf(facts[source.column]!, { ...options, dayOnly: source.field.column !== undefined })
    const read = readerOf(source, source.field.kind, answered(style, source))
    return source.latin ? latinOf(read) : read
  })
}

const LATIN = /^[a-z]/i

/** Reads names that are written in Latin letters, and no others. */
function latinOf(read: Reader): Reader {
  return (cells) => {
    const reading = read(cells)
    return 'value' in reading && !LATIN.test(String(reading.value ?? '')) ? EMPTY : reading
  }
}

/** Reads the activity that a row carries; null when all of its cells are empty. */
function activityReader({ fields }: PlannedActivity, facts: readonly ColumnFacts[], options: ReadingOptions) {
  const readers = fields.map((source, place) => {
    const style = columnStyleOf(facts[source.column]!, { ...options, dayOnly: false })
    // An activity happens at a moment: a day alone begins at midnight of the store.
    const timeZone = place === 0 ? options.timeZone : style.timeZone
    return readerOf(source, source.kind, answered({ ...style, timeZone }, source))
  })
  return (cells: readonly string[]): RowActivity | RowError | null => {
    const values: Record<string, string | number | boolean> = {}
    let at: string | null = null
    for (let place = 0; place < readers.length; place++) {
      const reading = readers[place]!(cells)
      const { column, id } = fields[place]!
      if ('failure' in reading) return { failure: reading.failure, column: column + 1, value: cells[column]! }
      if (reading.value === null) continue
      if (place === 0) at = String(reading.value)
      else values[id] = reading.value
    }
    if (at !== null) return { at, fields: values }
    if (Object.keys(values).length === 0) return null
    return { failure: 'activity_date_missing', column: fields[0]!.column + 1, value: '' }
  }
}

/** A person's answers come before what the column's own cells seem to say. */
function answered(style: ColumnStyle, { dates }: Source): ColumnStyle {
  if (dates.date_order === null && dates.two_digit_years === null) return style
  const { order, twoDigitYears } = style.dates
  return {
    ...style,
    dates: {
      ...style.dates,
      order: dates.date_order ?? order,
      twoDigitYears: dates.two_digit_years ?? twoDigitYears,
    },
  }
}

function readerOf({ column, joined, titlesOf, part }: Source, kind: ValueKind, style: ColumnStyle): Reader {
  if (part === 'without_title') return (cells) => readCell(kind, withoutTitle(cells[column]!), style)
  if (part !== 'whole') return (cells) => readCell(kind, splitName(cells[column]!)[part] ?? '', style)
  if (titlesOf !== undefined) {
    return (cells) => {
      const own = cells[column]!
      return readCell(kind, isEmptyCell(own) ? (splitName(cells[titlesOf]!).prefix ?? '') : own, style)
    }
  }
  if (joined.length === 0) return (cells) => readCell(kind, cells[column]!, style)
  const columns = [column, ...joined]
  return (cells) => {
    const texts = columns.map((place) => cells[place]!).filter((cell) => !isEmptyCell(cell))
    return readCell(kind, texts.join(' '), style)
  }
}
