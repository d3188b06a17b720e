import type { RowFailure } from '@ruam/contract/imports/row-failures.ts'
import { MAX_KEY_LENGTH } from '@ruam/contract/platform/constants.ts'
import type { ValueKind } from '@ruam/contract/platform/system-fields.ts'
import { databaseNow } from '../../core/now.ts'
import type { MaskedValue } from '../../customers/profiles/masking.ts'
import { type ColumnFacts, columnStyleOf, noFacts } from '../../formats/files/column-facts.ts'
import { isErasedRow } from '../../formats/files/erased-row.ts'
import { splitZone } from '../../formats/files/zoned-header.ts'
import { choicesOf } from '../../formats/values/choices.ts'
import { noteDate } from '../../formats/values/date-facts.ts'
import { answeredDates } from '../../formats/values/date-styles.ts'
import { isHouseNumberDate } from '../../formats/values/house-numbers.ts'
import { typedLineId } from '../../formats/values/line-ids.ts'
import { readName } from '../../formats/values/names.ts'
import { EMPTY, type ReadValue } from '../../formats/values/reading.ts'
import { type ContactKind, readContacts } from '../../formats/values/several-contacts.ts'
import { dayBegins } from '../../formats/values/time-zones.ts'
import { type ColumnStyle, isEmptyCell, readCell } from '../../formats/values/values.ts'
import type { DatePurpose } from '../../formats/values/year-doubts.ts'
import { consentReader } from '../consents/read-consents.ts'
import { type PlannedLines, rowOrder } from '../orders/planned-lines.ts'
import { damagedCells } from './damaged-cells.ts'
import type { ReadRow, RowActivity, RowError, UnreadCell } from './decided-rows.ts'
import { furtherNameReader, nameColumns, namePartReader, nameWithoutPhone, phoneColumns } from './name-cells.ts'
import { keyText, type Plan, type PlannedActivity } from './plan.ts'
import type { FieldSource } from './planned-field.ts'
import { readLabels } from './row-labels.ts'

export interface ReadingOptions {
  timeZone: string
  /** Headers of the file. One that names a time zone sets it for its column. */
  columns: readonly string[]
  /** YYYY-MM-DD: settles two-digit years and what lies ahead, and must be the same for every batch of a run. */
  today: string
}

/** `further`: other contacts of the row; `unread`: columns of a contact that could not be read; `words`: notes beside contacts. */
type Reading = ReadValue & { further?: readonly string[]; unread?: readonly UnreadCell[]; words?: readonly string[] }
type Reader = (cells: readonly string[]) => Reading

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

/** The time zone of a column: the one in its header, else the store's. */
const zoneOf = ({ column }: FieldSource, { columns, timeZone }: ReadingOptions): string =>
  splitZone(columns[column] ?? '').timeZone ?? timeZone

/** Reads each of the plan's fields from a row that has as many cells as the header. */
export function fieldReaders(plan: Plan, facts: readonly ColumnFacts[], options: ReadingOptions): Reader[] {
  const mixed = mixedColumns(plan)
  const named = nameColumns(plan)
  const phones = phoneColumns(plan)
  // A birth date is a day whatever the program wrote behind it.
  return plan.fields.map((source) => {
    const timeZone = zoneOf(source, options)
    const dayOnly = source.field.column !== undefined
    const purpose = purposeOf(source.field)
    const style = columnStyleOf(facts[source.column]!, { ...options, timeZone, dayOnly, purpose })
    const { choices } = source.field
    const chosen = choices ? { ...style, choices: choicesOf(choices) } : style
    const final = answered(chosen, source)
    const { column, kind } = source.field
    if (column === 'phone' || column === 'email') return contactReader(column, source, final, { mixed, named })
    if (column === 'address') return addressReader(source, readerOf(source, kind, final))
    const partOf = namePartReader(source)
    const besidePhone = partOf && phones.has(source.column) ? (cell: string) => partOf(nameWithoutPhone(cell)) : partOf
    const text = readerOf(source, kind, final, besidePhone)
    const read = column === 'line_user_id' ? lineReader(source, text) : text
    return source.latin ? latinOf(read) : read
  })
}

/** Columns that feed phones and e-mails. */
function mixedColumns({ fields }: Plan): ReadonlySet<number> {
  const columnsOf = (name: string) =>
    fields.flatMap(({ field, column, joined }) => (field.column === name ? [column, ...joined] : []))
  const emails = new Set(columnsOf('email'))
  return new Set(columnsOf('phone').filter((column) => emails.has(column)))
}

/** Reads all phones, or all e-mails, of a row's columns: the first is the value of the field, the others are further contacts. */
function contactReader(
  kind: ContactKind,
  { column, joined }: FieldSource,
  style: ColumnStyle,
  { mixed, named }: { mixed: ReadonlySet<number>; named: ReadonlySet<number> },
): Reader {
  const read = (place: number, cell: string): Reading => {
    const { words, ...reading } = readContacts(kind, cell, style, mixed.has(place))
    // The words of a column of names and phones are the name.
    return words === undefined || named.has(place) ? reading : { ...reading, words: [words] }
  }
  if (joined.length === 0) return (cells) => read(column, cells[column]!)
  const columns = [column, ...joined]
  return (cells) => {
    const found = new Set<string>()
    const unread: UnreadCell[] = []
    const words: string[] = []
    for (const place of columns) {
      const reading = read(place, cells[place]!)
      if ('failure' in reading) unread.push({ failure: reading.failure, column: place + 1, value: cells[place]! })
      else if (reading.value !== null)
        for (const one of [String(reading.value), ...(reading.further ?? [])]) found.add(one)
      words.push(...(reading.words ?? []))
    }
    const [value = null, ...further] = found
    return {
      value,
      ...(further.length > 0 && { further }),
      ...(unread.length > 0 && { unread }),
      ...(words.length > 0 && { words }),
    }
  }
}

/** Reads an address without cells that a spreadsheet made dates of: a street without its number would replace a whole address. */
function addressReader({ column, joined }: FieldSource, read: Reader): Reader {
  const columns = [column, ...joined]
  return (cells) => {
    const unread = columns.flatMap((place): UnreadCell[] =>
      isHouseNumberDate(cells[place]!)
        ? [{ failure: 'house_number_date', column: place + 1, value: cells[place]! }]
        : [],
    )
    return unread.length > 0 ? { value: null, unread } : read(cells)
  }
}

/** A LINE id that its owner typed is a further contact: LINE delivers only to user ids. */
function lineReader({ column }: FieldSource, read: Reader): Reader {
  return (cells) => {
    const typed = typedLineId(cells[column]!)
    return typed === null ? read(cells) : { value: null, further: [typed] }
  }
}

/** Reads the columns that feed no field, and are only compared. */
function unmappedReaders({ unmapped = [] }: Plan, facts: readonly ColumnFacts[], options: ReadingOptions): Reader[] {
  return unmapped.map((source) => {
    const timeZone = zoneOf(source, options)
    const purpose = purposeOf(source.field)
    const style = columnStyleOf(facts[source.column]!, { ...options, timeZone, dayOnly: true, purpose })
    return readerOf(source, source.field.kind, style, namePartReader(source))
  })
}

/** No Thai name behind a Latin title. */
export const LATIN = /^[a-z][^\u0e00-\u0e7f]*$/i

/** Reads names that are written in Latin letters, and no others. */
function latinOf(read: Reader): Reader {
  return (cells) => {
    const reading = read(cells)
    return 'value' in reading && !LATIN.test(String(reading.value ?? '')) ? EMPTY : reading
  }
}

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

/** A person's answers come before what the column's own cells seem to say. */
function answered(style: ColumnStyle, { dates }: FieldSource): ColumnStyle {
  return { ...style, dates: answeredDates(style.dates, dates) }
}

const purposeOf = ({ column }: { column?: string | undefined }): DatePurpose =>
  column === 'birth_date' ? 'birth' : 'any'

function readerOf(
  { column, joined, titlesOf }: FieldSource,
  kind: ValueKind,
  style: ColumnStyle,
  partOf: ((cell: string) => string) | null = null,
): Reader {
  const columns = [column, ...joined]
  const textOf =
    joined.length === 0
      ? (cells: readonly string[]) => cells[column]!
      : (cells: readonly string[]) =>
          columns
            .map((place) => cells[place]!)
            .filter((cell) => !isEmptyCell(cell))
            .join(' ')
  if (!partOf) return (cells) => readCell(kind, textOf(cells), style)
  return (cells) => {
    const text = textOf(cells)
    if (!isEmptyCell(text)) return readCell(kind, partOf(text), style)
    return titlesOf === undefined ? EMPTY : readCell(kind, readName(cells[titlesOf]!).prefix ?? '', style)
  }
}
