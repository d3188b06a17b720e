import { setTimeout as sleep } from 'node:timers/promises'
import { exportEvent } from '@ruam/contract/reports/exports.ts'
import { databaseNow } from '../../core/now.ts'
import { authorOf } from '../../core/principal.ts'
import { tapperOfUser } from '../../core/tapper.ts'
import { type Db, inStore } from '../../database/db.ts'
import { audit } from '../../http/audit.ts'
import type { JobContext, JobWorker } from '../../jobs/define.ts'
import { clearJob, stopJobs } from '../../jobs/queries.ts'
import { publish } from '../../push/publish.ts'
import type { Core } from '../../servers/core.ts'
import { publishChanged } from '../changes/publish-change.ts'
import { lockProfiles, runningPipeline } from '../profiles/lock.ts'
import { readValues } from '../profiles/read-values.ts'
import { type Counts, type EraseRequest, type ErasureCursor, eraseRequest } from './cursor.ts'
import { eraseBodies } from './erase-bodies.ts'
import { eraseCopies, eraseOthersCopies } from './erase-copies.ts'
import { eraseFiles } from './erase-files.ts'
import { eraseTexts } from './erase-texts.ts'
import { findErasedMatches } from './erased-match.ts'
import { type ErasureEntry, noteErasures } from './erasure-list.ts'
import { forgetPeople, hide } from './forget.ts'
import { keyHasher } from './key-hashes.ts'
import { countMentions } from './mentions.ts'
import { type ErasedPeople, peopleOf } from './person.ts'
import { countRecords, erasuresWait, insertErasures, isBeingSent, leaveUntriedChunks } from './queries.ts'
import { textTables } from './text-tables.ts'

const PIPELINE_PAUSE_MS = 2000

/**
 * Erases people: hides them from lists, removes their rows from stored files, and redacts their keys in texts about others. Reads each file
 * and table once for all of them. The last transaction deletes their data from the database, so that a worker that resumes after a crash can
 * still search for it. Idempotent.
 */
export const eraseProfiles: JobWorker<EraseRequest> = async (working) => {
  const { core, storeId, job, block } = working
  const { again, profile_ids } = eraseRequest(job.request)
  await whileImporting(working)
  const read = <T>(work: Parameters<typeof inStore<T>>[2]) => inStore(core.pool, storeId, work)
  const targets = again.length > 0 ? await read((db) => findErasedMatches(core, db, storeId, again)) : profile_ids
  const counts = await eraseAll(working, targets)
  if (again.length > 0)
    await block(async (db) => {
      const hashes = ({ hashes }: ErasureEntry) => hashes.map(({ hash }) => Buffer.from(hash, 'hex'))
      await insertErasures(
        db,
        storeId,
        again.map((entry) => ({ ids: [entry.profile_id], hashes: hashes(entry) })),
      )
      return {}
    })
  const others = await read((db) => erasuresWait(db, storeId))
  // Reads samples of every table: the last of several erasures does it for all.
  if (!others) await core.pool.query('select auth.refresh_samples()')
  return { ...counts, mentions: await read((db) => countMentions(db, storeId, targets)) }
}

async function eraseAll(working: JobContext<EraseRequest>, targets: readonly number[]): Promise<Counts> {
  const { core, storeId, job, block, signal } = working
  const read = <T>(work: Parameters<typeof inStore<T>>[2]) => inStore(core.pool, storeId, work)
  const by = authorOf(job.created_by)
  let cursor: ErasureCursor = (job.cursor as ErasureCursor | null) ?? {
    ...{ file: 0, remove: [], text: null },
    counts: { rows: 0, files: 0, unreadable: 0, texts: 0 },
  }
  for (;;) {
    const known = await read((db) => peopleOf(db, storeId, targets))
    if (known.people.length === 0) return cursor.counts
    await noteErasures(core.lists, entriesOf(working, known))
    await block(async (db) => {
      await lockProfiles(db, storeId)
      await hide(db, storeId, by, known.ids)
      await publishChanged(db, storeId, job.created_by, known.ids)
      await eraseExports(core, db, storeId)
      await eraseCopies(core, db, storeId, known.ids)
      return { cursor }
    })
    // In a separate block: other edits would wait until the count ends.
    await block(async (db) => ({ total: (await countRecords(db, storeId, await textTables(db))) + 1 }))
    cursor = await eraseFiles(working, known, cursor)
    cursor = await eraseTexts(working, known, cursor)
    await eraseBodies(working, known)
    await eraseOthersCopies(working, known)
    // Removes values that these people alone have, and redacted ones.
    await readValues(core, storeId, { signal, wait: true })
    await whileSending(working, known)
    const again = { ...cursor, file: 0, remove: [], text: null }
    let done = false
    await block(async (db) => {
      await lockProfiles(db, storeId)
      await hide(db, storeId, by, known.ids)
      // Changed, or split from a merge, since: there may be more to search for.
      if (identityOf(await peopleOf(db, storeId, targets)) !== identityOf(known)) return { cursor: again }
      // A chunk of a broadcast was being built when they were hidden.
      if (await isBeingSent(db, storeId, known.ids)) return { cursor: again }
      // Started since.
      await eraseCopies(core, db, storeId, known.ids)
      const hashOf = keyHasher(core.config.secretKey, storeId)
      const erased = known.people.map(({ ids, keys }) => ({
        ids,
        hashes: keys.map(({ column, value }) => hashOf(column, value)),
      }))
      const of = { secretKey: core.config.secretKey, storeId }
      await forgetPeople(db, storeId, {
        ids: known.ids,
        keys: erased.flatMap(({ hashes }) => hashes),
        tappers: known.keys.flatMap(({ column, value }) =>
          column === 'line_user_id' ? [tapperOfUser(of, value)] : [],
        ),
      })
      // Repeats the search for rows that imports wrote meanwhile.
      await eraseExports(core, db, storeId)
      await insertErasures(db, storeId, erased)
      for (const { id } of known.people) {
        const entry = { action: 'profile_erased', subject_type: 'profile', subject_id: id } as const
        await audit(db, storeId, by, null, entry)
      }
      done = true
      return { done: 1, changed: known.people.length, cursor }
    })
    if (done) return cursor.counts
    cursor = again
  }
}

const identityOf = ({ people }: ErasedPeople) =>
  JSON.stringify(people.map(({ ids, keys, former, called }) => [ids, keys, former, called]))

/** Waits for a running import: started before, or resumed after a restart, it would write rows of these people during this job. */
async function whileImporting({ core, storeId, signal }: JobContext<EraseRequest>): Promise<void> {
  while (await inStore(core.pool, storeId, (db) => runningPipeline(db, storeId)))
    await sleep(PIPELINE_PAUSE_MS, undefined, { signal })
}

/** LINE may still accept a call whose bytes hold a person's id: its outcome comes first, within 23 hours. */
async function whileSending({ core, storeId, signal }: JobContext<EraseRequest>, { ids }: ErasedPeople): Promise<void> {
  for (;;) {
    const waits = await inStore(core.pool, storeId, async (db) => {
      await leaveUntriedChunks(db, storeId, ids)
      return isBeingSent(db, storeId, ids)
    })
    if (!waits) return
    await sleep(PIPELINE_PAUSE_MS, undefined, { signal })
  }
}

function entriesOf({ core, storeId }: JobContext<EraseRequest>, { people }: ErasedPeople): ErasureEntry[] {
  const hashOf = keyHasher(core.config.secretKey, storeId)
  const erased_at = new Date(databaseNow()).toISOString()
  return people.map(({ id, createdAt, keys }) => ({
    ...{ store_id: storeId, profile_id: id, created_at: createdAt, erased_at },
    hashes: keys.map(({ column, value, alone }) => ({ hash: hashOf(column, value).toString('hex'), alone })),
  }))
}

/**
 * Takes away every file that was exported from the store until now, for the people may be in it; one that is being made has read them already
 * and ends as failed. Nothing in a file says whom it is about, and looking through all of them would take as long as making them again.
 */
async function eraseExports(core: Pick<Core, 'jobs'>, db: Db, storeId: number): Promise<void> {
  const made = await db
    .deleteFrom('export')
    .where('store_id', '=', storeId)
    .where('storage_key', 'is not', null)
    .returning('storage_key')
    .execute()
  const keys = made.flatMap(({ storage_key }) => storage_key ?? [])
  if (keys.length > 0) await core.jobs.enqueue(db, 'file-remove', { keys })
  const others = await db.selectFrom('export').select('id').where('store_id', '=', storeId).orderBy('id').execute()
  const ids = others.map(({ id }) => id)
  for (const { id, created_by: userId } of await stopJobs(db, storeId, ids, 'failed', { name: 'export_erasure' })) {
    await clearJob(db, storeId, id, [['filter']])
    const data = { export_id: id, progress: 0, status: 'failed' as const, url: '' }
    await publish(db, exportEvent, { storeId, userId, data })
  }
}
