import type { ContactsAlone } from '@ruam/contract/imports/run-state.ts'
import type { LoadedFile } from '../../formats/files/rows.ts'
import { openRows } from '../../formats/files/rows.ts'
import { HASH_START, hashStep, mixedHash } from '../../formats/files/value-groups.ts'
import { plainName } from '../../formats/values/given-names.ts'
import { isReadableName } from '../../formats/values/placeholder-names.ts'
import type { Storage } from '../../storage/storage.ts'
import type { MendRow } from '../mended/cells.ts'
import type { ReadRow } from './decided-rows.ts'
import type { fieldReaders } from './field-readers.ts'
import { keyText, type Plan } from './plan.ts'
import type { PlannedField } from './planned-field.ts'
import { isShared } from './traits.ts'

/** A date fills at least so many rows, and one in a hundred, before it stands for an unknown birthday. */
const FILLER_ROWS = 10
const FILLER_SHARE = 0.01
/** A family shares a phone; more different names are a shop's customers. */
const MOST_NAMES = 5
/** Rows that are compared with the store before the run. */
const SAMPLE_ROWS = 600
/** Different texts of a column of dates that are counted. */
const MOST_DAYS = 100_000
const BATCH_ROWS = 2500

/** Facts of a whole file before its first row is decided. */
export interface Survey {
  fillerDays: Set<string>
  commonContacts: Set<string>
  /** Values of keys under which a column that is compared within the file has several values. */
  divided: Set<string>
  /** Shared contacts under several names; looked for only if no field takes the names. */
  several: Set<string>
  /** Null for a file with a column that could tell people apart. */
  contactsAlone: ContactsAlone | null
  /** Rows from all parts of the file. */
  sample: ReadRow[]
}

type ReadCells = (no: number, cells: readonly string[]) => ReadRow

/** Readers for rows and single fields, by index in the plan. */
export interface SurveyReading {
  /** Puts mended texts into the cells of a row. */
  mend: MendRow
  readRow: ReadCells
  readers: ReturnType<typeof fieldReaders>
}

/** Reads the file once, and a second time only if a phone or e-mail may stand under many names. */
export async function surveyFile(
  storage: Storage,
  file: LoadedFile,
  rows: number,
  plan: Plan,
  { mend, readRow, readers }: SurveyReading,
): Promise<Survey> {
  const { traits } = plan
  const columnOf = (place: number) => (plan.fields[place] ?? plan.unmapped![place - plan.fields.length]!).column
  const [birthDate] = traits.birthDates
  const birth = birthDate === undefined ? undefined : columnOf(birthDate)
  const readBirth = readers[birthDate ?? 0]!
  const shared = plan.keys.filter((key) => isShared(plan.fields[key]!))
  const contacts = shared.flatMap((key) => [columnOf(key), ...plan.fields[key]!.joined])
  const names = [...traits.names, ...traits.unmapped.names]
    .flatMap(({ given, family }) => [given, family])
    .filter((place) => place !== undefined)
  const nameColumns = [...new Set(names.map(columnOf))]
  const within = withinTallies(plan, rows)
  const alone = traits.tells || shared[0] === undefined ? null : newAlone(plan.fields[shared[0]]!)
  const survey: Survey = {
    ...{ fillerDays: new Set(), commonContacts: new Set(), divided: new Set(), several: new Set() },
    ...{ contactsAlone: null, sample: [] },
  }

  const days = new Map<string, { count: number; cells: readonly string[] }>()
  let dated = 0
  const tallies = nameColumns.length > 0 ? contacts.map((column) => ({ column, tally: newTally(rows) })) : []
  const every = Math.max(1, Math.floor(rows / SAMPLE_ROWS))
  for await (const batch of openRows(storage, file, 0, BATCH_ROWS)) {
    for (const [index, raw] of batch.rows.entries()) {
      const no = batch.firstRow + index
      const cells = mend(no, raw)
      if (no % every === 0 || rows < SAMPLE_ROWS) survey.sample.push(readRow(no, cells))
      const day = birth === undefined ? undefined : cells[birth]
      if (day) {
        dated++
        const met = days.get(day)
        if (met) met.count++
        else if (days.size < MOST_DAYS) days.set(day, { count: 1, cells })
      }
      if (alone) noteAlone(alone, cells)
      for (const { key, column, tally } of within)
        if (cells[key] && cells[column]) noteName(tally, hashOfText(cells[key]), hashOfText(cells[column]))
      if (tallies.length === 0) continue
      const name = hashOfCells(cells, nameColumns)
      for (const { column, tally } of tallies) if (cells[column]) noteName(tally, hashOfText(cells[column]), name)
    }
  }
  const least = Math.max(FILLER_ROWS, dated * FILLER_SHARE)
  for (const { count, cells } of days.values()) {
    const reading = count >= least ? readBirth(cells) : undefined
    if (reading && 'value' in reading && typeof reading.value === 'string') survey.fillerDays.add(reading.value)
  }
  survey.contactsAlone = alone && aloneOf(alone)
  const few = traits.namesAreUnmapped ? 1 : MOST_NAMES
  const suspects = tallies.map(({ column, tally }) => ({ column, hashes: moreThan(tally, few) }))
  const doubtful = within.map(({ key, column, tally }) => ({ key, column, hashes: moreThan(tally, 1) }))
  if ([...suspects, ...doubtful].some(({ hashes }) => hashes.size > 0))
    await confirm(storage, file, plan, { mend, readRow }, { suspects, doubtful }, survey)
  return survey
}

/** A tally for each key and each column that is compared within the file. */
const withinTallies = ({ keys, fields, within = [] }: Plan, rows: number) =>
  keys.flatMap((key) => within.map((column) => ({ key: fields[key]!.column, column, tally: newTally(rows) })))

interface Suspects {
  suspects: readonly { column: number; hashes: ReadonlySet<number> }[]
  /** Cells of a key that stand beside several values of a column. */
  doubtful: readonly { key: number; column: number; hashes: ReadonlySet<number> }[]
}

/** Adds the suspected contacts that stand under more than MOST_NAMES given names, and the values of keys that the file divides. */
async function confirm(
  storage: Storage,
  file: LoadedFile,
  plan: Plan,
  { mend, readRow }: Pick<SurveyReading, 'mend' | 'readRow'>,
  { suspects, doubtful }: Suspects,
  survey: Survey,
): Promise<void> {
  const keys = plan.keys.filter((key) => isShared(plan.fields[key]!))
  const namesOf = new Map<string, Set<string>>()
  const valuesOf = new Map<string, Set<number>>()
  for await (const batch of openRows(storage, file, 0, BATCH_ROWS)) {
    for (const [index, raw] of batch.rows.entries()) {
      const cells = mend(batch.firstRow + index, raw)
      const isSuspect = suspects.some(({ column, hashes }) => cells[column] && hashes.has(hashOfText(cells[column])))
      const doubts = doubtful.filter(({ key, hashes }) => cells[key] && hashes.has(hashOfText(cells[key])))
      if (!isSuspect && doubts.length === 0) continue
      const row = readRow(batch.firstRow + index, cells)
      if (!('values' in row)) continue
      for (const { key, column } of doubts) {
        const place = plan.keys.find((one) => plan.fields[one]!.column === key)!
        const text = keyText(row.values[place]!)
        if (text === null || !cells[column]) continue
        // Of each column by itself.
        const name = `${column} ${text}`
        const values = (valuesOf.get(name) ?? new Set<number>()).add(hashOfText(cells[column]))
        valuesOf.set(name, values)
        if (values.size > 1) survey.divided.add(text)
      }
      if (!isSuspect) continue
      const name = givenNameOf(plan, row)
      for (const key of keys) {
        for (const text of [keyText(row.values[key]!), ...(row.further?.get(key) ?? [])]) {
          if (text === null || name === '') continue
          const names = namesOf.get(text) ?? new Set()
          namesOf.set(text, names.add(name))
        }
      }
    }
  }
  for (const [text, names] of namesOf) {
    if (names.size > MOST_NAMES) survey.commonContacts.add(text)
    if (plan.traits.namesAreUnmapped && names.size > 1) survey.several.add(text)
  }
}

/** The given name of a row as names are compared; empty without one. */
export function givenNameOf({ traits }: Plan, row: ReadRow & { values: unknown[] }): string {
  const more = traits.unmapped.names.flatMap(({ given }) => given ?? [])
  const places = [...traits.givenNames, ...more, ...traits.lastNames]
  const name = places
    .map((place) => row.values[place])
    .find((value) => typeof value === 'string' && isReadableName(value))
  return typeof name === 'string' ? plainName(name) : ''
}

/** Open addressing, three numbers a slot: the hash of a contact, of the last name met with it, and how often the name changed. */
interface Tally {
  slots: Int32Array
  mask: number
  used: number
}

const SLOT = 3
const MOST_SLOTS = 2 ** 21

function newTally(rows: number): Tally {
  const size = Math.min(2 ** Math.ceil(Math.log2(rows * 1.5 + 16)), MOST_SLOTS)
  return { slots: new Int32Array(size * SLOT), mask: size - 1, used: 0 }
}

function noteName(tally: Tally, contact: number, name: number): void {
  const { slots, mask } = tally
  let at = contact & mask
  while (slots[at * SLOT] !== contact) {
    if (slots[at * SLOT] === 0) {
      // A file with more different contacts than slots repeats few of them.
      if (tally.used > mask * 0.9) return
      tally.used++
      slots[at * SLOT] = contact
      slots[at * SLOT + 1] = name
      slots[at * SLOT + 2] = 1
      return
    }
    at = (at + 1) & mask
  }
  if (slots[at * SLOT + 1] === name) return
  slots[at * SLOT + 1] = name
  slots[at * SLOT + 2]!++
}

function moreThan({ slots }: Tally, most: number): Set<number> {
  const found = new Set<number>()
  for (let at = 0; at < slots.length; at += SLOT) if (slots[at + 2]! > most) found.add(slots[at]!)
  return found
}

/** Different contacts that are counted; beyond, a file without names says nothing that the counts could add. */
const MOST_CONTACTS = 500_000
const LARGEST = 3

interface Alone {
  field: PlannedField
  /** Rows by the hash of the contact. */
  met: Map<number, number>
}

const newAlone = (field: PlannedField): Alone => ({ field, met: new Map() })

function noteAlone({ field: { column }, met }: Alone, cells: readonly string[]): void {
  const cell = cells[column]
  if (!cell) return
  const hash = hashOfText(cell)
  const rows = met.get(hash)
  if (rows !== undefined || met.size < MOST_CONTACTS) met.set(hash, (rows ?? 0) + 1)
}

function aloneOf({ field, met }: Alone): ContactsAlone | null {
  if (met.size === 0) return null
  const largest = [...met.values()].filter((rows) => rows > 1).sort((a, b) => b - a)
  return { field_id: field.field.id, people: met.size, largest: largest.slice(0, LARGEST) }
}

/** Letters and digits alone: 081-234 and 081234 are one phone. */
function hashText(hash: number, text: string): number {
  let next = hash
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code > 0x2f && code !== 0x3a) next = hashStep(next, code < 0x7f ? code | 0x20 : code)
  }
  return next
}

const hashOfText = (text: string) => mixedHash(hashText(HASH_START, text))

function hashOfCells(cells: readonly string[], columns: readonly number[]): number {
  let hash = HASH_START
  for (const column of columns) hash = hashText(hash, cells[column] ?? '')
  return mixedHash(hash)
}
