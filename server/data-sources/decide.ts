import type { RowFailure } from '@ruam/contract/row-failures.ts'
import type { RecordStatus } from '@ruam/contract/status.ts'
import { keyText, type Plan, type Values } from './plan.ts'

/** Why a row was not taken. */
export interface RowError {
  failure: RowFailure
  /** Place of the column in the file, from 1; 0 when the row as a whole is meant. */
  column: number
  value: string
}

/** The activity that a row carries. */
export interface RowActivity {
  /** An instant. */
  at: string
  /** By field id. */
  fields: Record<string, string | number | boolean>
}

/** A row of the file after reading: its values, or why they could not be read. */
export type ReadRow = { no: number; values: Values; activity?: RowActivity | null } | { no: number; error: RowError }

/** A profile as it is stored now, in the plan's fields. */
export interface Known {
  id: number
  /** Never changed in place. */
  values: Values
}

/** Is told each key value whose holders are asked for, with the key's place in the plan's fields. */
export type Asked = (key: number, text: string) => void

/** A profile while a batch is decided. */
export interface Entry {
  /** Null until the batch is written: a new profile. */
  id: number | null
  /** As it will be after the batch. */
  values: Values
  /** The row that made it, when it is new. */
  row: number
  /** Places in the plan's fields that the batch changed on it, with the row that did; null when none. */
  changed: Map<number, number> | null
}

export interface Decision {
  no: number
  status: RecordStatus
  entry: Entry | null
  /** [place in the plan's fields, before, after] of an updated profile. */
  changes: [number, Values[number], Values[number]][] | null
  /** Place in the plan's fields of the key that found the entry; null when it is new. */
  matched: number | null
  activity: RowActivity | null
  error: RowError | null
}

export interface Decided {
  decisions: Decision[]
  /** New profiles in file order. */
  added: Entry[]
  /** Known profiles with changed values. */
  updated: Entry[]
}

/**
 * Decides a batch row by row in file order; the dry run and the real run both ask this. `known` must hold every stored profile
 * that has a key value which `asked` is told; it need not hold those that nothing asks for.
 *
 * A row is somebody known when its first key that is found at all names one profile. A later key that names another profile,
 * or any key that names two, makes the row a conflict: never merged silently. So does a key that only one person can have
 * (every one but phone and e-mail) when the found profile has another value of it: somebody else who shares the phone. A key
 * that the found profile itself carries needs no further look. A row sees what the rows before it did.
 */
export function decideBatch(plan: Plan, rows: readonly ReadRow[], known: Iterable<Known>, asked?: Asked): Decided {
  const index = new KeyIndex(plan, asked)
  for (const { id, values } of known) index.add({ id, values, row: 0, changed: null })
  const decided: Decided = { decisions: [], added: [], updated: [] }
  for (const row of rows) decided.decisions.push(decideRow(plan, row, index, decided))
  return decided
}

function decideRow(plan: Plan, row: ReadRow, index: KeyIndex, decided: Decided): Decision {
  if ('error' in row) return refused(row.no, 'failed', row.error)
  const found = findMatch(plan, row.values, index)
  if ('problem' in found) {
    const column = plan.fields[found.key]!.column + 1
    const error = { failure: found.problem, column, value: keyText(row.values[found.key]!) ?? '' }
    return refused(row.no, found.problem === 'match_key_missing' ? 'failed' : 'conflict', error)
  }
  const { entry, matched } = found
  const taken = { no: row.no, matched, activity: row.activity ?? null, error: null }
  if (entry) {
    const changes = plan.mode === 'new' ? [] : changesOf(plan, row.values, entry)
    if (changes.length === 0) return { ...taken, status: 'duplicated', entry, changes: null }
    if (entry.changed === null) {
      entry.changed = new Map()
      // A copy: the row's own values, or what others know of the profile, stay as they are.
      entry.values = [...entry.values]
      if (entry.id !== null) decided.updated.push(entry)
    }
    for (const [place, , next] of changes) {
      if (plan.keys.includes(place)) index.move(entry, place, next)
      entry.values[place] = next
      entry.changed.set(place, row.no)
    }
    return { ...taken, status: 'updated', entry, changes }
  }
  if (plan.mode === 'existing') return refused(row.no, 'failed', { failure: 'match_not_found', column: 0, value: '' })
  // Nobody who asked to be forgotten comes back by a file. Whoever is in the store meanwhile is known, and changed as others are.
  const erased = plan.findErased?.(row.values) ?? null
  if (erased !== null) {
    const error = { failure: 'erased_person' as const, column: plan.fields[erased]!.column + 1, value: '' }
    return refused(row.no, 'failed', error)
  }
  const made: Entry = { id: null, values: row.values, row: row.no, changed: null }
  index.add(made)
  decided.added.push(made)
  return { ...taken, status: 'added', entry: made, changes: null }
}

function refused(no: number, status: 'failed' | 'conflict', error: RowError): Decision {
  return { no, status, entry: null, changes: null, matched: null, activity: null, error }
}

type Match =
  | { entry: Entry | null; matched: number | null }
  | { problem: 'match_conflict' | 'match_contradiction' | 'match_key_missing'; key: number }

function findMatch(plan: Plan, values: Values, index: KeyIndex): Match {
  let entry: Entry | null = null
  let matched: number | null = null
  let asked = false
  for (const key of plan.keys) {
    const text = keyText(values[key]!)
    if (text === null) continue
    asked = true
    if (entry && keyText(entry.values[key]!) === text) continue
    const holders = index.holders(key, text)
    if (holders.length === 0) continue
    if (holders.length > 1 || entry) return { problem: 'match_conflict', key }
    entry = holders[0]!
    matched = key
  }
  if (entry) {
    for (const key of plan.personal) {
      const theirs = keyText(entry.values[key]!)
      const text = keyText(values[key]!)
      if (text !== null && theirs !== null && text !== theirs) return { problem: 'match_contradiction', key }
    }
  }
  // Somebody without any key would be added anew with every upload of the same file.
  return asked ? { entry, matched } : { problem: 'match_key_missing', key: plan.keys[0]! }
}

/** What a row changes on somebody known. An empty cell keeps the old value, unless the column clears. */
function changesOf(plan: Plan, values: Values, entry: Entry): NonNullable<Decision['changes']> {
  const changes: NonNullable<Decision['changes']> = []
  for (let place = 0; place < plan.fields.length; place++) {
    const next = values[place]!
    const current = entry.values[place]!
    if (next === current) continue
    const { overwrite, clears } = plan.fields[place]!
    if (next === null && !clears) continue
    if (overwrite === 'never' || (current !== null && overwrite !== 'always')) continue
    changes.push([place, current, next])
  }
  return changes
}

/** Whether a row does anything for the person it is about: in a run for new people it does not for somebody known. */
export function reaches(plan: Plan, { entry, status }: Decision): boolean {
  return entry !== null && !(plan.mode === 'new' && status === 'duplicated')
}

/** Which profiles carry a key value now. */
class KeyIndex {
  private readonly byKey: Map<number, Map<string, Entry[]>>
  private readonly asked: Asked | undefined

  constructor(plan: Plan, asked?: Asked) {
    this.byKey = new Map(plan.keys.map((key) => [key, new Map()]))
    this.asked = asked
  }

  add(entry: Entry): void {
    for (const key of this.byKey.keys()) this.put(entry, key, entry.values[key]!)
  }

  holders(key: number, text: string): readonly Entry[] {
    this.asked?.(key, text)
    return this.byKey.get(key)!.get(text) ?? []
  }

  move(entry: Entry, key: number, next: Values[number]): void {
    const entries = this.byKey.get(key)!
    const text = keyText(entry.values[key]!)
    if (text !== null) {
      const rest = entries.get(text)!.filter((holder) => holder !== entry)
      entries.set(text, rest)
    }
    this.put(entry, key, next)
  }

  private put(entry: Entry, key: number, value: Values[number]): void {
    const text = keyText(value)
    if (text === null) return
    const entries = this.byKey.get(key)!
    const holders = entries.get(text)
    if (holders) holders.push(entry)
    else entries.set(text, [entry])
  }
}
