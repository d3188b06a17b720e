// Counts by rules over the values of fields, in 1 to 10 ms for a million profiles, where reading their rows takes half a second. Decision 87
// explains it.
//
// The first count of a large store that would read every row starts the loading of its fields into columns of this process, in the background.
// Later counts bring the columns up to date first: they read the rows that were changed since, by the indexes of `updated_at`, as the change
// feed of the open API does. So an answer matches the statement's snapshot, with the writes of every process.
import type { Rule, RuleGroup } from '@ruam/contract/customers/rules.ts'
import type { RawBuilder } from 'kysely'
import type pg from 'pg'
import type { Db } from '../../database/db.ts'
import type { Core } from '../../servers/core.ts'
import type { RuleContext } from '../rules/context.ts'
import { leavesOf } from '../rules/leaves-of.ts'
import { type Bits, invertBits, joinBits } from './bits.ts'
import { type ColumnLeaf, type ColumnOrder, columnLeaf, ranksOf, resultsOf } from './column-leaf.ts'
import { loadColumns } from './load.ts'
import { refresh } from './refresh.ts'
import type { StoreColumns } from './store-columns.ts'

/** Smaller stores are counted by their rows. */
const MIN_PROFILES = 20_000
/** Rules of more parts are counted by their rows: each part takes the event loop 2 ms for a million profiles. */
export const MAX_LEAVES = 16
/** Bytes of all columns of this process; the least recently used stores go first. */
const MAX_BYTES = 100_000_000
/** Time after which unused columns are dropped. */
const IDLE_MS = 15 * 60_000
/** Share of the time that a store may be loaded which changes faster than its columns: a tenth. */
const PAUSE = 9

interface Entry {
  columns?: StoreColumns | undefined
  /** Fields that have too many different values. */
  unsuited: Set<number>
  loading?: Promise<void> | undefined
  /** When they were loaded last, and the milliseconds that it took. */
  loadedAt: number
  took: number
  /** Time from which they may be loaded again. */
  loadsFrom: number
  /** Ends when the columns are at rest: two refreshes at once would mix their snapshots. */
  turn: Promise<unknown>
  idle?: NodeJS.Timeout
}

/** By store, the least recently used one first. */
const entriesOf = new WeakMap<pg.Pool, Map<number, Entry>>()

interface Question {
  rule: RuleGroup
  context: RuleContext
  /** Live profiles of the store. */
  total: number
  /** Further sets of ids, read with the same snapshot. */
  sets?: readonly RawBuilder<unknown>[]
  /** A stored field to sort by. */
  order?: ColumnOrder
  /** Waits for a loading instead of returning undefined. */
  wait?: boolean
}

/** Results of a rule by position. They hold until the columns change, so they are read at once. */
export interface Matches {
  columns: StoreColumns
  /** Results of the rule up to one of its parts, or of all; undefined if no part was evaluated. Profiles that are gone may be among them. */
  upTo(leaf?: number): Bits | undefined
  /** Results of each part. */
  leaves: readonly Bits[]
  /** Results of `sets`. */
  sets: readonly Bits[]
  /** Rank of each profile's value in `order`, from 1; 0 if it has none. */
  rankOf(position: number): number
}

/** Evaluates a rule, and once more after a loading if it is to be waited for. */
export async function evaluateByColumns<T>(
  core: Pick<Core, 'pool' | 'report'>,
  db: Db,
  question: Question,
  read: (matches: Matches) => T,
): Promise<T | undefined> {
  const found = await evaluateOnce(core, db, question, read)
  if (found !== undefined || !question.wait) return found
  const { loading } = entryOf(core.pool, question.context.storeId)
  if (!loading) return undefined
  await loading
  return evaluateOnce(core, db, question, read)
}

/**
 * Evaluates a checked rule by columns and reads the result. Returns undefined if rows have to be read instead: columns are not loaded yet, or
 * cannot evaluate the rule. `db` must be a transaction that has written nothing.
 */
async function evaluateOnce<T>(
  core: Pick<Core, 'pool' | 'report'>,
  db: Db,
  { rule, context, total, sets = [], order }: Question,
  read: (matches: Matches) => T,
): Promise<T | undefined> {
  const parts = leavesOf(rule)
  if (total < MIN_PROFILES || parts.length > MAX_LEAVES) return undefined
  const leaves = parts.flatMap((part) => columnLeaf(part.rule, context) ?? [])
  const own = leaves.flatMap((leaf) => ('field' in leaf ? leaf.field : []))
  const fields = [...new Set(order ? [...own, order.field] : own)]
  // An index suffices for rules without fields.
  if (leaves.length < parts.length || fields.length === 0) return undefined
  const entry = entryOf(core.pool, context.storeId)
  if (fields.some((field) => entry.unsuited.has(field))) return undefined
  const done = await takeTurn(entry)
  try {
    const { columns } = entry
    if (!columns || fields.some((field) => !columns.columns.has(field))) {
      startLoading(core, context.storeId, entry, fields)
      return undefined
    }
    const ids = leaves.flatMap((leaf) => ('ids' in leaf ? leaf.ids : []))
    const found = await refresh(db, context.storeId, columns, [...ids, ...sets])
    if (!found) {
      entry.columns = undefined
      entry.loadsFrom = entry.loadedAt + PAUSE * entry.took
      startLoading(core, context.storeId, entry, fields)
      return undefined
    }
    const bits = await bitsOf(db, columns, leaves, found)
    const ranks = order ? await ranksOf(db, columns.columns.get(order.field)!, order) : undefined
    const codes = order && columns.columns.get(order.field)!.codes
    return read({
      rankOf: (position) => ranks![codes![position]!]!,
      ...{ columns, leaves: bits, sets: found.slice(ids.length).map((some) => columns.bitsOf(some)) },
      upTo: (leaf = Number.POSITIVE_INFINITY) => combined(rule, bits, leaf),
    })
  } finally {
    done()
  }
}

/** Waits until the columns are at rest. The caller must call the result in the end. */
async function takeTurn(entry: Entry): Promise<() => void> {
  const before = entry.turn
  let done = () => {}
  entry.turn = new Promise<void>((resolve) => {
    done = resolve
  })
  await before
  return done
}

/** Takes the columns of a store, at rest until `done` is called. Returns undefined if none are loaded. */
export async function takeColumns(
  pool: pg.Pool,
  storeId: number,
): Promise<{ columns: StoreColumns; done(): void } | undefined> {
  if (!entriesOf.get(pool)?.get(storeId)?.columns) return undefined
  const entry = entryOf(pool, storeId)
  const done = await takeTurn(entry)
  if (entry.columns) return { columns: entry.columns, done }
  done()
  return undefined
}

function entryOf(pool: pg.Pool, storeId: number): Entry {
  const entries = entriesOf.get(pool) ?? new Map<number, Entry>()
  entriesOf.set(pool, entries)
  const entry: Entry = entries.get(storeId) ?? {
    unsuited: new Set(),
    loadedAt: 0,
    took: 0,
    loadsFrom: 0,
    turn: Promise.resolve(),
  }
  entries.delete(storeId)
  entries.set(storeId, entry)
  clearTimeout(entry.idle)
  entry.idle = setTimeout(() => entries.delete(storeId), IDLE_MS).unref()
  return entry
}

/** Loads these fields and those that there were, in the background. */
function startLoading(core: Pick<Core, 'pool' | 'report'>, storeId: number, entry: Entry, fields: readonly number[]) {
  if (entry.loading || performance.now() < entry.loadsFrom) return
  const wanted = new Set([...fields, ...(entry.columns?.columns.keys() ?? [])])
  const began = performance.now()
  entry.loading = loadColumns(core, storeId, [...wanted])
    .then(({ columns, unsuited }) => {
      entry.columns = columns
      for (const field of unsuited) entry.unsuited.add(field)
      makeRoom(core.pool, storeId)
    })
    .catch((error) => core.report?.(error, 'loading columns for counts'))
    .finally(() => {
      entry.loading = undefined
      entry.loadedAt = performance.now()
      entry.took = entry.loadedAt - began
    })
}

/** Drops the columns of other stores, and of this one last, until all fit. */
function makeRoom(pool: pg.Pool, storeId: number): void {
  const entries = [...entriesOf.get(pool)!]
  let bytes = entries.reduce((sum, [, { columns }]) => sum + (columns?.bytes ?? 0), 0)
  for (const [id, entry] of [
    ...entries.filter(([id]) => id !== storeId),
    ...entries.filter(([id]) => id === storeId),
  ]) {
    if (bytes <= MAX_BYTES) return
    bytes -= entry.columns?.bytes ?? 0
    entry.columns = undefined
    if (id === storeId) entry.loadsFrom = Number.POSITIVE_INFINITY
  }
}

/** Results of each part. */
async function bitsOf(
  db: Db,
  columns: StoreColumns,
  leaves: readonly ColumnLeaf[],
  found: readonly (readonly number[])[],
) {
  const bits: Bits[] = []
  let set = 0
  for (const leaf of leaves) {
    if ('ids' in leaf) {
      const ids = columns.bitsOf(found[set++]!)
      bits.push(leaf.not ? invertBits(ids) : ids)
    } else {
      const column = columns.columns.get(leaf.field)!
      bits.push(column.bitsOf(await resultsOf(db, column, leaf), columns.size))
    }
  }
  return bits
}

/** The rule up to a part, from the results of its parts in their order. */
export function combined(rule: RuleGroup, leaves: readonly Bits[], upTo: number): Bits | undefined {
  let place = 0
  const walk = (part: Rule | RuleGroup): Bits | undefined => {
    if (!('rules' in part)) {
      const at = place++
      return at <= upTo ? leaves[at]!.slice() : undefined
    }
    const results = part.rules.flatMap((inner) => walk(inner) ?? [])
    if (results.length === 0) return undefined
    const whole = results.reduce((one, other) => joinBits(one, part.condition, other))
    return part.not ? invertBits(whole) : whole
  }
  return walk(rule)
}
