import { sql } from 'kysely'
import { raiseNames } from '../../access/stores/names-version.ts'
import type { Db } from '../../database/db.ts'
import { lockFieldNames } from './field-names.ts'
import { builtInNames } from './given-names.ts'

/** Types of activities that the product makes for a store, with the names it gives them. */
const purposes = {
  visit: builtInNames.visitType.th,
  line_follow: builtInNames.lineFollowType.th,
  line_unfollow: builtInNames.lineUnfollowType.th,
  line_message: builtInNames.lineMessageType.th,
  line_postback: builtInNames.linePostbackType.th,
  facebook_message: builtInNames.facebookMessageType.th,
  facebook_postback: builtInNames.facebookPostbackType.th,
} as const

export type TypePurpose = keyof typeof purposes

/**
 * Returns the type that a store keeps such activities as. Made with the first of them; a type of that name is adopted. Found again by
 * its purpose, whatever staff call it.
 */
export async function typeOfPurpose(db: Db, storeId: number, purpose: TypePurpose): Promise<number> {
  const known = await findType(db, storeId, purpose)
  if (known !== undefined) return known
  // The second of two concurrent callers waits here and finds the type of the first.
  await lockFieldNames(db, storeId)
  const made = await findType(db, storeId, purpose)
  if (made !== undefined) return made
  for (let serial = 1; ; serial++) {
    const name = serial === 1 ? purposes[purpose] : `${purposes[purpose]} ${serial}`
    const type = await makeType(db, storeId, purpose, name)
    if (type !== undefined) return type
  }
}

async function findType(db: Db, storeId: number, purpose: TypePurpose): Promise<number | undefined> {
  const types = db.selectFrom('activity_type').select('id').where('store_id', '=', storeId)
  return (await types.where(sql<boolean>`purpose = ${purpose}`).executeTakeFirst())?.id
}

/** Returns undefined if a type with another purpose has the name. */
async function makeType(db: Db, storeId: number, purpose: TypePurpose, name: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into activity_type as t (store_id, name, purpose) values (${storeId}, ${name}, ${purpose})
    on conflict (store_id, name_key(name)) do update set purpose = ${purpose} where t.purpose is null
    returning id`.execute(db)
  if (rows[0]) await raiseNames(db, storeId)
  return rows[0]?.id
}
