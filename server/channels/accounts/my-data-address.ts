import type { Config } from '../../core/config.ts'
import type { Db } from '../../database/db.ts'

type Served = { config: Pick<Config, 'publicUrl' | 'port'> }

/** Returns the address of a page of My data. */
export const pageUrl = ({ config }: Served, code: string) =>
  `${config.publicUrl ?? `http://localhost:${config.port}`}/d/${code}`

/** Returns the address that menus and answers open; null while the store's page is off. */
export async function myDataAddress(core: Served, db: Db, storeId: number): Promise<string | null> {
  const page = await db
    .selectFrom('my_data_page')
    .select('code')
    .where('store_id', '=', storeId)
    .where('is_on', '=', true)
    .executeTakeFirst()
  return page ? pageUrl(core, page.code) : null
}

/** True while the store's page is on. */
export async function isMyDataOn(db: Db, storeId: number): Promise<boolean> {
  const page = await db.selectFrom('my_data_page').select('is_on').where('store_id', '=', storeId).executeTakeFirst()
  return page?.is_on ?? false
}
