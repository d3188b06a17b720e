import { profileErasureJobs } from '@ruam/contract/customers/erasure.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { wantRewrite } from '../../database/rewrite/want.ts'
import type { ErasedFile } from '../../formats/files/erase-rows.ts'
import { findFile, type StoredFile } from '../../formats/files/queries.ts'
import type { Core } from '../../servers/core.ts'
import type { TextTable } from './text-tables.ts'

/** The next file of the store after this one; undefined when there is none. */
export async function nextFile(db: Db, storeId: number, after: number): Promise<StoredFile | undefined> {
  const next = await db
    .selectFrom('file')
    .select('id')
    .where('store_id', '=', storeId)
    .where('id', '>', after)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return next && findFile(db, storeId, next.id)
}

/** True if the store has erased a person. */
export async function hasErased(db: Db, storeId: number): Promise<boolean> {
  const row = await db
    .selectFrom('erasure')
    .select('store_id')
    .where('store_id', '=', storeId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Counts rows of files and tables to search. */
export async function countRecords(db: Db, storeId: number, tables: readonly TextTable[]): Promise<number> {
  const counts = tables.map(({ name }) => sql`(select count(*) from ${sql.table(name)} where store_id = ${storeId})`)
  const { rows } = await sql<{ total: number }>`select ${sql.join(counts, sql` + `)}
    + (select coalesce(sum(row_count), 0) from file where store_id = ${storeId} and removed_at is null) as total`.execute(
    db,
  )
  return rows[0]!.total
}

/** Locks a file until the transaction ends. Returns false if it was reloaded or has new settings since the search. */
export async function isStill(
  db: Db,
  storeId: number,
  { id, storage_key, rows_key, settings }: StoredFile,
): Promise<boolean> {
  const same = db
    .selectFrom('file')
    .select('id')
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .where('storage_key', '=', storage_key)
    .where(sql<boolean>`rows_key is not distinct from ${rows_key}`)
    .where(sql<boolean>`settings = ${JSON.stringify(settings)}::jsonb`)
    .forShare()
  return (await same.executeTakeFirst()) !== undefined
}

/**
 * Puts the file that was stored again in place of the one it was made from, with what its runs recorded of the erased rows. False
 * when the file is another one. A load of it begins again; a dry run of it ends, for it has read the rows.
 */
export async function replaceErasedFile(
  core: Pick<Core, 'jobs'>,
  db: Db,
  storeId: number,
  { id, storage_key, rows_key, load_status }: StoredFile,
  { erased, numbers, ids }: { erased: ErasedFile; numbers: number[]; ids: readonly number[] },
): Promise<boolean> {
  const { settings, columns, facts, row_offsets, row_lines, warnings, ...rest } = erased
  const replaced = await db
    .updateTable('file')
    .set({
      ...rest,
      settings: JSON.stringify(settings),
      columns: JSON.stringify(columns),
      facts: JSON.stringify(facts),
      row_offsets: JSON.stringify(row_offsets),
      row_lines: JSON.stringify(row_lines),
      warnings: JSON.stringify(warnings),
      load_fence: sql`load_fence + 1`,
    })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .where('storage_key', '=', storage_key)
    .where('load_status', '=', load_status)
    .where('removed_at', 'is', null)
    .where(sql<boolean>`rows_key is not distinct from ${rows_key}`)
    .returning('id')
    .executeTakeFirst()
  if (!replaced) return false
  if (load_status === 'waiting' || load_status === 'loading')
    await core.jobs.enqueue(db, 'file-load', { store_id: storeId, file_id: id })
  // First held: one that begins in this moment has read where the file lay, and its row still says `pending` to an update.
  await sql`select from run where store_id = ${storeId} and file_id = ${id} and kind = 'dry'
    and status in ('pending', 'processing') order by id for update`.execute(db)
  await sql`update run set status = 'cancel', finished_at = clock_timestamp(), fence = fence + 1
    where store_id = ${storeId} and file_id = ${id} and kind = 'dry' and status = 'processing'`.execute(db)
  // Rows that identify the person are deleted last: a worker that resumes after a crash needs them.
  const own = sql`profile_id = any(${ids}::bigint[])`
  await sql`update run_record c set profile_id = case when ${own} then profile_id end,
      changes = case when ${own} then changes end, error = c.error || '{"value": ""}'
    from run r where r.store_id = ${storeId} and r.file_id = ${id} and c.store_id = ${storeId} and c.run = r.id
      and c.record_no = any(${numbers}::int[])`.execute(db)
  await sql`delete from mended_cell
    where store_id = ${storeId} and file_id = ${id} and record_no = any(${numbers}::int[])`.execute(db)
  // Column facts of a load hold samples.
  await wantRewrite(db, ['file', 'mended_cell', 'run_record', 'dry_run_block'])
  return true
}

/** An erased person's profiles, and the hashes of their keys. */
interface Erased {
  ids: readonly number[]
  hashes: readonly Buffer[]
}

/** Inserts erased profiles, and the hashes of what told them apart. */
export async function insertErasures(db: Db, storeId: number, erased: readonly Erased[]): Promise<void> {
  const ids = erased.flatMap((one) => one.ids)
  await sql`insert into erased_profile (store_id, profile_id)
    select ${storeId}::int, id from unnest(${ids}::bigint[]) as e (id) on conflict do nothing`.execute(db)
  const pairs = erased.flatMap((one) => one.ids.flatMap((id) => one.hashes.map((hash) => ({ id, hash }))))
  await sql`insert into erasure (store_id, key_hash, profile_id)
    select ${storeId}::int, hash, id
    from unnest(${pairs.map(({ hash }) => hash)}::bytea[], ${pairs.map(({ id }) => id)}::bigint[]) as e (hash, id)
    on conflict do nothing`.execute(db)
}

/** The profiles of a store that were erased. */
export async function erasedProfiles(db: Db, storeId: number): Promise<Set<number>> {
  const rows = await db.selectFrom('erased_profile').select('profile_id').where('store_id', '=', storeId).execute()
  return new Set(rows.map((row) => row.profile_id))
}

/** A person who can be erased, with the job that already waits for it. */
interface Erasable {
  profile_id: number
  job_id: number | null
}

/** Returns the people of these ids in order, without ids of other stores and erased people. */
export async function erasable(db: Db, storeId: number, ids: readonly number[]): Promise<Erasable[]> {
  const { rows } = await sql<Erasable>`
    select p.id as profile_id, (
      select min(j.id) from job j where j.store_id = p.store_id and j.kind = ${profileErasureJobs.profile_erase.kind}
        and j.status in ('pending', 'processing')
        and (j.request -> 'profile_ids' @> to_jsonb(p.id) or (j.request ->> 'profile_id')::bigint = p.id)) as job_id
    from profile p where p.store_id = ${storeId} and p.id = any(${ids}::bigint[])
    order by p.id`.execute(db)
  return rows
}

/** True if further erasures of the store are queued. */
export async function erasuresWait(db: Db, storeId: number): Promise<boolean> {
  const waiting = db
    .selectFrom('job')
    .select('id')
    .where('store_id', '=', storeId)
    .where('kind', '=', profileErasureJobs.profile_erase.kind)
    .where('status', '=', 'pending')
    .limit(1)
  return (await waiting.executeTakeFirst()) !== undefined
}

/** Recipients `r` of broadcasts who are these people: as customers, or as friends from before they were customers. */
export const isRecipient = (storeId: number, ids: readonly number[]) => sql`(r.profile_id = any(${ids}::bigint[])
  or r.profile_id is null and r.external_id is not null and r.external_id = any(array(
    select value from identity where store_id = ${storeId} and kind = 'line' and profile_id = any(${ids}::bigint[]))))`

/** Dissolves chunks of broadcasts that hold a person and were never called: their people are put into new ones, without the person. */
export async function leaveUntriedChunks(db: Db, storeId: number, ids: readonly number[]): Promise<void> {
  await sql`
    with mine as materialized (
      select distinct r.broadcast_id, r.chunk from broadcast_recipient r
      where r.store_id = ${storeId} and ${isRecipient(storeId, ids)} and r.status = 'queued' and r.chunk is not null
    ),
    gone as (
      delete from broadcast_chunk c using mine
      where c.store_id = ${storeId} and c.broadcast_id = mine.broadcast_id and c.id = mine.chunk and c.status = 'waiting' and c.tries = 0
      returning c.broadcast_id, c.id
    )
    update broadcast_recipient r set chunk = null from gone
    where r.store_id = ${storeId} and r.broadcast_id = gone.broadcast_id and r.chunk = gone.id and r.status = 'queued'`.execute(
    db,
  )
}

/** Returns whether the bytes of an unsettled chunk hold a person. A chunk that is being built is waited for. */
export async function isBeingSent(db: Db, storeId: number, ids: readonly number[]): Promise<boolean> {
  await sql`select from broadcast_recipient r
    where r.store_id = ${storeId} and ${isRecipient(storeId, ids)} and r.status = 'queued'
    order by r.broadcast_id, r.position for update`.execute(db)
  const { rows } = await sql`
    select from broadcast_recipient r
    join broadcast_chunk c on c.store_id = ${storeId} and c.broadcast_id = r.broadcast_id and c.id = r.chunk and c.body is not null
    where r.store_id = ${storeId} and ${isRecipient(storeId, ids)} limit 1`.execute(db)
  return rows.length > 0
}
