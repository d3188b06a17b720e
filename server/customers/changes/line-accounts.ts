import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'

/** Scope of the LINE user ids of an account `c`: the provider that staff named, or the account alone. */
export const lineScope = sql.raw(`coalesce('provider ' || c.provider, 'channel ' || c.external_id)`)

/** Returns the store's LINE accounts by name, with the scope of their user ids. */
export async function lineAccounts(db: Db, storeId: number) {
  const { rows } = await sql<{ id: number; name: string; provider: string | null; scope: string }>`
    select c.id, c.name, c.provider, ${lineScope} as scope from channel c
    where c.store_id = ${storeId} and c.type in ('lineOA', 'lineModule') order by c.name, c.id`.execute(db)
  return rows
}
