// The rule of an import, as plainly as it can be written: every row looks at every person there is. What the tests hold the
// engine against; it shares nothing with it.
import type { MappingBody } from '@ruam/contract/mapping.ts'
import type { RecordStatus } from '@ruam/contract/status.ts'
import type { Value } from '../profiles/masking.ts'

/** People share these two and change them; any other key belongs to one person. */
const PHONE = 9
const EMAIL = 11

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
  person: Person | null
  /** By field id. */
  changes: Map<number, [before: Value, after: Value]>
}

/** Imports rows into `people`, which grows, and tells what became of each row. */
export function importPlainly(people: Person[], rows: readonly FileRow[], body: MappingBody, run: number): Outcome[] {
  return rows.map((row, place) => importRow(people, row, body, [run, place + 1]))
}

function importRow(people: Person[], row: FileRow, { mapping, match }: MappingBody, origin: [number, number]): Outcome {
  const failed: Outcome = { status: 'failed', person: null, changes: new Map() }
  if (row === null) return failed
  const keys = match.keys.filter((key) => row.has(key))
  if (keys.length === 0) return failed
  let found: Person | null = null
  for (const key of keys) {
    const value = row.get(key)
    if (found && found.values.get(key) === value) continue
    const holders = people.filter((person) => !person.gone && person.values.get(key) === value)
    if (holders.length === 0) continue
    if (holders.length > 1 || found) return { ...failed, status: 'conflict' }
    found = holders[0]!
  }
  for (const key of keys) {
    const shared = key === PHONE || key === EMAIL
    if (found && !shared && found.values.has(key) && found.values.get(key) !== row.get(key))
      return { ...failed, status: 'conflict' }
  }
  if (!found) {
    if (match.mode === 'existing') return failed
    const person: Person = { values: new Map(row), sources: new Map(), origin, gone: false }
    people.push(person)
    return { status: 'added', person, changes: new Map() }
  }
  const changes: Outcome['changes'] = new Map()
  if (match.mode !== 'new') {
    for (const { destination_id: field, overwrite, empty } of mapping) {
      const before = found.values.get(field) ?? null
      const after = row.get(field) ?? null
      if (after === before || overwrite === 'never') continue
      if (after === null && empty === 'keep') continue
      if (overwrite === 'if_empty' && before !== null) continue
      changes.set(field, [before, after])
    }
  }
  for (const [field, [, after]] of changes) {
    if (after === null) found.values.delete(field)
    else found.values.set(field, after)
    found.sources.set(field, origin)
  }
  return { status: changes.size > 0 ? 'updated' : 'duplicated', person: found, changes }
}
