import { addAbortSignal, Readable } from 'node:stream'
import { COPY_DAYS } from '@ruam/contract/privacy/requests.ts'
import { sql } from 'kysely'
import { contextOf } from '../../core/context.ts'
import { type Db, inStore, onConnection } from '../../database/db.ts'
import type { JobContext, JobWorker } from '../../jobs/define.ts'
import type { Core } from '../../servers/core.ts'
import { contentOf } from './content.ts'
import { htmlCopy, jsonCopy } from './write-copy.ts'

/** Maximum bytes of each file. */
const MAX_BYTES = 1024 ** 3

export interface CopyRequest {
  request: number
  profile_ids: number[]
}

interface Made {
  json: { key: string; size: number }
  html: { key: string; size: number }
  hidden: number
}

/** Makes the files of a copy in one snapshot. Its row is gone if the person was erased meanwhile: then nothing is left. */
export const makeCopy: JobWorker<CopyRequest> = async (working) => {
  const { core, storeId, job, block } = working
  const made = await writeFiles(working)
  const replaced = { keys: [] as string[], stored: false }
  await block(async (db) => {
    const former = await keysOf(db, storeId, job.request.request)
    const { numUpdatedRows } = await db
      .updateTable('privacy_copy')
      .set({
        ...{
          json_key: made.json.key,
          html_key: made.html.key,
          bytes: made.json.size + made.html.size,
          hidden: made.hidden,
        },
        made_at: sql`clock_timestamp()`,
        expires_at: sql`clock_timestamp() + make_interval(days => ${COPY_DAYS})`,
      })
      .where('store_id', '=', storeId)
      .where('request_id', '=', job.request.request)
      .where('job_id', '=', job.id)
      .executeTakeFirst()
    replaced.stored = numUpdatedRows > 0n
    replaced.keys = replaced.stored ? former : [made.json.key, made.html.key]
    if (replaced.keys.length > 0) await core.jobs.enqueue(db, 'file-remove', { keys: replaced.keys })
    return { done: 1, total: 1 }
  })
  return { hidden: made.hidden }
}

async function keysOf(db: Db, storeId: number, request: number): Promise<string[]> {
  const row = await db
    .selectFrom('privacy_copy')
    .select(['json_key', 'html_key'])
    .where('store_id', '=', storeId)
    .where('request_id', '=', request)
    .executeTakeFirst()
  return [row?.json_key ?? [], row?.html_key ?? []].flat()
}

async function writeFiles({ core, storeId, job, signal }: JobContext<CopyRequest>): Promise<Made> {
  const { pool, storage } = core
  const name = await inStore(pool, storeId, (db) => storeName(db, storeId))
  const client = await pool.connect()
  try {
    await client.query(`begin isolation level repeatable read; ${contextOf(storeId)}; set local datestyle = 'ISO, YMD'`)
    const db = onConnection(client)
    const content = await contentOf(db, storeId, job.request.profile_ids)
    const about = { store: name, made_at: new Date(job.created_at).toISOString(), request: job.request.request }
    const put = async (text: AsyncGenerator<string>) => {
      const source = addAbortSignal(signal, Readable.from(text, { objectMode: false }))
      source.on('error', () => {})
      return storage.put(storeId, source, MAX_BYTES)
    }
    const json = await put(jsonCopy(content, about))
    const hidden = content.hidden()
    const page = await put(htmlCopy(content, about)).catch(async (error) => {
      await storage.remove(json.key)
      throw error
    })
    await client.query('commit')
    client.release()
    return { json, html: page, hidden }
  } catch (error) {
    // It may be in the middle of a statement: the connection goes with it.
    client.release(true)
    if (signal.aborted) throw signal.reason
    throw error
  }
}

async function storeName(db: Db, storeId: number): Promise<string> {
  const row = await db.selectFrom('store').select('name').where('store_id', '=', storeId).executeTakeFirstOrThrow()
  return row.name
}

/** Deletes copies whose days are over. */
export async function endCopies({ pool, storage }: Pick<Core, 'pool' | 'storage'>, storeId: number): Promise<void> {
  const keys = await inStore(pool, storeId, async (db) => {
    const gone = await db
      .deleteFrom('privacy_copy')
      .where('store_id', '=', storeId)
      .where('expires_at', '<=', sql<string>`now()`)
      .returning(['json_key', 'html_key'])
      .execute()
    return gone.flatMap(({ json_key, html_key }) => [json_key ?? [], html_key ?? []].flat())
  })
  for (const key of keys) await storage.remove(key)
}
