import { sql } from 'kysely'
import type { Db } from '../core/db.ts'
import { removePairs } from '../profile-duplicates/queries.ts'
import { keyPattern } from './key-pattern.ts'
import type { Person } from './person.ts'

/**
 * Takes everything about a person out of the database with the caller's transaction. What their consents were stays under their
 * number, which nothing connects with anybody any more.
 */
export async function forget(db: Db, storeId: number, { ids, keys, former }: Person): Promise<void> {
  await countOut(db, storeId, ids)
  await sql`update run_record set profile_id = null, changes = null, matched_by = null,
      error = error || '{"value": ""}'
    where store_id = ${storeId} and profile_id = any(${ids}::bigint[])`.execute(db)
  for (const table of ['identity', 'activity', 'profile_change', 'run_profile', 'job_profile'] as const) {
    await db.deleteFrom(table).where('store_id', '=', storeId).where('profile_id', 'in', ids).execute()
  }
  await cleanTexts(db, storeId, keyPattern([...keys, ...former]))
  // Labels and keys go with it.
  await db.deleteFrom('profile').where('store_id', '=', storeId).where('id', 'in', ids).execute()
  // With their merges.
  await removePairs(db, storeId, ids)
  // Only now: nobody can add to the ledger of a profile that is gone.
  await db
    .updateTable('consent_entry')
    .set({ note: null })
    .where('store_id', '=', storeId)
    .where('profile_id', 'in', ids)
    .where('note', 'is not', null)
    .execute()
}

/** Lowers the counters that hold the profiles. */
async function countOut(db: Db, storeId: number, ids: number[]): Promise<void> {
  await sql`update profile_total set live = live - (select count(*) from profile
      where store_id = ${storeId} and id = any(${ids}::bigint[]) and deleted_at is null and merged_into is null)
    where store_id = ${storeId}`.execute(db)
  await sql`update label l set target_count = greatest(0, target_count - held.count)
    from (select label_id, count(*) from profile_label
      where store_id = ${storeId} and profile_id = any(${ids}::bigint[]) and source <> 'manual_remove' group by 1) held
    where l.store_id = ${storeId} and l.id = held.label_id`.execute(db)
}

/** Where somebody may have typed a key of the person: saved lists, what jobs were asked, rules, what went wrong. */
const typedInto = [
  ['profile_view', 'definition'],
  ['job', 'request'],
  ['job', 'cursor'],
  ['job', 'result'],
  ['job', 'error'],
  ['label', 'segment_rule'],
  ['run', 'error'],
  ['file', 'load_error'],
] as const

async function cleanTexts(db: Db, storeId: number, pattern: string | undefined): Promise<void> {
  if (pattern === undefined) return
  const regexp = new RegExp(pattern, 'i')
  for (const [table, column] of typedInto) {
    const [from, value] = [sql.table(table), sql.ref(column)]
    const { rows } = await sql<{ id: number; value: unknown }>`select id, ${value} as value from ${from}
      where store_id = ${storeId} and ${value}::text ~* ${pattern} for update`.execute(db)
    for (const { id, value: typed } of rows) {
      await sql`update ${from} set ${value} = ${JSON.stringify(cleaned(typed, regexp))}::jsonb
        where store_id = ${storeId} and id = ${id}`.execute(db)
    }
  }
}

/** The same without the texts in which the pattern is found. */
function cleaned(value: unknown, pattern: RegExp): unknown {
  if (typeof value === 'string') return pattern.test(value) ? '' : value
  if (Array.isArray(value)) return value.map((one) => cleaned(one, pattern))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, cleaned(one, pattern)]))
}
