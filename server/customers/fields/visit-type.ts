import { sql } from 'kysely'
import { raiseNames } from '../../access/stores/names-version.ts'
import type { Db } from '../../platform/core/db.ts'
import { holdNames } from './field-names.ts'
import { givenNames } from './given-names.ts'

/**
 * The type that a store's visits are kept as. Made with the first visit, of a type called so when the store has one already. Found again
 * by its purpose, whatever it is called by then.
 */
export async function visitType(db: Db, storeId: number): Promise<number> {
  const known = await findVisitType(db, storeId)
  if (known !== undefined) return known
  // Of two first visits the second waits, and finds the type of the first.
  await holdNames(db, storeId)
  const made = await findVisitType(db, storeId)
  if (made !== undefined) return made
  for (let serial = 1; ; serial++) {
    const name = serial === 1 ? givenNames.visitType.th : `${givenNames.visitType.th} ${serial}`
    const type = await makeVisitType(db, storeId, name)
    if (type !== undefined) return type
  }
}

async function findVisitType(db: Db, storeId: number): Promise<number | undefined> {
  const types = db.selectFrom('activity_type').select('id').where('store_id', '=', storeId)
  return (await types.where(sql<boolean>`purpose = 'visit'`).executeTakeFirst())?.id
}

/** Undefined where the name is that of a type with another purpose. */
async function makeVisitType(db: Db, storeId: number, name: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into activity_type as t (store_id, name, purpose) values (${storeId}, ${name}, 'visit')
    on conflict (store_id, name_key(name)) do update set purpose = 'visit' where t.purpose is null
    returning id`.execute(db)
  if (rows[0]) await raiseNames(db, storeId)
  return rows[0]?.id
}
