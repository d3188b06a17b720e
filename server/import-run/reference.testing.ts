// The rule of an import, as plainly as it can be written: every row looks at every person there is. What the tests hold the
// engine against; it shares nothing with it but the measure of birth dates.
import type { MappingBody } from '@ruam/contract/mapping.ts'
import type { RecordStatus } from '@ruam/contract/status.ts'
import type { Value } from '../profiles/masking.ts'
import { daysLikeness } from '../values/days-likeness.ts'

const [NAME, BIRTH, PHONE, CITIZEN, EMAIL, LINE] = [1, 8, 9, 10, 11, 20]

/** People share these two and change them; any other key belongs to one person. */
const isShared = (key: number) => key === PHONE || key === EMAIL

export interface Person {
  /** By field id; a field without a value is not there. */
  values: Map<number, Value>
  /** Where values that came later are from, by field id. */
  sources: Map<number, [run: number, row: number]>
  origin: [run: number, row: number]
  /** Deleted or merged into somebody: no import sees this person. */
  gone: boolean
}

/** What a row of a file says, by field id; null when it can't be read. */
export type FileRow = Map<number, Value> | null

export interface Outcome {
  status: RecordStatus
  /** A conflict that waits for an answer. */
  held?: true
  person: Person | null
  /** By field id. */
  changes: Map<number, [before: Value, after: Value]>
}

/** A run of the same file and mapping, and what became of its rows. */
export interface RunBefore {
  run: number
  outcomes: Outcome[]
}

/** Imports rows into `people`, which grows, and says what became of each row. */
export function importPlainly(
  people: Person[],
  rows: readonly FileRow[],
  body: MappingBody,
  run: number,
  before?: RunBefore,
): Outcome[] {
  return rows.map((row, place) => importRow(people, row, body, [run, place + 1], before))
}

function importRow(
  people: Person[],
  row: FileRow,
  { mapping, match }: MappingBody,
  origin: [number, number],
  before?: RunBefore,
): Outcome {
  const failed: Outcome = { status: 'failed', person: null, changes: new Map() }
  if (row === null) return failed
  const keys = match.keys.filter((key) => row.has(key))
  if (keys.length === 0) return failed
  const conflict: Outcome = { ...failed, status: 'conflict' }
  const held: Outcome = { ...conflict, held: true }
  const own = match.keys.filter((key) => !isShared(key))
  const speaksOf = (person: Person) => verdict(row, person.values, own)
  const holdersOf = (key: number) => people.filter((person) => !person.gone && person.values.get(key) === row.get(key))
  let found = null as Person | null
  let by = 0
  let doubted: { key: number; holders: Person[] } | null = null
  const maybe = (key: number, holders: Person[]) =>
    holders.filter((person) => person !== found && (!isShared(key) || speaksOf(person) !== 'against'))
  for (const key of keys) {
    if (found?.values.get(key) === row.get(key)) continue
    const holders = holdersOf(key)
    if (holders.length === 0) continue
    if (found) {
      if (maybe(key, holders).length > 0) return conflict
    } else if (!isShared(key)) {
      if (holders.length > 1) return conflict
      if (!allElseContradicts(row, holders[0]!.values)) [found, by] = [holders[0]!, key]
      else doubted ??= { key, holders }
    } else {
      const fit = holders.filter((person) =>
        holders.length === 1 ? speaksOf(person) !== 'against' : speaksOf(person) === 'agrees',
      )
      if (fit.length === 1) [found, by] = [fit[0]!, key]
      else doubted ??= { key, holders }
    }
  }
  if (!found && doubted) return held
  const waited = before?.outcomes[origin[1] - 1]?.held
  if (found && doubted && !doubted.holders.includes(found) && maybe(doubted.key, doubted.holders).length > 0)
    return conflict
  for (const key of own) {
    if (found && !isShared(by) && row.has(key) && found.values.has(key) && found.values.get(key) !== row.get(key))
      return conflict
  }
  if (found && isShared(by) && waited) return held
  if (!found) {
    if (match.mode === 'existing') return failed
    const person: Person = { values: new Map(row), sources: new Map(), origin, gone: false }
    people.push(person)
    return { status: 'added', person, changes: new Map() }
  }
  const changes: Outcome['changes'] = new Map()
  if (match.mode !== 'new') {
    for (const { destination_id: field, overwrite, empty } of mapping) {
      const was = found.values.get(field) ?? null
      const is = row.get(field) ?? null
      if (is === was || overwrite === 'never') continue
      if (is === null && empty === 'keep') continue
      if (overwrite === 'if_empty' && was !== null) continue
      const [writer, line] = found.sources.get(field) ?? [0, 0]
      if (writer === before?.run && line > origin[1]) continue
      changes.set(field, [was, is])
    }
  }
  for (const [field, [, after]] of changes) {
    if (after === null) found.values.delete(field)
    else found.values.set(field, after)
    found.sources.set(field, origin)
  }
  return { status: changes.size > 0 ? 'updated' : 'duplicated', person: found, changes }
}

/** What a row and somebody who shares its phone or e-mail say of each other. */
function verdict(row: Map<number, Value>, person: Map<number, Value>, own: number[]): 'agrees' | 'silent' | 'against' {
  const both = (field: number) => row.has(field) && person.has(field)
  const same = (field: number) => both(field) && row.get(field) === person.get(field)
  if ([CITIZEN, ...own].some((field) => both(field) && !same(field))) return 'against'
  if ([CITIZEN, LINE, ...own].some(same)) return 'agrees'
  const birth = birthLikeness(row, person)
  if (birth === 'different') return 'against'
  // The names of these files are alike or far apart.
  if (same(NAME) || birth === 'same') return 'agrees'
  return both(NAME) ? 'against' : 'silent'
}

/** Whether somebody found by a number of their own has another name or birthday than the row, and one thing more that differs. */
function allElseContradicts(row: Map<number, Value>, person: Map<number, Value>): boolean {
  const compared = [NAME, PHONE, EMAIL].filter((field) => row.has(field) && person.has(field))
  const differing = compared.filter((field) => row.get(field) !== person.get(field))
  const birth = birthLikeness(row, person)
  if (differing.length < compared.length || birth === 'same' || birth === 'close') return false
  if (!differing.includes(NAME) && birth !== 'different') return false
  return differing.length + (birth === 'different' ? 1 : 0) > 1
}

function birthLikeness(row: Map<number, Value>, person: Map<number, Value>) {
  const [ours, theirs] = [row.get(BIRTH), person.get(BIRTH)]
  // The first of January stands for an unknown day.
  if (!ours || !theirs || `${ours} ${theirs}`.includes('-01-01')) return null
  const next = new Date(Date.parse(String(ours)) + 86_400_000).toISOString().slice(0, 10)
  const before = new Date(Date.parse(String(ours)) - 86_400_000).toISOString().slice(0, 10)
  return [next, before].includes(String(theirs)) ? 'close' : daysLikeness(String(ours), String(theirs))
}
