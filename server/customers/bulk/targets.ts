import type { BulkTarget } from '@ruam/contract/customers/bulk.ts'
import type { ProfileFilter } from '@ruam/contract/customers/profiles.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { isLive } from '../fields/live.ts'
import { compileFilter } from '../profiles/list-conditions.ts'
import { matchingIds } from '../profiles/matching.ts'

/** True if all of these profiles exist, deleted and merged ones included. */
export async function allExist(db: Db, storeId: number, ids: readonly number[]): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`select not exists (
      select from unnest(${ids}::bigint[]) as wanted (id)
      where not exists (select from profile p where p.store_id = ${storeId} and p.id = wanted.id offset 0)) as known`.execute(
    db,
  )
  return rows[0]!.known
}

/** The live profiles a bulk change is about, as a subquery of their ids. */
export async function targetIds(db: Db, storeId: number, target: BulkTarget) {
  if ('filter' in target) return sql`${matchingIds(db, storeId, await compileFilter(db, storeId, target.filter))}`
  const rows = db
    .selectFrom('profile')
    .select('profile.id')
    .where('store_id', '=', storeId)
    .where(sql<boolean>`id = any(${target.ids}::bigint[])`)
    .where(isLive())
  return sql`${rows}`
}

/** Settles the profiles that a job is about by their ids, also those that are no more: they are skipped and counted. */
export async function settleIds(db: Db, storeId: number, job: number, ids: readonly number[]): Promise<void> {
  await sql`insert into job_profile (store_id, job, profile_id)
    select distinct ${storeId}::int, ${job}::int, id from unnest(${ids}::bigint[]) as given (id) order by 3`.execute(db)
}

/** Stores the profiles that currently match a filter as the job's targets. Returns the number. */
export async function settleFilter(db: Db, storeId: number, job: number, filter: ProfileFilter): Promise<number> {
  const ids = await targetIds(db, storeId, { filter })
  const { rows } = await sql<{ people: number }>`with settled as (
      insert into job_profile (store_id, job, profile_id)
      select ${storeId}::int, ${job}::int, id from (${ids}) as found order by 3 returning 1)
    select count(*) as people from settled`.execute(db)
  return rows[0]!.people
}

/** The next profiles of a job, by id. */
export async function nextIds(db: Db, storeId: number, job: number, after: number, rows: number): Promise<number[]> {
  const found = await db
    .selectFrom('job_profile')
    .select('profile_id')
    .where('store_id', '=', storeId)
    .where('job', '=', job)
    .where('profile_id', '>', after)
    .orderBy('profile_id')
    .limit(rows)
    .execute()
  return found.map(({ profile_id }) => profile_id)
}
