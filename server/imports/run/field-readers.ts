import type { SystemColumn, ValueKind } from '@ruam/contract/platform/system-fields.ts'
import { type ColumnFacts, columnStyleOf } from '../../formats/files/column-facts.ts'
import { splitZone } from '../../formats/files/zoned-header.ts'
import { choicesOf } from '../../formats/values/choices.ts'
import { answeredDates } from '../../formats/values/date-styles.ts'
import { isHouseNumberDate } from '../../formats/values/house-numbers.ts'
import { typedLineId } from '../../formats/values/line-ids.ts'
import { readName } from '../../formats/values/names.ts'
import { EMPTY, type ReadValue } from '../../formats/values/reading.ts'
import { type ContactKind, readContacts } from '../../formats/values/several-contacts.ts'
import { type ColumnStyle, isEmptyCell, readCell } from '../../formats/values/values.ts'
import type { DatePurpose } from '../../formats/values/year-doubts.ts'
import type { UnreadCell } from './decided-rows.ts'
import { nameColumns, namePartReader, nameWithoutPhone, phoneColumns } from './name-cells.ts'
import type { Plan } from './plan.ts'
import type { FieldSource, PlannedField } from './planned-field.ts'

export interface ReadingOptions {
  timeZone: string
  /** Headers of the file. One that names a time zone sets it for its column. */
  columns: readonly string[]
  /** YYYY-MM-DD: settles two-digit years and what lies ahead, and must be the same for every batch of a run. */
  today: string
}

/** `further`: other contacts of the row; `unread`: columns of a contact that could not be read; `words`: notes beside contacts. */
export type Reading = ReadValue & {
  further?: readonly string[]
  unread?: readonly UnreadCell[]
  words?: readonly string[]
}
type Reader = (cells: readonly string[]) => Reading

/** The time zone of a column: the one in its header, else the store's. */
export const zoneOf = ({ column }: FieldSource, { columns, timeZone }: ReadingOptions): string =>
  splitZone(columns[column] ?? '').timeZone ?? timeZone

/** Reads each of the plan's fields from a row that has as many cells as the header. */
export function fieldReaders(plan: Plan, facts: readonly ColumnFacts[], options: ReadingOptions): Reader[] {
  const mixed = mixedColumns(plan)
  const named = nameColumns(plan)
  const phones = phoneColumns(plan)
  // A birth date is a day whatever the program wrote behind it.
  const readers: Reader[] = []
  for (const [place, source] of plan.fields.entries()) readers.push(readerOfField(source, place))
  return readers

  function readerOfField(source: PlannedField, place: number): Reader {
    // The Latin spelling is read from the cell of the Thai one.
    const thai = source.latin ? plan.fields.findIndex((one, at) => at < place && isThaiOf(source, one)) : -1
    if (thai >= 0) {
      readers[thai] = readOnce(readers[thai]!)
      return latinOf(readers[thai])
    }
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
  }
}

/** Thai fields by the field of their Latin spelling, which withLatinSpellings copies from them. */
const thaiColumns: Partial<Record<SystemColumn, SystemColumn>> = {
  first_name_en: 'first_name',
  last_name_en: 'last_name',
}

/** True if another field takes the Latin spelling of this one. */
const isThaiOf = ({ field, column, part }: PlannedField, thai: PlannedField): boolean =>
  !thai.latin &&
  !thai.evidence &&
  field.column !== undefined &&
  thai.field.column === thaiColumns[field.column] &&
  thai.column === column &&
  thai.part === part

/** Reads a row once for two fields that are asked for one after the other. */
function readOnce(read: Reader): Reader {
  let last: readonly string[] | undefined
  let reading: Reading = EMPTY
  return (cells) => {
    if (cells === last) return reading
    reading = read(cells)
    last = cells
    return reading
  }
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
    const found = readContacts(kind, cell, style, mixed.has(place))
    if (found.words === undefined) return found as Reading
    const { words, ...reading } = found
    // The words of a column of names and phones are the name.
    return named.has(place) ? reading : { ...reading, words: [words] }
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
export function unmappedReaders(
  { unmapped = [] }: Plan,
  facts: readonly ColumnFacts[],
  options: ReadingOptions,
): Reader[] {
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

/** A person's answers come before what the column's own cells seem to say. */
export function answered(style: ColumnStyle, { dates }: FieldSource): ColumnStyle {
  return { ...style, dates: answeredDates(style.dates, dates) }
}

const purposeOf = ({ column }: { column?: string | undefined }): DatePurpose =>
  column === 'birth_date' ? 'birth' : 'any'

export function readerOf(
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
