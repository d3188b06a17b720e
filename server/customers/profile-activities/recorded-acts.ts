import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { type ActivityRow, activityColumns } from './queries.ts'

/** Person and key of an act that a device sends, and may send again. */
interface ActKey {
  storeId: number
  userId: number
  key: string
}

/** Takes the key of an act. A concurrent request with the same key waits here. Returns false if it was taken before. */
export async function takeActKey(db: Db, { storeId, userId, key }: ActKey): Promise<boolean> {
  const { rows } = await sql`insert into recorded_act (store_id, user_id, key) values (${storeId}, ${userId}, ${key})
    on conflict do nothing returning key`.execute(db)
  return rows.length > 0
}

/** Names the activity that an act was recorded as. */
export async function nameAct(db: Db, { storeId, userId, key }: ActKey, activityId: number): Promise<void> {
  await sql`update recorded_act set activity_id = ${activityId}
    where store_id = ${storeId} and user_id = ${userId} and key = ${key}`.execute(db)
}

/** Returns the activity of a recorded act; undefined if it was taken back. */
export function activityOfAct(db: Db, { storeId, userId, key }: ActKey): Promise<ActivityRow | undefined> {
  return db
    .selectFrom('activity')
    .select(activityColumns)
    .where('store_id', '=', storeId)
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('recorded_act')
        .select('activity_id')
        .where('store_id', '=', storeId)
        .where('user_id', '=', userId)
        .where('key', '=', key),
    )
    .executeTakeFirst()
}
