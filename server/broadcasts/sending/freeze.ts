import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { bySets } from '../../database/plans.ts'

/** Writes the audience in a random order, those who are reached first. Returns how many are reached, and all. */
export async function freezeAudience(
  db: Db,
  storeId: number,
  broadcastId: number,
  rows: RawBuilder<unknown>,
): Promise<{ total: number; target: number }> {
  await bySets(db)
  const { rows: counts } = await sql<{ total: number; target: number }>`
    with frozen as (
      insert into broadcast_recipient (store_id, broadcast_id, position, profile_id, external_id, status, reason)
      select ${storeId}, ${broadcastId}, row_number() over (order by reason is not null, random()), profile_id, external_id,
        case when reason is null then 'queued' else 'skipped' end, reason
      from (select a.profile_id, a.external_id, coalesce(a.reason, case when s.profile_id is not null then 'sent_before' end) as reason
        from (${rows}) a left join (${sentBefore(storeId, broadcastId)}) s on s.profile_id = a.profile_id) audience
      returning status
    )
    select count(*)::int as total, (count(*) filter (where status = 'queued'))::int as target from frozen`.execute(db)
  return counts[0]!
}

/** People whom LINE was called for after a backup that was restored since, merged ones under their present profile. */
const sentBefore = (storeId: number, broadcastId: number) => sql`
  select distinct coalesce(p.merged_into, p.id) as profile_id from broadcast_sent b
  join profile p on p.store_id = b.store_id and p.id = b.profile_id
  where b.store_id = ${storeId} and b.broadcast_id = ${broadcastId}`

/** Skips those who come after the first `kept` of a frozen audience. */
export async function trimAudience(db: Db, storeId: number, broadcastId: number, kept: number): Promise<void> {
  await sql`update broadcast_recipient set status = 'skipped', reason = 'over_quota', updated_at = clock_timestamp()
    where store_id = ${storeId} and broadcast_id = ${broadcastId} and status = 'queued' and position > ${kept}::int`.execute(
    db,
  )
}
