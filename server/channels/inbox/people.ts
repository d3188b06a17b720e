import { systemFields } from '@ruam/contract/platform/system-fields.ts'
import { sql } from 'kysely'
import { settleLineIds } from '../../customers/changes/line-ids.ts'
import { createProfile } from '../../customers/profiles/write.ts'
import type { Db } from '../../database/db.ts'
import { takeFriendName } from '../friends/names.ts'

/** A user of LINE or a person of Facebook, whose id is the page's own. */
export interface ChannelUser {
  kind: 'line' | 'facebook'
  /** The provider or page. */
  scope: string
  userId: string
}

/** Scope of the user ids of a channel `c`. */
export const channelScope = sql.raw(`case when c.type = 'facebook' then 'page ' || c.external_id
      else coalesce('provider ' || c.provider, 'channel ' || c.external_id) end`)

/** Returns the key of a user. Ids of LINE are the user's own, whatever account meets them. */
export const personKeyOf = ({ kind, scope, userId }: ChannelUser): string =>
  kind === 'line' ? userId : `${scope} ${userId}`

/** Returns the live profiles of users by `keyOf`. */
export async function profilesOfUsers(
  db: Db,
  storeId: number,
  users: readonly ChannelUser[],
): Promise<Map<string, number>> {
  const idsOf = (kind: ChannelUser['kind']) => users.filter((user) => user.kind === kind)
  const line = await lineProfiles(
    db,
    storeId,
    idsOf('line').map(({ userId }) => userId),
  )
  const pages = idsOf('facebook')
  if (pages.length === 0) return line
  const { rows } = await sql<{ scope: string; value: string; profile_id: number }>`
    select u.scope, u.value, p.id as profile_id
    from unnest(${pages.map(({ scope }) => scope)}::text[], ${pages.map(({ userId }) => userId)}::text[]) u (scope, value)
    cross join lateral (select profile_id from identity
      where store_id = ${storeId} and kind = 'facebook' and scope = u.scope and value = u.value offset 0) i
    cross join lateral (select id, deleted_at, merged_into from profile
      where store_id = ${storeId} and id = i.profile_id offset 0) p
    where p.deleted_at is null and p.merged_into is null`.execute(db)
  const people = rows.map(
    ({ scope, value, profile_id }) => [personKeyOf({ kind: 'facebook', scope, userId: value }), profile_id] as const,
  )
  return new Map([...line, ...people])
}

/** Returns the live profiles of LINE user ids. */
async function lineProfiles(db: Db, storeId: number, userIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ value: string; profile_id: number }>`
    select distinct u.value, p.id as profile_id from unnest(${userIds}::text[]) u (value)
    cross join lateral (select profile_id from identity
      where store_id = ${storeId} and kind = 'line' and value = u.value offset 0) i
    cross join lateral (select id, deleted_at, merged_into from profile
      where store_id = ${storeId} and id = i.profile_id offset 0) p
    where p.deleted_at is null and p.merged_into is null`.execute(db)
  return new Map(rows.map((row) => [row.value, row.profile_id]))
}

const fieldId = (name: string) => systemFields.find((field) => field.name === name)!.id
const LINE_USER_ID = fieldId('lineUserId')
const LINE_BASIC_ID = fieldId('lineBasicId')
const LINE_DISPLAY_NAME = fieldId('lineDisplayName')

interface NewCustomer extends ChannelUser {
  channelId: number
  basicId: string | null
}

/** Creates the profile of a user, whose name comes later unless LINE's list brought it. The caller holds lockForEdit's lock. */
export const createUserProfile = (db: Db, storeId: number, user: NewCustomer): Promise<number> =>
  user.kind === 'line' ? createLineProfile(db, storeId, user) : createFacebookProfile(db, storeId, user)

/** A profile that was deleted since leaves its identity behind, which the new one takes. */
async function createFacebookProfile(db: Db, storeId: number, { scope, userId, channelId }: NewCustomer) {
  const id = await createProfile(db, storeId, { source: 'facebook', id: channelId }, new Map())
  await sql`
    insert into identity (store_id, kind, scope, value, profile_id) values (${storeId}, 'facebook', ${scope}, ${userId}, ${id})
    on conflict (store_id, kind, value, scope) do update set profile_id = excluded.profile_id`.execute(db)
  return id
}

/**
 * Creates the profile of a LINE user, or returns one with this id whose identity a profile held that was deleted since. The caller
 * holds lockForEdit's lock.
 */
async function createLineProfile(db: Db, storeId: number, user: NewCustomer): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from (select id, deleted_at, merged_into from profile
      where store_id = ${storeId} and line_user_id = ${user.userId} offset 0) p
    where deleted_at is null and merged_into is null order by id limit 1`.execute(db)
  if (rows[0]) {
    await settleLineIds(db, storeId, [rows[0].id], user.scope)
    return rows[0].id
  }
  const name = await takeFriendName(db, storeId, user.userId)
  return createProfile(
    db,
    storeId,
    { source: 'line', id: user.channelId },
    new Map([
      [LINE_USER_ID, user.userId],
      [LINE_BASIC_ID, user.basicId],
      ...(name === null ? [] : [[LINE_DISPLAY_NAME, name] as const]),
    ]),
  )
}
