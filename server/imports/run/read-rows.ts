import type { RowFailure } from '@ruam/contract/imports/row-failures.ts'
import { MAX_KEY_LENGTH } from '@ruam/contract/platform/constants.ts'
import type { ValueKind } from '@ruam/contract/platform/system-fields.ts'
import { databaseNow } from '../../core/now.ts'
import type { MaskedValue } from '../../customers/profiles/masking.ts'
import { type ColumnFacts, columnStyleOf, noFacts } from '../../formats/files/column-facts.ts'
import { isErasedRow } from '../../formats/files/erased-row.ts'
import { choicesOf } from '../../formats/values/choices.ts'
import { noteDate } from '../../formats/values/date-facts.ts'
import { EMPTY, type ReadValue } from '../../formats/values/reading.ts'
import { dayBegins } from '../../formats/values/time-zones.ts'
import { type ColumnStyle, isEmptyCell, readCell } from '../../formats/values/values.ts'
import { consentReader } from '../consents/read-consents.ts'
import { type PlannedLines, rowOrder } from '../orders/planned-lines.ts'
import { damagedCells } from './damaged-cells.ts'
import type { ReadRow, RowActivity, RowError, UnreadCell } from './decided-rows.ts'
import {
  answered,
  fieldReaders,
  type Reading,
  type ReadingOptions,
  readerOf,
  unmappedReaders,
  zoneOf,
} from './field-readers.ts'
import { furtherNameReader } from './name-cells.ts'
import { keyText, type Plan, type PlannedActivity } from './plan.ts'
import { readLabels } from './row-labels.ts'

/**
 * Returns a reader of rows in the plan's fields. A row fails if none of its keys can be read, or its number or its activity's date
 * cannot.
 */
export function rowReader(plan: Plan, facts: readonly ColumnFacts[], options: ReadingOptions) {
  const readers = fieldReaders(plan, facts, options)
  const unmapped = unmappedReaders(plan, facts, options)
  const indexed = plan.fields.map(
    ({ field }, place) => field.column === 'line_user_id' || field.matchKey === true || plan.keys.includes(place),
  )
  const readFurtherNames = furtherNameReader(plan)
  const readConsents = plan.consents && consentReader(plan.consents, facts, options)
  const readActivity = plan.activity && activityReader(plan, plan.activity, facts, options)
  const readOrder = plan.activity?.lines && orderReader(plan.activity.lines, facts, options)
  const undamaged = damagedCells(facts)
  return (no: number, found: readonly string[]): ReadRow => {
    if (isErasedRow(found)) return { no, error: { failure: 'erased_person', column: 0, value: '' } }
    if (found.length !== plan.width) {
      const failure = found.length < plan.width ? 'too_few_cells' : 'too_many_cells'
      return { no, error: { failure, column: 0, value: '' } }
    }
    const { cells, unmasked, masked, broken } = undamaged(found)
    const brokenOf = (columns: readonly number[]): UnreadCell[] =>
      columns.flatMap((one) => (broken.has(one) ? [{ ...BROKEN_CELL, column: one + 1, value: found[one]! }] : []))
    const values = new Array(readers.length + unmapped.length)
    const unread: UnreadCell[] = []
    let further: Map<number, readonly string[]> | undefined
    let words: readonly string[] | undefined
    for (let place = 0; place < readers.length; place++) {
      const { column, joined, evidence } = plan.fields[place]!
      const lost = broken.size === 0 ? undefined : [column, ...joined].find((one) => broken.has(one))
      const reading: Reading = lost === undefined ? readers[place]!(cells) : BROKEN_CELL
      if (reading.further && !evidence) further = (further ?? new Map()).set(place, reading.further)
      if (reading.words && !evidence) words = words ? [...words, ...reading.words] : reading.words
      if (reading.unread && !evidence) {
        if (plan.strict) return { no, error: reading.unread[0]! }
        unread.push(...reading.unread.map((cell) => ({ ...cell, field: place })))
        values[place] = 'value' in reading ? reading.value : null
        continue
      }
      const failure: RowFailure | null =
        'failure' in reading
          ? reading.failure
          : indexed[place] && isTooLong(reading.value)
            ? 'match_key_too_long'
            : null
      if (failure === null) values[place] = (reading as { value: MaskedValue }).value
      else if (evidence || (lost !== undefined && unread.some((cell) => cell.column === lost + 1))) values[place] = null
      else {
        const cell = { failure, column: (lost ?? column) + 1, value: found[lost ?? column]! }
        if (plan.strict) return { no, error: cell }
        unread.push({ ...cell, field: place })
        values[place] = null
      }
    }
    for (let place = 0; place < unmapped.length; place++) {
      const reading = unmapped[place]!(cells)
      values[readers.length + place] = 'failure' in reading ? null : reading.value
    }
    const row: ReadRow = { no, values, ...(further && { further }) }
    if (masked.size + broken.size > 0) {
      const isDamaged = (one: number) => masked.has(one) || broken.has(one)
      row.damaged = new Set(
        plan.fields.flatMap((source, at) => ([source.column, ...source.joined].some(isDamaged) ? [at] : [])),
      )
    }
    if (plan.number !== null) {
      const cell = cells[plan.number]!.trim()
      if (/^[1-9]\d{0,14}$/.test(cell)) row.number = Number(cell)
      else if (!isEmptyCell(cell))
        return { no, error: { failure: 'number_not_found', column: plan.number + 1, value: cell } }
    }
    const missing = keyFailure(plan, values, unread)
    if (missing && row.number === undefined) return { no, error: missing }
    if (plan.rowLabels) {
      const labels = readLabels(plan.rowLabels, cells)
      labels.unread.push(...brokenOf(plan.rowLabels.columns))
      if (plan.strict && labels.unread[0]) return { no, error: labels.unread[0] }
      unread.push(...labels.unread)
      row.labels = labels.names
    }
    if (readConsents) {
      const answers = readConsents(unmasked)
      if (plan.strict && answers.unread[0]) return { no, error: answers.unread[0] }
      unread.push(...answers.unread)
      if (answers.consents.length > 0) row.consents = answers.consents
    }
    const activity = readActivity?.(unmasked, unread)
    if (activity && 'failure' in activity) return { no, error: activity }
    if (readActivity) row.activity = activity!
    const order = activity ? readOrder?.(cells, activity) : null
    if (order) row.order = order
    const names = readFurtherNames(cells)
    if (words) row.furtherNames = [...names, ...words.map((value) => ({ kind: 'note' as const, value }))]
    else if (names.length > 0) row.furtherNames = names
    if (unread.length > 0) row.unread = unread
    return row
  }
}

const BROKEN_CELL = { failure: 'letters_broken' } as const

/** Values that guests share: no key, and no reason to fail a row that needs none. */
const placeholders = new Set<RowFailure>(['phone_placeholder', 'email_placeholder'])

/** Returns the first key that could not be read, if no key could. */
export function keyFailure({ keys, addsKeyless }: Plan, values: readonly MaskedValue[], unread: readonly UnreadCell[]) {
  if (unread.length === 0 || keys.some((key) => keyText(values[key] ?? null) !== null)) return undefined
  const ofKeys = unread.filter(({ field }) => field !== undefined && keys.includes(field))
  return ofKeys.find(({ failure }) => !placeholders.has(failure)) ?? (addsKeyless ? undefined : ofKeys[0])
}

/** A field whose value comes without a column. `times`: dates of it are days, what was typed, or moments. */
export interface ReadableAlone {
  kind: ValueKind
  times: 'never' | 'typed' | 'always'
  choices?: readonly string[]
}

/** Reads a cell that has no column, as cells of a Thai column are. */
export function readAlone({ kind, times, choices }: ReadableAlone, text: string, timeZone: string): ReadValue {
  const isTimed = times === 'always' || (times === 'typed' && kind === 'date' && hasTime(text))
  return readCell(kind, text, {
    ...{ ...styleAlone(timeZone, times === 'never'), timeZone: isTimed ? timeZone : null },
    ...(choices && { choices: choicesOf(choices) }),
  })
}

function hasTime(text: string): boolean {
  const { dates } = noFacts()
  noteDate(dates, text)
  return dates.timed > 0
}

const DAY_MS = 86_400_000

/** Styles of cells without a column on a day: each item has several, and a style costs more than its cell. */
const stylesAlone = new Map<string, { day: number; style: ColumnStyle }>()

function styleAlone(timeZone: string, dayOnly: boolean): ColumnStyle {
  const day = Math.floor(databaseNow() / DAY_MS)
  const key = `${dayOnly} ${timeZone}`
  const known = stylesAlone.get(key)
  if (known?.day === day) return known.style
  const today = new Date(day * DAY_MS).toISOString().slice(0, 10)
  const style = columnStyleOf(noFacts(), { timeZone, today, dayOnly })
  stylesAlone.set(key, { day, style })
  return style
}

const isTooLong = (value: MaskedValue) => typeof value === 'string' && value.length > MAX_KEY_LENGTH

/**
 * Reads the activity that a row carries; null when all of its cells are empty. An activity with an unreadable field waits for the
 * correction file: recorded without it, the corrected row would be a second activity.
 */
function activityReader(
  plan: Plan,
  { fields }: PlannedActivity,
  facts: readonly ColumnFacts[],
  options: ReadingOptions,
) {
  const readers = fields.map((source, place) => {
    const zone = zoneOf(source, options)
    // A program sends what it means, and no person answers for it.
    const purpose = place === 0 && !plan.isStream ? 'activity' : 'any'
    const style = columnStyleOf(facts[source.column]!, { ...options, timeZone: zone, dayOnly: false, purpose })
    // An activity happens at a moment: a day alone begins at midnight of the store.
    const timeZone = place === 0 ? zone : style.timeZone
    return readerOf(source, source.kind, answered({ ...style, timeZone }, source))
  })
  const dayZone = zoneOf(fields[0]!, options)
  return (cells: readonly string[], unread: UnreadCell[]): RowActivity | RowError | null => {
    const before = unread.length
    const values: Record<string, string | number | boolean> = {}
    let at: string | null = null
    for (let place = 0; place < readers.length; place++) {
      const reading = readers[place]!(cells)
      const { column, id } = fields[place]!
      if ('failure' in reading) {
        const cell = { failure: reading.failure, column: column + 1, value: cells[column]! }
        // A program has no correction file: the whole item waits among those that failed.
        if (plan.strict || plan.isStream || place === 0) return cell
        unread.push(cell)
        continue
      }
      if (reading.value === null) continue
      if (place === 0) at = cellMomentOf(String(reading.value), dayZone)
      else values[id] = reading.value
    }
    const waits = unread.length > before
    if (at !== null) return waits ? null : { at, fields: values }
    if (Object.keys(values).length === 0 && !waits) return null
    return { failure: 'activity_date_missing', column: fields[0]!.column + 1, value: '' }
  }
}

/** Reads the order that a row's activity is a line of. */
function orderReader(lines: PlannedLines, facts: readonly ColumnFacts[], options: ReadingOptions) {
  const { pieces } = lines
  const style = pieces === null ? null : columnStyleOf(facts[pieces]!, { ...options, dayOnly: true })
  const piecesOf = (cells: readonly string[]) => {
    const reading = pieces === null ? EMPTY : readCell('number', cells[pieces]!, style!)
    return 'value' in reading && typeof reading.value === 'number' ? reading.value : null
  }
  return (cells: readonly string[], { fields }: RowActivity) => rowOrder(lines, cells, fields, piecesOf)
}

const DAY_LENGTH = '2026-01-31'.length

/** Returns midnight of the store for a day without a time. */
export const cellMomentOf = (value: string, timeZone: string) =>
  value.length === DAY_LENGTH ? dayBegins(value, timeZone) : value
