import type { FurtherName } from '@ruam/contract/customers/further-names.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { prepared } from '../../database/prepared.ts'

interface FurtherNameRow extends FurtherName {
  profile_id: number
}

/** `profileIds`: as an array, or as its text. */
const nameRows = (storeId: number, profileIds: readonly number[] | string) =>
  sql<FurtherNameRow>`select profile_id, kind, value from profile_name
    where store_id = ${storeId} and profile_id = any(${profileIds}::bigint[]) order by profile_id, id`

/** Further names and notes of one profile, for read calls. */
export const furtherNamesOfOne = prepared('profile_names', (_, storeId: number, ids: string) => nameRows(storeId, ids))

/** Further names and notes of profiles, the oldest first. */
export async function furtherNamesOf(
  db: Db,
  storeId: number,
  profileIds: readonly number[],
): Promise<Map<number, FurtherName[]>> {
  return profileIds.length === 0 ? new Map() : furtherNamesIn((await nameRows(storeId, profileIds).execute(db)).rows)
}

export function furtherNamesIn(rows: readonly FurtherNameRow[]): Map<number, FurtherName[]> {
  const byProfile = Map.groupBy(rows, ({ profile_id }) => profile_id)
  return new Map([...byProfile].map(([id, names]) => [id, names.map(({ kind, value }) => ({ kind, value }))]))
}

/** True if an import of the store finds people by further names. */
export async function hasFurtherNames(db: Db, storeId: number): Promise<boolean> {
  const one = db.selectFrom('profile_name').select('id').where('store_id', '=', storeId).limit(1)
  return (await one.executeTakeFirst()) !== undefined
}

/** Copies the further names of a merged profile to the one that stays. */
export async function passFurtherNames(
  db: Db,
  storeId: number,
  { mergeId, from, to }: { mergeId: number; from: number; to: number },
): Promise<void> {
  await sql`insert into profile_name (store_id, profile_id, kind, value, source, source_id)
    select store_id, ${to}::bigint, kind, value, 'merge', ${mergeId}::int from profile_name
    where store_id = ${storeId} and profile_id = ${from} order by id on conflict do nothing`.execute(db)
}

/** Deletes the further names that a merge brought. */
export async function dropPassedNames(db: Db, storeId: number, profileId: number, mergeId: number): Promise<void> {
  await db
    .deleteFrom('profile_name')
    .where('store_id', '=', storeId)
    .where('profile_id', '=', profileId)
    .where('source', '=', 'merge')
    .where('source_id', '=', mergeId)
    .execute()
}
