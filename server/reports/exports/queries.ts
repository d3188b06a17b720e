import type { Permission } from '@ruam/contract/platform/permissions.ts'
import {
  EXPORT_DAYS,
  type ExportFileType,
  type ExportType,
  MAX_RUNNING_EXPORTS,
} from '@ruam/contract/reports/exports.ts'
import { sql } from 'kysely'
import { type Db, escapeLike } from '../../database/db.ts'
import { pageRows } from '../../database/page.ts'
import { storeLocks } from '../../database/postgres/locks.ts'
import type { MadeFile } from './make-file.ts'

/** First key of the advisory locks that serialize starts of a store's exports. */
const LOCK = storeLocks.exports

/** True if another export may begin; locks out concurrent starts until the transaction ends. */
export async function mayBegin(db: Db, storeId: number): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(${LOCK}, ${storeId}::int)`.execute(db)
  const { rows } = await sql<{ running: number }>`select count(*) as running from export e
    join job j on j.store_id = e.store_id and j.id = e.id
    where e.store_id = ${storeId} and j.status in ('pending', 'processing')`.execute(db)
  return rows[0]!.running < MAX_RUNNING_EXPORTS
}

interface NewExport {
  id: number
  user_id: number
  type: ExportType
  file_type: ExportFileType
  file_name: string
  rights: Permission[]
}

export async function insertExport(db: Db, storeId: number, item: NewExport): Promise<void> {
  await db
    .insertInto('export')
    .values({ ...item, store_id: storeId, storage_key: null, rows: null, size: null })
    .execute()
}

const columns = [
  'e.id',
  'e.user_id',
  'e.type',
  'e.file_type',
  'e.file_name',
  'e.rights',
  'e.storage_key',
  'e.rows',
  'e.size',
  'e.cut',
  'e.created_at',
  'e.expires_at',
  'j.status',
  'j.total',
  'j.done',
  'j.started_at',
  'j.error',
  'j.created_by',
] as const

/** The exports of a store with the state of their jobs. */
function exportRows(db: Db, storeId: number) {
  return db
    .selectFrom('export as e')
    .innerJoin('job as j', (join) => join.onRef('j.store_id', '=', 'e.store_id').onRef('j.id', '=', 'e.id'))
    .where('e.store_id', '=', storeId)
    .where('e.expires_at', '>', sql<string>`now()`)
}

export const findExport = (db: Db, storeId: number, id: number) =>
  exportRows(db, storeId).select(columns).where('e.id', '=', id).executeTakeFirst()

export type ExportRow = NonNullable<Awaited<ReturnType<typeof findExport>>>

/** Exports of a person that need no more than these permissions; null stands for an owner, who holds all. */
const ownRows = (db: Db, storeId: number, userId: number, held: readonly string[] | null) =>
  exportRows(db, storeId)
    .where('e.user_id', '=', userId)
    .where(held === null ? sql<boolean>`true` : sql<boolean>`e.rights <@ ${held}::text[]`)

export function findOwn(db: Db, storeId: number, userId: number, held: readonly string[] | null, id: number) {
  return ownRows(db, storeId, userId, held).select(columns).where('e.id', '=', id).executeTakeFirst()
}

interface ListQuery {
  keyword?: string | undefined
  offset: number
  limit: number
  sort_dir: 'asc' | 'desc'
}

export function listOwn(db: Db, storeId: number, userId: number, held: readonly string[] | null, q: ListQuery) {
  const own = ownRows(db, storeId, userId, held)
  const named = q.keyword ? own.where('e.file_name', 'ilike', `%${escapeLike(q.keyword)}%`) : own
  return pageRows(named, q, (page) =>
    page.select(columns).orderBy('e.created_at', q.sort_dir).orderBy('e.id', q.sort_dir),
  )
}

/** Keeps what the file that is being made asks for. */
export async function noteRights(db: Db, storeId: number, id: number, rights: Permission[]): Promise<void> {
  await db.updateTable('export').set({ rights }).where('store_id', '=', storeId).where('id', '=', id).execute()
}

/** Gives an export its file, with the transaction that ends its job. */
export async function storeFile(db: Db, storeId: number, id: number, { columns: _, ...file }: MadeFile): Promise<void> {
  const expires_at = sql<string>`clock_timestamp() + make_interval(days => ${EXPORT_DAYS}::int)`
  await db
    .updateTable('export')
    .set({ ...file, expires_at })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .execute()
}

/** Locks a person's exports of these ids. Returns the ids that are found. */
export async function lockOwnExports(
  db: Db,
  storeId: number,
  userId: number,
  ids: readonly number[],
): Promise<number[]> {
  const rows = await db
    .selectFrom('export')
    .select('id')
    .where('store_id', '=', storeId)
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

/** Deletes the exports of a person, or these of them. Returns what they had. */
export function deleteOwn(db: Db, storeId: number, userId: number, ids?: readonly number[]) {
  const own = db.deleteFrom('export').where('store_id', '=', storeId).where('user_id', '=', userId)
  return (ids ? own.where('id', 'in', ids) : own).returning(['id', 'storage_key']).execute()
}
