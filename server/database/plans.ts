import { sql } from 'kysely'
import type { Db } from './db.ts'

/**
 * For work over some thousand rows at a time: by indexes alone, and by plans that are made for any store. For the store itself they would be
 * made by what the statistics know of it. Of a store that came after the others they know nothing for long; it seems to have one row, so
 * that any way to that row looks as good as another, all its rows are compared with each that is sought, and the work takes hours.
 */
const BY_INDEXES = [
  'plan_cache_mode = force_generic_plan',
  ...['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin', 'enable_material', 'jit'].map((way) => `${way} = off`),
]

/** The statement that leaves only indexes: for the transaction, or for as long as the connection lives. */
export const indexesAlone = (scope: 'local' | 'session') =>
  BY_INDEXES.map((setting) => `set ${scope} ${setting}`).join('; ')

/** Leaves only indexes to the statements of the transaction, whatever the statistics say. */
export const byIndexes = (db: Db) => sql.raw(indexesAlone('local')).execute(db)

/**
 * For one statement that compares whole sets: they are merged or hashed, however few the statistics take them for, and read by several
 * processes also where many rows come together from them. Groups of a million people stay in memory, and pages are read in their order rather
 * than row by row. What a rule asks of a row counts for little: its costs are guessed far too high, and a store that is most of a table would
 * be gathered by an index first, to ask no other's.
 */
const BY_SETS = [
  ...['enable_nestloop = off', 'jit = off'],
  ...[
    'parallel_setup_cost = 200',
    'parallel_tuple_cost = 0.02',
    'hash_mem_multiplier = 4',
    'random_page_cost = 4',
    'cpu_operator_cost = 0.0001',
  ],
]

/** Disables nested loops over sets in the transaction. Lookups for a few rows need their own subquery. */
export const bySets = (db: Db) => sql.raw(BY_SETS.map((setting) => `set local ${setting}`).join('; ')).execute(db)

/** For reading a range of ids in order: without sorts, the only index that gives the order is left. */
const IN_KEY_ORDER = ['enable_sort', 'enable_incremental_sort', 'jit']

/** Leaves the index that gives the order, until the transaction ends. */
export const inKeyOrder = (db: Db) =>
  sql.raw(IN_KEY_ORDER.map((way) => `set local ${way} = off`).join('; ')).execute(db)

/** For statements over sets whose lookups need a plan for any store: without statistics of a store, all indexes cost the same. */
export const bySetsOfAnyStore = async (db: Db) => {
  await bySets(db)
  await sql`set local plan_cache_mode = force_generic_plan; set local enable_seqscan = off`.execute(db)
}

/**
 * For an index scan in list order that probes a set, until it is switched off or the transaction ends. A set of any size is hashed
 * (about 50 bytes per id); otherwise the planner would scan a set it estimates as too large once per row. Sorting is off: right after an
 * import, before the visibility map is current, the planner prefers reading and sorting all rows to the index.
 */
const WALK_BESIDE_SET = { hash_mem_multiplier: 1000, enable_sort: 'off', enable_incremental_sort: 'off' }
export const nestedLoopBesideSet = (db: Db, switched: 'on' | 'off') =>
  sql
    .raw(
      Object.entries(WALK_BESIDE_SET)
        .map(([name, value]) => `set local ${name} = ${switched === 'on' ? value : 'default'}`)
        .join('; '),
    )
    .execute(db)

/** Ways that leave one plan: the index that gives the order, or the key. */
const ONE_PLAN = ['seqscan', 'bitmapscan', 'sort', 'incremental_sort', 'hashjoin', 'mergejoin', 'material'].map(
  (way) => `enable_${way}`,
)

const onePlanSettings: readonly [string, string][] = [
  ['plan_cache_mode', 'force_generic_plan'],
  ...['jit', ...ONE_PLAN].map((name): [string, string] => [name, 'off']),
]

/** The options of a connection on which one plan is left to choose, and made once. */
export const onePlanOptions = onePlanSettings.map(([name, value]) => `-c ${name}=${value}`).join(' ')

/** The statement that does the same for a transaction. */
export const onePlanOfTransaction = `select ${onePlanSettings.map(([name, value]) => `set_config('${name}', '${value}', true)`).join(', ')}`

/** Leaves one plan to choose until it is switched off again, or the transaction ends. */
export const onePlan = (db: Db, switched: 'on' | 'off') =>
  sql
    .raw([...ONE_PLAN, 'jit'].map((way) => `set local ${way} = ${switched === 'on' ? 'off' : 'default'}`).join('; '))
    .execute(db)
