import { type RawBuilder, sql } from 'kysely'
import { nameOfPerson } from '../../customers/segments/people.ts'
import { type Db, risenUpdatedAt } from '../../database/db.ts'

/** Display name of a customer: the name, the company, or the name on LINE. Empty without any. */
export const calledName = sql<string>`coalesce(nullif(${nameOfPerson}, ''), nullif(company, ''), line_display_name, '')`

/** Name on LINE of a friend of an account who is not a customer. Empty until it is known. */
export const friendName = (
  storeId: number | RawBuilder<unknown>,
  channelId: number | RawBuilder<unknown>,
  userId: RawBuilder<unknown>,
) =>
  sql<string>`coalesce((select f.display_name from channel_friend f where f.store_id = ${storeId}
    and f.channel_type in ('lineOA', 'lineModule') and f.channel_id = ${channelId} and f.external_id = ${userId}), '')`

const columns = [
  ...(['price', 'purpose_id', 'unknown_consent', 'quiet_from', 'quiet_to', 'weekly_cap', 'approval'] as const),
  ...(['per_object', 'tester_ids', 'click_purpose_ids', 'updated_at'] as const),
] as const

export interface SettingRow {
  price: number | null
  purpose_id: number | null
  unknown_consent: 'send' | 'skip'
  /** Local times of the store, both or neither. */
  quiet_from: string | null
  quiet_to: string | null
  weekly_cap: number | null
  approval: boolean
  per_object: boolean
  tester_ids: number[]
  /** Purposes whose broadcasts may count clicks by customer. */
  click_purpose_ids: number[]
  updated_at: string | null
}

/** Settings of a store that never changed them. */
const defaults: SettingRow = {
  price: null,
  purpose_id: null,
  unknown_consent: 'send',
  quiet_from: '21:00',
  quiet_to: '08:00',
  weekly_cap: 4,
  approval: false,
  per_object: false,
  tester_ids: [],
  click_purpose_ids: [],
  updated_at: null,
}

/** Returns the settings of a store. */
export async function settingsOf(db: Db, storeId: number): Promise<SettingRow> {
  const row = await db
    .selectFrom('broadcast_setting')
    .select(columns)
    .where('store_id', '=', storeId)
    .executeTakeFirst()
  return row ?? defaults
}

/** Saves over the version that was read; null: over the defaults. Returns false if there is another version. */
export async function saveSettings(
  db: Db,
  storeId: number,
  seen: string | null,
  settings: Omit<SettingRow, 'updated_at'>,
): Promise<boolean> {
  if (seen === null) {
    const made = await db
      .insertInto('broadcast_setting')
      .values({ ...settings, store_id: storeId })
      .onConflict((on) => on.column('store_id').doNothing())
      .returning('store_id')
      .executeTakeFirst()
    return made !== undefined
  }
  const saved = await db
    .updateTable('broadcast_setting')
    .set({ ...settings, updated_at: risenUpdatedAt })
    .where('store_id', '=', storeId)
    .where('updated_at', '=', sql<string>`${seen}::timestamptz`)
    .returning('store_id')
    .executeTakeFirst()
  return saved !== undefined
}

/** Returns the names of live profiles, in the order of these ids. */
export async function peopleNamed(db: Db, storeId: number, ids: readonly number[]) {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: number; name: string }>`
    select id, ${calledName} as name from profile
    where store_id = ${storeId} and id = any(${ids}::bigint[]) and deleted_at is null and merged_into is null
    order by array_position(${ids}::bigint[], id)`.execute(db)
  return rows
}

/** Returns those of the profiles who are friends of one of the store's LINE accounts. */
export async function linkedOf(db: Db, storeId: number, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ profile_id: number }>`
    select distinct profile_id from channel_friend
    where store_id = ${storeId} and profile_id = any(${ids}::bigint[]) and status = 'friend'
      and channel_type in ('lineOA', 'lineModule')`.execute(db)
  return new Set(rows.map(({ profile_id }) => profile_id))
}
