import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { type Db, inStore } from '../../database/db.ts'
import type { JobContext } from '../../jobs/define.ts'
import type { Core } from '../../servers/core.ts'
import type { EraseRequest } from './cursor.ts'
import type { ErasedPeople } from './person.ts'
import { keyTest } from './search.ts'

interface CopyFiles {
  json_key: string | null
  html_key: string | null
}

async function removeFiles(core: Pick<Core, 'jobs'>, db: Db, copies: readonly CopyFiles[]): Promise<void> {
  const keys = copies.flatMap(({ json_key, html_key }) => [json_key ?? [], html_key ?? []].flat())
  if (keys.length > 0) await core.jobs.enqueue(db, 'file-remove', { keys })
}

/** Deletes the copies of what the store had of these people, with their files. */
export async function eraseCopies(
  core: Pick<Core, 'jobs'>,
  db: Db,
  storeId: number,
  ids: readonly number[],
): Promise<void> {
  const { rows } = await sql<CopyFiles>`
    delete from privacy_copy c using privacy_request_profile p
    where c.store_id = ${storeId} and p.store_id = ${storeId} and p.request_id = c.request_id and p.profile_id = any(${ids}::bigint[])
    returning c.json_key, c.html_key`.execute(db)
  await removeFiles(core, db, rows)
}

/**
 * Deletes copies about other customers that hold a key of these people: one may have had their phone when the copy was made. A key that
 * another profile has now is its own. Staff can make a deleted copy again.
 */
export async function eraseOthersCopies(working: JobContext<EraseRequest>, known: ErasedPeople): Promise<void> {
  const { core, storeId, block, signal } = working
  const keys = known.people.flatMap((one) => [...one.keys.filter(({ alone }) => alone), ...one.former])
  const isTheirs = keyTest({ ...known, keys })
  if (!isTheirs) return
  const copies = await inStore(core.pool, storeId, (db) =>
    db
      .selectFrom('privacy_copy')
      .select(['request_id', 'json_key'])
      .where('store_id', '=', storeId)
      .where('json_key', 'is not', null)
      .orderBy('request_id')
      .execute(),
  )
  for (const { request_id, json_key } of copies) {
    signal.throwIfAborted()
    const content = await text(core.storage.read(json_key!)).catch((error: NodeJS.ErrnoException) => {
      // Deleted meanwhile.
      if (error.code === 'ENOENT') return ''
      throw error
    })
    if (!isTheirs(content)) continue
    await block(async (db) => {
      const gone = await db
        .deleteFrom('privacy_copy')
        .where('store_id', '=', storeId)
        .where('request_id', '=', request_id)
        .where('json_key', '=', json_key)
        .returning(['json_key', 'html_key'])
        .execute()
      await removeFiles(core, db, gone)
      return {}
    })
  }
}
