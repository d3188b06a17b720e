import { systemFields } from '@ruam/contract/platform/system-fields.ts'
import { sql } from 'kysely'
import { keyHasher } from '../../customers/erasure/key-hashes.ts'
import { createProfile } from '../../customers/profiles/write.ts'
import type { Db } from '../../platform/core/db.ts'

/** A user of LINE as a provider's accounts know them. */
interface LineUser {
  /** The provider of the account, within which the id is the same. */
  scope: string
  userId: string
}

export const keyOf = ({ scope, userId }: LineUser) => `${scope} ${userId}`

/** Returns the live profiles of LINE users by `keyOf`. A profile that was merged leads to the one that stays. */
export async function profilesOf(db: Db, storeId: number, users: readonly LineUser[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ scope: string; value: string; profile_id: number }>`
    select i.scope, i.value, p.id as profile_id
    from jsonb_to_recordset(${JSON.stringify(users.map(({ scope, userId }) => ({ scope, value: userId })))}::jsonb)
      as u (scope text, value text)
    join identity i on i.store_id = ${storeId} and i.kind = 'line' and i.scope = u.scope and i.value = u.value
    join profile p on p.store_id = ${storeId} and p.id = i.profile_id and p.deleted_at is null and p.merged_into is null`.execute(
    db,
  )
  return new Map(rows.map((row) => [keyOf({ scope: row.scope, userId: row.value }), row.profile_id]))
}

/** Returns the users whose data was erased on request: they are never made a customer again by themselves. */
export async function erasedUsers(
  db: Db,
  storeId: number,
  secretKey: string,
  userIds: readonly string[],
): Promise<Set<string>> {
  const hashOf = keyHasher(secretKey, storeId)
  const hashes = userIds.map((userId) => hashOf('line_user_id', userId).toString('hex'))
  const { rows } = await sql<{ hash: string }>`
    select distinct encode(key_hash, 'hex') as hash from erasure
    where store_id = ${storeId} and key_hash = any(select decode(h, 'hex') from unnest(${hashes}::text[]) h)`.execute(
    db,
  )
  const erased = new Set(rows.map(({ hash }) => hash))
  return new Set(userIds.filter((_, index) => erased.has(hashes[index]!)))
}

const fieldId = (name: string) => systemFields.find((field) => field.name === name)!.id
const LINE_USER_ID = fieldId('lineUserId')
const LINE_DISPLAY_NAME = fieldId('lineDisplayName')
const LINE_BASIC_ID = fieldId('lineBasicId')

interface NewCustomer extends LineUser {
  channelId: number
  basicId: string | null
  displayName: string | null
}

/**
 * Creates the profile of a LINE user, or adopts the one that an import gave this id. The caller holds lockForEdit's lock.
 */
export async function createLineProfile(db: Db, storeId: number, user: NewCustomer): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from profile where store_id = ${storeId} and line_user_id = ${user.userId}
      and deleted_at is null and merged_into is null order by id limit 1`.execute(db)
  const id =
    rows[0]?.id ??
    (await createProfile(
      db,
      storeId,
      { source: 'line', id: user.channelId },
      new Map([
        [LINE_USER_ID, user.userId],
        [LINE_DISPLAY_NAME, user.displayName],
        [LINE_BASIC_ID, user.basicId],
      ]),
    ))
  await sql`
    insert into identity (store_id, kind, scope, value, profile_id)
    values (${storeId}, 'line', ${user.scope}, ${user.userId}, ${id})
    on conflict (store_id, kind, scope, value) do update set profile_id = excluded.profile_id`.execute(db)
  return id
}
