import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { evidenceValue } from '../consents/evidence.ts'
import { hasWithdrawn, versionInUse } from '../consents/standing.ts'
import { dependency } from '../membership/dependencies.ts'
import type { ChangedProfiles } from '../membership/evaluate.ts'

// A stop belongs to the LINE user who said it. Whichever customer has the user's id, now or later, has withdrawn.

/** Records that LINE users want nothing more. What they agreed to before counts no longer. */
export async function recordStops(db: Db, storeId: number, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return
  await sql`
    insert into line_stop (store_id, user_id)
    select ${storeId}, u.id from unnest(${[...new Set(userIds)].sort()}::text[]) u (id)
    on conflict (store_id, user_id) do update set at = clock_timestamp(), lifted = '{}'`.execute(db)
}

/** Lifts the stops of a customer's LINE ids for one purpose that the customer agreed to. The caller holds the profile. */
export async function liftStops(db: Db, storeId: number, profileId: number, purposeId: number): Promise<void> {
  await sql`
    update line_stop set lifted = array_append(lifted, ${purposeId}::int)
    where store_id = ${storeId} and not ${purposeId}::int = any(lifted) and user_id = any(array(
      select value from identity where store_id = ${storeId} and profile_id = ${profileId} and kind = 'line'))`.execute(
    db,
  )
}

/** Condition for a stop `s` of which nothing is lifted for a purpose. */
export const isStopped = (purposeId: number | null) =>
  sql`(s.user_id is not null and not coalesce(${purposeId}::int = any(s.lifted), false))`

/**
 * Withdraws the consents of customers who have, or have got, ids of LINE users who stopped. Returns who changed. The caller holds the
 * profiles, or the locks under which their ids move.
 */
export const followStops = (
  db: Db,
  storeId: number,
  userIds: readonly string[],
): Promise<ChangedProfiles | undefined> =>
  userIds.length === 0 ? Promise.resolve(undefined) : withdraw(db, storeId, sql`s.user_id = any(${userIds}::text[])`)

/** Does the same for all LINE ids of profiles. */
export const followStopsOf = (db: Db, storeId: number, profileIds: readonly number[]) =>
  withdraw(
    db,
    storeId,
    sql`s.user_id = any(array(select value from identity
      where store_id = ${storeId} and kind = 'line' and profile_id = any(${profileIds}::bigint[])))`,
  )

/** Withdraws a new purpose for everyone who has stopped. */
export const followAllStops = (db: Db, storeId: number) => withdraw(db, storeId, sql`true`)

async function withdraw(
  db: Db,
  storeId: number,
  which: RawBuilder<unknown>,
): Promise<{ ids: number[]; reads: string[] } | undefined> {
  const { rows } = await sql<{ profile_id: number; purpose_id: number }>`
    with holders as materialized (
      select p.id, s.user_id, s.lifted from line_stop s
      cross join lateral (select distinct profile_id from identity
        where store_id = ${storeId} and kind = 'line' and value = s.user_id offset 0) i
      cross join lateral (select id, deleted_at, merged_into from profile
        where store_id = ${storeId} and id = i.profile_id offset 0) p
      where s.store_id = ${storeId} and ${which} and p.deleted_at is null and p.merged_into is null
    )
    insert into consent_entry (store_id, profile_id, purpose_id, status, source, external_id, version, evidence)
    select ${storeId}, h.id, c.id, 'withdrawn', 'line', min(h.user_id), ${versionInUse(storeId, sql`c.id`)}, ${evidenceValue({ way: 'chat' })}
    from holders h cross join consent_purpose c
    where c.store_id = ${storeId} and not c.id = any(h.lifted) and not ${hasWithdrawn(storeId, sql`h.id`, sql`c.id`)}
    group by h.id, c.id order by h.id, c.id
    returning profile_id, purpose_id`.execute(db)
  if (rows.length === 0) return undefined
  return {
    ids: [...new Set(rows.map(({ profile_id }) => profile_id))].sort((a, b) => a - b),
    reads: [...new Set(rows.map(({ purpose_id }) => dependency.consent(purpose_id)))],
  }
}
