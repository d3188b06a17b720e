import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'

/** A user of LINE whom an account met, with the profile that it is. */
export interface MatchedUser {
  channelId: number
  scope: string
  userId: string
  profileId: number
}

/**
 * Notes the provider of user ids that its accounts have met. Accounts of two providers that meet one id are noted as shared: ids of
 * LINE differ between providers, so both belong to one.
 */
export async function saveScopes(db: Db, storeId: number, users: readonly MatchedUser[]): Promise<void> {
  if (users.length === 0) return
  const rows = users.map(({ channelId, scope, userId, profileId }) => ({
    channel_id: channelId,
    scope,
    value: userId,
    profile_id: profileId,
  }))
  const { rows: fresh } = await sql<{ scope: string; value: string }>`
    with met as (
      select distinct scope, value, profile_id from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as u (scope text, value text, profile_id bigint)
    )
    insert into identity (store_id, kind, scope, value, profile_id, kept)
    select ${storeId}, 'line', scope, value, profile_id, p.line_user_id is distinct from value
    from met cross join lateral (select line_user_id from profile where store_id = ${storeId} and id = met.profile_id offset 0) p
    order by value, scope
    on conflict (store_id, kind, value, scope) do nothing
    returning scope, value`.execute(db)
  if (fresh.length === 0) return
  const values = [...new Set(fresh.map(({ value }) => value))].sort()
  await sql`delete from identity
    where store_id = ${storeId} and kind = 'line' and value = any(${values}::text[]) and scope = ''`.execute(db)
  await noteShared(db, storeId, values)
}

async function noteShared(db: Db, storeId: number, userIds: readonly string[]): Promise<void> {
  await sql`
    update channel c set shared_with = met.others
    from (
      select c.id, array_agg(distinct o.id order by o.id) as others from channel_friend f
      join channel c on c.store_id = ${storeId} and c.id = f.channel_id
      join channel_friend g on g.store_id = ${storeId} and g.external_id = f.external_id and g.channel_id <> f.channel_id
      join channel o on o.store_id = ${storeId} and o.id = g.channel_id and o.type = c.type
        and (c.provider is null or o.provider is distinct from c.provider)
      where f.store_id = ${storeId} and f.external_id = any(${userIds}::text[])
      group by c.id
    ) met
    where c.store_id = ${storeId} and c.id = met.id and not c.shared_with @> met.others`.execute(db)
}
