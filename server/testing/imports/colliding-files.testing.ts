// Files of few people and many shared keys, for holding an import against its rule.

import type { MappingBody } from '@ruam/contract/imports/mapping.ts'
import { type Random, randomOf } from '../../../tools/random.ts'
import type { MaskedValue } from '../../customers/profiles/masking.ts'
import type { FileRow } from './reference.testing.ts'

/** The store's own fields that the files speak of. */
export interface OwnFields {
  member: number
  card: number
  note: number
  vip: number
  joined: number
}

interface Column {
  header: string
  field: number
  key: boolean
  /** The value of the nth of a pool of such values, and a way of writing it. */
  value(n: number): MaskedValue
  write(value: MaskedValue, random: Random): string
  /** An unreadable value. */
  broken?: string
}

/** Fields whose columns are compared if they feed none: birth date, citizen id, e-mail. The phones all begin alike, as no phones do. */
const compared = [8, 10, 11]

export interface CollidingFile {
  csv: string
  mapping: MappingBody
  rows: FileRow[]
  /** Rows as they are written: equal texts are equal rows. */
  contents: string[]
  /** Cells of birth dates, whether or not their row can be read. */
  births: string[]
}

const names = ['ญาดา', 'สมชาย', 'น้ำฝน', 'Anan', 'ก้อง', 'ปุ้ย', 'O’Brien', 'หมู']
/** Texts with signs of CSV and COPY. */
const remarks = ['ญาดา', 'สมชาย', 'น้ำฝน', 'Anan, Jr.', 'ก้อง "เล็ก"', 'ปุ้ย\nสองบรรทัด', 'O’Brien\\n', 'หมู\\.']
/** Days that are compared as birth dates, also where their column feeds no field. */
const day = (n: number) => new Date(Date.UTC(1960, 0, 1 + ((n * 37) % 20_000))).toISOString().slice(0, 10)
const recentDay = (n: number) => new Date(Date.UTC(2015, 0, 1 + ((n * 37) % 3_000))).toISOString().slice(0, 10)
const plain = (value: MaskedValue) => String(value)

function columnsOf(own: OwnFields): Column[] {
  const key = true
  return [
    { header: 'ชื่อ', field: 1, key: false, value: (n) => names[n % names.length]!, write: plain },
    {
      header: 'โทร',
      field: 9,
      key,
      value: (n) => `+6681${String(n).padStart(7, '0')}`,
      write: writePhone,
      broken: '0811',
    },
    { header: 'อีเมล', field: 11, key, value: (n) => `k${n}@example.com`, write: writeEmail, broken: 'k@' },
    { header: 'บัตร', field: 10, key, value: citizenId, write: plain, broken: '1234567890123' },
    { header: 'ไลน์', field: 20, key, value: (n) => `U${n.toString(16).padStart(32, '0')}`, write: plain },
    { header: 'สมาชิก', field: own.member, key, value: (n) => `M-${n} ก`, write: (value) => ` ${value}` },
    { header: 'การ์ด', field: own.card, key, value: (n) => n * 1000 + 0.5, write: writeNumber, broken: 'สิบ' },
    { header: 'เกิด', field: 8, key: false, value: day, write: plain, broken: '2020-02-31' },
    { header: 'อายุ', field: 13, key: false, value: (n) => n % 90, write: plain },
    {
      header: 'หมายเหตุ',
      field: own.note,
      key: false,
      value: (n) => `${remarks[n % remarks.length]} ${n}`,
      write: plain,
    },
    { header: 'วีไอพี', field: own.vip, key: false, value: (n) => n % 2 === 0, write: plain },
    { header: 'สมัคร', field: own.joined, key: false, value: recentDay, write: plain },
  ]
}

/**
 * A file, the mapping it is imported with, and what its rows say. The first file of a store (`first`) maps everything. `foreign`: share of
 * cells of other people, which determines the number of conflicts.
 */
export function collidingFile(
  seed: number,
  size: number,
  own: OwnFields,
  first: boolean,
  foreign?: number,
): CollidingFile {
  const random = randomOf(seed)
  const all = columnsOf(own)
  const keys = all.filter((column) => column.key)
  const chosenKeys = random.shuffle(keys).slice(0, first ? 5 : 1 + random.below(5))
  const mapped = all.filter(
    (column) =>
      first || column.header === 'ชื่อ' || column === keys[0] || chosenKeys.includes(column) || random.chance(0.7),
  )
  const people = Math.ceil(size * (0.1 + random.next() * 0.4))
  const few = 0.05 + random.next() * 0.1
  const strangers = foreign ?? few
  const rows: FileRow[] = []
  const births: string[] = []
  const birth = all.findIndex(({ field }) => field === 8)
  const broken: { no: number; field: number }[] = []
  const lines = [all.map((column) => column.header).join(',')]
  for (let no = 1; no <= size; no++) {
    const person = random.below(people)
    const row: NonNullable<FileRow> = new Map<number, MaskedValue>()
    const unmapped = new Map<number, MaskedValue>()
    const cells = all.map((column) => {
      const filled = !column.key || random.chance(0.7)
      if (!filled || (column.header !== 'ชื่อ' && random.chance(0.1))) return ''
      const other = random.chance(column.key ? strangers : 0.05)
      const value = column.value(other ? random.below(people) : person)
      if (mapped.includes(column)) row.set(column.field, value)
      else if (compared.includes(column.field)) unmapped.set(column.field, value)
      return quoted(column.write(value, random))
    })
    const kind = random.next()
    if (kind < 0.01) cells.pop()
    else if (kind < 0.04) {
      const column = random.pick(mapped.filter((one) => one.broken))
      cells[all.indexOf(column)] = column.broken!
      broken.push({ no, field: column.field })
    }
    rows.push(kind < 0.01 ? null : Object.assign(row, { unmapped }))
    births.push(cells[birth] ?? '')
    lines.push(cells.join(','))
  }
  const telling = chosenKeys.filter(({ field }) => field < 1000 || tellsApart(rows, field))
  const mapping = mappingOf(all, mapped, telling.length > 0 ? telling : keys.slice(0, 1), random, first)
  for (const { no, field } of broken) {
    const row = rows[no - 1]!
    row.delete(field)
    const { keys } = mapping.match
    const lacksKeys = keys.includes(field) && keys.every((key) => !row.has(key))
    const fails = mapping.unreadable_cells === 'fail' || lacksKeys
    rows[no - 1] = fails ? null : Object.assign(row, { unread: field })
  }
  return { csv: `${lines.join('\r\n')}\r\n`, rows, contents: lines.slice(1), births, mapping }
}

/** True if a custom field may be a key of this file, with margin: its values seldom repeat. */
function tellsApart(rows: readonly FileRow[], field: number): boolean {
  const values = rows.flatMap((row) => (row?.has(field) ? [row.get(field)] : []))
  const groups = [...Map.groupBy(values, (value) => value).values()].map(({ length }) => length)
  return values.length < 15 || (groups.length > values.length * 0.25 && Math.max(...groups) < values.length * 0.08)
}

function mappingOf(all: Column[], mapped: Column[], keys: Column[], random: Random, first: boolean): MappingBody {
  return {
    activity_id: null,
    activity_key: null,
    equal_activities: 'each',
    labels: [],
    row_labels: { columns: [], unknown: 'make' },
    consents: [],
    number_column: null,
    line_account_id: null,
    lines: null,
    every_row_is_new: false,
    mended: [],
    unreadable_cells: random.pick(['empty', 'empty', 'fail']),
    mapping: mapped.map((column) => ({
      source_schema_id: String(all.indexOf(column) + 1),
      destination_id: column.field,
      destination_type: column.field < 1000 ? 'system_profile' : 'custom_profile',
      part: 'whole',
      overwrite: random.pick(['always', 'always', 'if_empty', 'never']),
      empty: random.pick(['keep', 'keep', 'keep', 'clear']),
      date_order: null,
      two_digit_years: null,
    })),
    match: {
      keys: keys.map((column) => column.field),
      mode: first ? 'both' : random.pick(['both', 'both', 'new', 'existing']),
      keyless: random.chance(0.4) ? 'add' : 'fail',
    },
  }
}

/** The check digit as the law of 1991 has it, worked out from the other end than the reader does. */
export function citizenId(n: number): string {
  const digits = String(110_000_000_000 + n * 7919)
  const sum = [...digits].reverse().reduce((total, digit, place) => total + Number(digit) * (place + 2), 0)
  return digits + String((11 - (sum % 11)) % 10)
}

function writePhone(value: MaskedValue, random: Random): string {
  const national = `0${String(value).slice(3)}`
  return random.pick([national, String(value), `${national.slice(0, 3)}-${national.slice(3)}`, national.slice(1)])
}

const writeEmail = (value: MaskedValue, random: Random) =>
  random.chance(0.3) ? String(value).toUpperCase() : String(value)

const writeNumber = (value: MaskedValue, random: Random) =>
  random.chance(0.3) ? Number(value).toLocaleString('en') : String(value)

const quoted = (text: string) => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
