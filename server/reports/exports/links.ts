import { may, type Rights } from '@ruam/contract/platform/permissions.ts'
import { EXPORT_LINK_SECONDS } from '@ruam/contract/reports/exports.ts'
import { sql } from 'kysely'
import { newToken, tokenHash } from '../../core/tokens.ts'
import type { Db } from '../../database/db.ts'
import { type ExportRow, findExport } from './queries.ts'

/** The secret of a link: it names its store, so that it is looked for behind that store's wall. */
const TOKEN = /^([1-9]\d{0,9})-[\w-]{20,200}$/

export function storeOfToken(token: string): number | undefined {
  const store = Number(TOKEN.exec(token)?.[1])
  return store <= 2_147_483_647 ? store : undefined
}

/** Creates a link to a file for a session. Returns its secret, of which only the hash is stored. */
export async function insertLink(db: Db, storeId: number, sessionId: number, id: number): Promise<string> {
  const token = `${storeId}-${newToken()}`
  await db
    .insertInto('export_link')
    .values({
      store_id: storeId,
      token_hash: tokenHash(token),
      export_id: id,
      session_id: sessionId,
      expires_at: sql<string>`clock_timestamp() + make_interval(secs => ${EXPORT_LINK_SECONDS}::int)`,
    })
    .execute()
  return token
}

/**
 * Spends a link, whatever comes of it, and answers the file when who asked for it may still have it: their login is on, they belong to the
 * store, whose agreement holds, with every right that the file needs.
 */
export async function spendLink(db: Db, storeId: number, token: string): Promise<ExportRow | undefined> {
  const link = await db
    .deleteFrom('export_link')
    .where('store_id', '=', storeId)
    .where('token_hash', '=', tokenHash(token))
    .where('expires_at', '>', sql<string>`clock_timestamp()`)
    .returning(['export_id', 'session_id'])
    .executeTakeFirst()
  if (!link) return undefined
  const { rows } = await sql<Rights & { dpa_status: string; user_id: number }>`
    select i.roles, i.permissions, i.dpa_status from auth.still_in(array[${link.session_id}::bigint], array[${storeId}::int]) i`.execute(
    db,
  )
  const [rights] = rows
  const item = await findExport(db, storeId, link.export_id)
  if (item?.status !== 'completed' || !item.storage_key) return undefined
  return rights?.dpa_status === 'found' && may(rights, ...item.rights) ? item : undefined
}
