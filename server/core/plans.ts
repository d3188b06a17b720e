import { sql } from 'kysely'
import type { Db } from './db.ts'

/**
 * Ways to a row that work over some thousand rows at a time may not choose: of a store that the statistics don't know yet each of them looks
 * cheap, and takes hours. Materialised, all rows of such a store would be compared with each row that is sought.
 */
const BESIDE_INDEXES = ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin', 'enable_material', 'jit']

/** The statement that leaves only indexes: for the transaction, or for as long as the connection lives. */
export const indexesAlone = (scope: 'local' | 'session') =>
  BESIDE_INDEXES.map((way) => `set ${scope} ${way} = off`).join('; ')

/** Leaves only indexes to the statements of the transaction, whatever the statistics say. */
export const byIndexes = (db: Db) => sql.raw(indexesAlone('local')).execute(db)

/** Ways that leave one plan: the index that gives the order, or the key. */
const ONE_PLAN = ['seqscan', 'bitmapscan', 'sort', 'incremental_sort', 'hashjoin', 'mergejoin', 'material'].map(
  (way) => `enable_${way}`,
)

/** The options of a connection on which one plan is left to choose, and made once. */
export const onePlanOptions = ['plan_cache_mode=force_generic_plan', 'jit=off', ...ONE_PLAN.map((way) => `${way}=off`)]
  .map((setting) => `-c ${setting}`)
  .join(' ')

/** Leaves one plan to choose until it is switched off again, or the transaction ends. */
export const onePlan = (db: Db, switched: 'on' | 'off') =>
  sql
    .raw([...ONE_PLAN, 'jit'].map((way) => `set local ${way} = ${switched === 'on' ? 'off' : 'default'}`).join('; '))
    .execute(db)
