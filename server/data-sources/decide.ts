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

/** A row of the file after reading: its values, or why they could not be read. */
export type ReadRow = { no: number; values: Values } | { no: number; error: RowError }

/** A profile as it is stored now, in the plan's fields. */
export interface Known {
  id: number
  values: Values
}

/** A profile while a batch is decided. */
export interface Entry {
  /** Null until the batch is written: a new profile. */
  id: number | null
  /** As it will be after the batch. */
  values: Values
  /** The row that made it, when it is new. */
  row: number
  /** Places in the plan's fields that the batch changed on it, with the row that did. */
  changed: Map<number, number>
}

export interface Decision {
  no: number
  status: RecordStatus
  entry: Entry | null
  /** [place in the plan's fields, before, after] of an updated profile. */
  changes: [number, Values[number], Values[number]][] | null
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
 * that has any key value of the batch's rows.
 *
 * A row is somebody known when its first key that is found at all names one profile. A later key that names another profile,
 * or any key that names two, makes the row a conflict: never merged silently. So does a key that only one person can have
 * (every one but phone and e-mail) when the found profile has another value of it: somebody else who shares the phone. A key
 * that the found profile itself carries needs no further look. A row sees what the rows before it did.
 */
export function decideBatch(plan: Plan, rows: readonly ReadRow[], known: readonly Known[]): Decided {
  const index = new KeyIndex(plan)
  for (const { id, values } of known) index.add({ id, values: [...values], row: 0, changed: new Map() })
  const decided: Decided = { decisions: [], added: [], updated: [] }
  for (const row of rows) decided.decisions.push(decideRow(plan, row, index, decided))
  return decided
}

function decideRow(plan: Plan, row: ReadRow, index: KeyIndex, decided: Decided): Decision {
  if ('error' in row) return { no: row.no, status: 'failed', entry: null, changes: null, error: row.error }
  const found = findMatch(plan, row.values, index)
  if ('problem' in found) {
    const error = {
      failure: found.problem,
      column: plan.fields[found.key]!.column + 1,
      value: keyText(row.values[found.key]!) ?? '',
    }
    return {
      no: row.no,
      status: found.problem === 'match_key_missing' ? 'failed' : 'conflict',
      entry: null,
      changes: null,
      error,
    }
  }
  const { entry } = found
  if (entry) return plan.mode === 'new' ? same(row.no, entry) : update(plan, row.no, row.values, entry, index, decided)
  if (plan.mode === 'existing') {
    return {
      no: row.no,
      status: 'failed',
      entry: null,
      changes: null,
      error: { failure: 'match_not_found', column: 0, value: '' },
    }
  }
  const made: Entry = { id: null, values: [...row.values], row: row.no, changed: new Map() }
  index.add(made)
  decided.added.push(made)
  return { no: row.no, status: 'added', entry: made, changes: null, error: null }
}

type Match =
  | { entry: Entry | null }
  | { problem: 'match_conflict' | 'match_contradiction' | 'match_key_missing'; key: number }

function findMatch(plan: Plan, values: Values, index: KeyIndex): Match {
  let entry: Entry | null = null
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
  }
  if (entry) {
    for (const key of plan.personal) {
      const theirs = keyText(entry.values[key]!)
      const text = keyText(values[key]!)
      if (text !== null && theirs !== null && text !== theirs) return { problem: 'match_contradiction', key }
    }
  }
  // Somebody without any key would be added anew with every upload of the same file.
  return asked ? { entry } : { problem: 'match_key_missing', key: plan.keys[0]! }
}

function update(plan: Plan, no: number, values: Values, entry: Entry, index: KeyIndex, decided: Decided): Decision {
  const changes: Decision['changes'] = []
  for (let place = 0; place < plan.fields.length; place++) {
    const next = values[place]!
    const current = entry.values[place]!
    // An empty cell keeps the old value.
    if (next === null || next === current) continue
    const { overwrite } = plan.fields[place]!
    if (current !== null && overwrite !== 'always') continue
    if (overwrite === 'never') continue
    changes.push([place, current, next])
  }
  if (changes.length === 0) return same(no, entry)
  if (entry.id !== null && entry.changed.size === 0) decided.updated.push(entry)
  for (const [place, , next] of changes) {
    if (plan.keys.includes(place)) index.move(entry, place, next)
    entry.values[place] = next
    entry.changed.set(place, no)
  }
  return { no, status: 'updated', entry, changes, error: null }
}

const same = (no: number, entry: Entry): Decision => ({ no, status: 'duplicated', entry, changes: null, error: null })

/** Which profiles carry a key value now. */
class KeyIndex {
  private readonly byKey: Map<number, Map<string, Entry[]>>

  constructor(plan: Plan) {
    this.byKey = new Map(plan.keys.map((key) => [key, new Map()]))
  }

  add(entry: Entry): void {
    for (const key of this.byKey.keys()) this.put(entry, key, entry.values[key]!)
  }

  holders(key: number, text: string): readonly Entry[] {
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
