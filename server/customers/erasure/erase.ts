import { setTimeout as sleep } from 'node:timers/promises'
import { exportEvent } from '@ruam/contract/reports/exports.ts'
import { databaseNow } from '../../core/now.ts'
import { authorOf } from '../../core/principal.ts'
import { type Db, inStore } from '../../database/db.ts'
import { audit } from '../../http/audit.ts'
import type { JobContext, JobWorker } from '../../jobs/define.ts'
import { clearJob, stopJobs } from '../../jobs/queries.ts'
import { publish } from '../../push/publish.ts'
import type { Core } from '../../servers/core.ts'
import { publishChanged } from '../changes/publish-change.ts'
import { lockProfiles, runningPipeline } from '../profiles/lock.ts'
import { readValues } from '../profiles/read-values.ts'
import type { Counts, EraseRequest, ErasureCursor } from './cursor.ts'
import { eraseFiles } from './erase-files.ts'
import { eraseTexts } from './erase-texts.ts'
import { findErasedMatches } from './erased-match.ts'
import { noteErasure } from './erasure-list.ts'
import { forgetPerson, hide } from './forget.ts'
import { keyHasher } from './key-hashes.ts'
import { countMentions } from './mentions.ts'
import { type ErasedPerson, personOf } from './person.ts'
import { countRecords, erasuresWait, insertErasure, isBeingSent, leaveUntriedChunks } from './queries.ts'
import { textTables } from './text-tables.ts'

const PIPELINE_PAUSE_MS = 2000

/**
 * Erases a person: hides them from lists, removes their rows from stored files, and redacts their keys in texts about other people.
 * The last transaction deletes their data from the database, so that a worker that resumes after a crash can still search for it.
 * Idempotent.
 */
export const eraseProfile: JobWorker<EraseRequest> = async (working) => {
  const { core, storeId, job, block } = working
  const { again, profile_id } = job.request
  await whileImporting(working)
  const cursor = job.cursor as ErasureCursor | null
  let counts = cursor?.counts ?? { rows: 0, files: 0, unreadable: 0, texts: 0 }
  const targets = again
    ? await inStore(core.pool, storeId, (db) => findErasedMatches(core, db, storeId, [again]))
    : [profile_id]
  for (const id of targets) {
    const start = { profile: id, file: 0, remove: [], text: null, counts }
    counts = await eraseOne(working, cursor?.profile === id ? cursor : start)
  }
  if (again) {
    const hashes = again.hashes.map(({ hash }) => Buffer.from(hash, 'hex'))
    await block(async (db) => {
      await insertErasure(db, storeId, again.profile_id, hashes)
      return {}
    })
  }
  const others = await inStore(core.pool, storeId, (db) => erasuresWait(db, storeId))
  // Reads samples of every table: the last erasure of a list does it for all.
  if (!others) await core.pool.query('select auth.refresh_samples()')
  return inStore(core.pool, storeId, async (db) => {
    let mentions = 0
    for (const id of targets) mentions += await countMentions(db, storeId, id)
    return { ...counts, mentions }
  })
}

async function eraseOne(working: JobContext<EraseRequest>, from: ErasureCursor): Promise<Counts> {
  const { core, storeId, job, block, signal } = working
  const { profile } = from
  const read = <T>(work: Parameters<typeof inStore<T>>[2]) => inStore(core.pool, storeId, work)
  let cursor = from
  for (;;) {
    const known = await read((db) => personOf(db, storeId, profile))
    if (!known) return cursor.counts
    await noteErasure(core.lists, entryOf(working, profile, known))
    await block(async (db) => {
      await lockProfiles(db, storeId)
      await hide(db, storeId, authorOf(job.created_by), known.ids)
      await publishChanged(db, storeId, job.created_by, known.ids)
      await eraseExports(core, db, storeId)
      return { cursor }
    })
    // In a separate block: other edits would wait until the count ends.
    await block(async (db) => ({ total: (await countRecords(db, storeId, await textTables(db))) + 1 }))
    cursor = await eraseFiles(working, known, cursor)
    cursor = await eraseTexts(working, known, cursor)
    // Removes values held by the person only, and redacted ones.
    await readValues(core, storeId, { signal, wait: true })
    await whileSending(working, known)
    const again = { ...cursor, file: 0, remove: [], text: null }
    let done = false
    await block(async (db) => {
      await lockProfiles(db, storeId)
      await hide(db, storeId, authorOf(job.created_by), known.ids)
      const now = await personOf(db, storeId, profile)
      // Changed, or split from a merge, since: there may be more to search for.
      if (identityOf(now) !== identityOf(known)) return { cursor: again }
      // A chunk of a broadcast was being built when the person was hidden.
      if (await isBeingSent(db, storeId, known.ids)) return { cursor: again }
      const hashOf = keyHasher(core.config.secretKey, storeId)
      const hashes = known.keys.map(({ column, value }) => hashOf(column, value))
      await forgetPerson(db, storeId, known, hashes)
      // Repeats the search for rows that imports wrote meanwhile.
      await eraseExports(core, db, storeId)
      for (const id of known.ids) await insertErasure(db, storeId, id, hashes)
      const entry = { action: 'profile_erased', subject_type: 'profile', subject_id: profile } as const
      await audit(db, storeId, authorOf(job.created_by), null, entry)
      done = true
      return { done: 1, changed: 1, cursor }
    })
    if (done) return cursor.counts
    cursor = again
  }
}

const identityOf = (person: ErasedPerson | undefined) =>
  JSON.stringify([person?.ids, person?.keys, person?.former, person?.called])

/** Waits for a running import: started before, or resumed after a restart, it would write the person's rows during this job. */
async function whileImporting({ core, storeId, signal }: JobContext<EraseRequest>): Promise<void> {
  while (await inStore(core.pool, storeId, (db) => runningPipeline(db, storeId)))
    await sleep(PIPELINE_PAUSE_MS, undefined, { signal })
}

/** LINE may still accept a call whose bytes hold the person's id: its outcome comes first, within 23 hours. */
async function whileSending({ core, storeId, signal }: JobContext<EraseRequest>, { ids }: ErasedPerson): Promise<void> {
  for (;;) {
    const waits = await inStore(core.pool, storeId, async (db) => {
      await leaveUntriedChunks(db, storeId, ids)
      return isBeingSent(db, storeId, ids)
    })
    if (!waits) return
    await sleep(PIPELINE_PAUSE_MS, undefined, { signal })
  }
}

function entryOf({ core, storeId }: JobContext<EraseRequest>, profile_id: number, { createdAt, keys }: ErasedPerson) {
  const hashOf = keyHasher(core.config.secretKey, storeId)
  return {
    store_id: storeId,
    profile_id,
    created_at: createdAt,
    erased_at: new Date(databaseNow()).toISOString(),
    hashes: keys.map(({ column, value, alone }) => ({ hash: hashOf(column, value).toString('hex'), alone })),
  }
}

/**
 * Takes away every file that was exported from the store until now, for the person may be in it; one that is being made has read them already
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
