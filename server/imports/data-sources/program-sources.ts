import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'

/** Returns the data source of an API key or API token, which is made with the credential, or with its first request. */
export async function programSource(db: Db, storeId: number, credential: number): Promise<number> {
  const found = () =>
    db
      .selectFrom('data_source')
      .select('id')
      .where('store_id', '=', storeId)
      .where('credential_id', '=', credential)
      .executeTakeFirst()
  const known = await found()
  if (known) return known.id
  await sql`
    insert into data_source (store_id, name, type, status, credential_id, created_by)
    select store_id, name, 'openapi', 'success', id, created_by from credential where store_id = ${storeId} and id = ${credential}
    on conflict (store_id, credential_id) where credential_id is not null do nothing`.execute(db)
  return (await found())!.id
}

/** Gives the data source of a credential its new name. */
export async function renameProgramSource(db: Db, storeId: number, credential: number, name: string): Promise<void> {
  await db
    .updateTable('data_source')
    .set({ name })
    .where('store_id', '=', storeId)
    .where('credential_id', '=', credential)
    .execute()
}
