import { setTimeout as sleep } from 'node:timers/promises'
import { audit } from '../core/audit.ts'
import { inStore } from '../core/db.ts'
import { Refusal } from '../core/refusal.ts'
import { eraseRows, findRows, isInWorkbook } from '../files/erase-rows.ts'
import type { StoredFile } from '../files/queries.ts'
import type { JobWorker, Working } from '../jobs/work.ts'
import { holdProfiles, runningPipeline } from '../profiles/lock.ts'
import { type ErasureEntry, noteErasure } from './erasure-list.ts'
import { forget } from './forget.ts'
import { foundAgain } from './found-again.ts'
import { keyHasher } from './key-hashes.ts'
import { keyPattern } from './key-pattern.ts'
import { othersRows, type Person, personOf, rowsOf } from './person.ts'
import { countFiles, insertErasure, nextFile, replaceFile } from './queries.ts'

interface EraseRequest {
  profile_id: number
  /** An erasure of before that a restored backup does not know of. */
  again?: ErasureEntry
}

/** Where the job is: the last file it looked through, and what it has stored anew and must still remove. */
interface Cursor {
  profile: number
  file: number
  remove: string[]
}

const PIPELINE_PAUSE_MS = 2000

/**
 * Forgets a person: first their rows in the stored files, then everything in the database in one transaction, so that a worker that
 * goes on after a crash still knows whom to look for. Safe to be run twice.
 */
export const eraseProfile: JobWorker<EraseRequest> = async (working) => {
  const { core, storeId, job } = working
  const { again, profile_id } = job.request
  await whileImporting(working)
  const counts = { rows: 0, files: 0, unreadable: 0 }
  const targets = again ? await inStore(core.pool, storeId, (db) => foundAgain(core, db, storeId, again)) : [profile_id]
  for (const id of targets) await eraseOne(working, id, counts)
  if (again) {
    const hashes = again.hashes.map(({ hash }) => Buffer.from(hash, 'hex'))
    await working.block(async (db) => {
      await insertErasure(db, storeId, again.profile_id, hashes)
      return {}
    })
  }
  await core.pool.query('select door.refresh_samples()')
  return counts
}

type Counts = { rows: number; files: number; unreadable: number }

async function eraseOne(working: Working<EraseRequest>, profileId: number, counts: Counts): Promise<void> {
  const { core, storeId, job, block } = working
  const start: Cursor = { profile: profileId, file: 0, remove: [] }
  const kept = job.cursor as Cursor | null
  let cursor = kept?.profile === profileId ? kept : start
  for (;;) {
    const known = await inStore(core.pool, storeId, (db) => personOf(db, storeId, profileId))
    if (!known) return
    await noteErasure(core.config.dataFolder, entryOf(working, profileId, known))
    await eraseFiles(working, known, cursor, counts)
    let done = false
    await block(async (db) => {
      await holdProfiles(db, storeId)
      const now = await personOf(db, storeId, profileId)
      // Merged or changed meanwhile: there may be other rows in the files by now.
      if (identityOf(now) !== identityOf(known)) return { cursor: start }
      await forget(db, storeId, known)
      const hashOf = keyHasher(core.config.secretKey, storeId)
      const hashes = known.keys.map(({ column, value }) => hashOf(column, value))
      for (const id of known.ids) await insertErasure(db, storeId, id, hashes)
      const entry = { action: 'profile_erased', subject_type: 'profile', subject_id: profileId }
      await audit(db, storeId, job.created_by, null, entry)
      done = true
      return { done: 1, changed: 1 }
    })
    if (done) return
    cursor = start
  }
}

const identityOf = (person: Person | undefined) => JSON.stringify([person?.ids, person?.keys])

/** An import that was begun before, or is taken up after a restart, would write the person's rows down beside this job. */
async function whileImporting({ core, storeId, signal }: Working<EraseRequest>): Promise<void> {
  while (await inStore(core.pool, storeId, (db) => runningPipeline(db, storeId)))
    await sleep(PIPELINE_PAUSE_MS, undefined, { signal })
}

function entryOf({ core, storeId }: Working<EraseRequest>, profile_id: number, { createdAt, keys }: Person) {
  const hashOf = keyHasher(core.config.secretKey, storeId)
  return {
    store_id: storeId,
    profile_id,
    created_at: createdAt,
    erased_at: new Date().toISOString(),
    hashes: keys.map(({ column, value, alone }) => ({ hash: hashOf(column, value).toString('hex'), alone })),
  }
}

/** Takes the person's rows out of every stored file of the store, each file in a transaction of its own. */
async function eraseFiles(working: Working<EraseRequest>, person: Person, from: Cursor, counts: Counts): Promise<void> {
  const { core, storeId, block, signal } = working
  for (const key of from.remove) await core.storage.remove(key)
  const read = <T>(work: Parameters<typeof inStore<T>>[2]) => inStore(core.pool, storeId, work)
  const known = await read((db) => rowsOf(db, storeId, person.ids))
  const total = (await read((db) => countFiles(db, storeId))) + 1
  const text = keyPattern([...person.keys, ...person.former])
  const pattern = text === undefined ? undefined : new RegExp(text, 'i')
  for (let after = from.file; ; ) {
    signal.throwIfAborted()
    const file = await read((db) => nextFile(db, storeId, after))
    if (!file) return
    const look = await lookThrough(working, file, person, known.get(file.id) ?? new Set(), pattern)
    if (look === 'unreadable') counts.unreadable++
    if (look === 'unreadable' || look === 'nothing') {
      await block(async () => ({ done: 1, total, cursor: { ...from, file: file.id, remove: [] } }))
      after = file.id
      continue
    }
    const erased = await eraseRows(core.storage, storeId, file, look)
    const old = [file.storage_key, ...(file.rows_key ? [file.rows_key] : [])]
    let replaced = false
    await block(async (db) => {
      replaced = await replaceFile(core, db, storeId, file, { erased, numbers: [...look], ids: person.ids })
      return replaced ? { done: 1, total, cursor: { ...from, file: file.id, remove: old } } : {}
    })
    const unused = replaced ? old : [erased.storage_key, ...(erased.rows_key ? [erased.rows_key] : [])]
    for (const key of unused) await core.storage.remove(key)
    // Loaded anew meanwhile: looked through once more.
    if (!replaced) continue
    counts.files++
    counts.rows += look.size
    after = file.id
  }
}

/** The rows of a file that are the person's; empty when the person is only elsewhere in a workbook. */
async function lookThrough(
  { core, storeId }: Working<EraseRequest>,
  file: StoredFile,
  { ids }: Person,
  known: ReadonlySet<number>,
  pattern: RegExp | undefined,
): Promise<ReadonlySet<number> | 'nothing' | 'unreadable'> {
  try {
    const found = pattern ? await findRows(core.storage, file, pattern) : []
    const others = await inStore(core.pool, storeId, (db) => othersRows(db, storeId, file.id, found, ids))
    const theirs = new Set([...known, ...found.filter((no) => !others.has(no))])
    if (theirs.size > 0) return theirs
    const inside = file.type === 'xlsx' && pattern && (await isInWorkbook(core.storage, file, pattern))
    return inside ? theirs : 'nothing'
  } catch (error) {
    // Nobody can read it, so nobody can say who is in it.
    if (isUnreadable(error)) return 'unreadable'
    throw error
  }
}

const isUnreadable = (error: unknown) =>
  error instanceof Refusal ||
  (error as Error).name === 'UnreadableFile' ||
  (error as { code?: string }).code === 'ENOENT'
