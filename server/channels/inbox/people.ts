import { systemFields } from '@ruam/contract/platform/system-fields.ts'
import { sql } from 'kysely'
import { settleLineIds } from '../../customers/changes/line-ids.ts'
import { keyHasher } from '../../customers/erasure/key-hashes.ts'
import { createProfile } from '../../customers/profiles/write.ts'
import type { Db } from '../../platform/core/db.ts'

/** Returns the live profiles of LINE user ids. */
export async function profilesOf(db: Db, storeId: number, userIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ value: string; profile_id: number }>`
    select distinct u.value, p.id as profile_id from unnest(${userIds}::text[]) u (value)
    cross join lateral (select profile_id from identity
      where store_id = ${storeId} and kind = 'line' and value = u.value offset 0) i
    cross join lateral (select id, deleted_at, merged_into from profile
      where store_id = ${storeId} and id = i.profile_id offset 0) p
    where p.deleted_at is null and p.merged_into is null`.execute(db)
  return new Map(rows.map((row) => [row.value, row.profile_id]))
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

interface NewCustomer {
  userId: string
  scope: string
  channelId: number
  basicId: string | null
  displayName: string | null
}

/**
 * Creates the profile of a LINE user, or returns one with this id whose identity a profile held that was deleted since. The caller
 * holds lockForEdit's lock.
 */
export async function createLineProfile(db: Db, storeId: number, user: NewCustomer): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from profile where store_id = ${storeId} and line_user_id = ${user.userId}
      and deleted_at is null and merged_into is null order by id limit 1`.execute(db)
  if (rows[0]) await settleLineIds(db, storeId, [rows[0].id], user.scope)
  return (
    rows[0]?.id ??
    createProfile(
      db,
      storeId,
      { source: 'line', id: user.channelId },
      new Map([
        [LINE_USER_ID, user.userId],
        [LINE_DISPLAY_NAME, user.displayName],
        [LINE_BASIC_ID, user.basicId],
      ]),
    )
  )
}
