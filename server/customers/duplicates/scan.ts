import { setTimeout as sleep } from 'node:timers/promises'
import { profileDuplicateJobs } from '@ruam/contract/customers/duplicates.ts'
import { sql } from 'kysely'
import { type Db, inStore } from '../../database/db.ts'
import { byIndexes, bySetsOfAnyStore } from '../../database/plans.ts'
import type { JobContext, JobWorker } from '../../jobs/define.ts'
import { fieldsOf } from '../fields/fields.ts'
import { totalProfiles } from '../profiles/queries.ts'
import { type Found, type Measures, STEP_LINKED } from './comparer.ts'
import { type RemoteComparer, withComparer } from './comparer-thread.ts'
import {
  BLOCKS_READ,
  blocksOf,
  changedPeople,
  deleteBlocks,
  lockKeys,
  markBlocks,
  nextBlocks,
  nextSlots,
  writeBlocks,
} from './key-block-queries.ts'
import { KEYS_VERSION } from './keys.ts'
import { activityTotals } from './queries.ts'
import { dropPairs, namesOf, openPairs, peopleAsJson, samplePeople, writePairs } from './scan-queries.ts'

/** Profiles whose keys one transaction writes, and that it looks through if hardly any has changed. */
const BLOCK = 2048
const MOST_OF_BLOCK = 16_384
/** Maximum number of pauses for imports, and their length. They last for two large files; then the scan continues. */
const MOST_PAUSES = 600
const PAUSE_MS = 1000
/** Growth after which the whole store is scanned: values that tell people apart may have changed. */
const GROWN = 2

export interface ScanRequest {
  /** Everybody, and not only who was changed since the last scan. */
  whole: boolean
}

/** Result of a scan, and start of the next one. */
interface ScanResult extends Measures {
  /** Profiles whose phone, e-mail or the like is shared by too many to be compared by it. */
  cut: number
  /** Pairs that shared a key, and were compared. */
  compared: number
  /** See KEYS_VERSION. */
  keys: number
}

interface Cursor extends ScanResult {
  /** True if this scan has measured the store. */
  whole: boolean
  /** True if all keys are written, and only those of who was changed meanwhile are written again. */
  repeated: boolean
  /** Imports that end later have started no scan. */
  since: string
  /** First the keys of changed profiles are written, then profiles that share one are compared, then pairs of pairs are. */
  phase: 'keys' | 'pairs' | 'links' | 'over'
  /** First slot of the keys to write. */
  slot: number
  /** Last profile whose pairs were compared. */
  after: number
  total: number
  done: number
  /** Progress: each profile is visited twice and counts once. */
  walked: number
  /** Pauses so far, for imports of the store. */
  pauses: number
}

interface Scan {
  storeId: number
  comparer: RemoteComparer
  /** True once the comparer has all keys. */
  loaded: boolean
  /** Profiles of the next transaction that writes keys. */
  block: number
}

/** The last scan that came to its end. */
export async function lastScan(db: Db, storeId: number) {
  const row = await db
    .selectFrom('job')
    .select(['id', 'result', 'finished_at'])
    .where('store_id', '=', storeId)
    .where('kind', '=', profileDuplicateJobs.duplicate_scan.kind)
    .where('status', '=', 'completed')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && { ...row, result: row.result as unknown as ScanResult }
}

/** Looks for pairs of profiles that are likely one person, block by block; goes on where a worker before has come to. */
export const scanDuplicates: JobWorker<ScanRequest> = async (context) => {
  const { core, storeId } = context
  const live = await inStore(core.pool, storeId, (db) => totalProfiles(db, storeId))
  return withComparer(live, (comparer) => scanWith(context, comparer))
}

async function scanWith({ storeId, job, block, signal }: JobContext<ScanRequest>, comparer: RemoteComparer) {
  const scan: Scan = { storeId, comparer, loaded: false, block: BLOCK }
  const kept = job.cursor as Cursor | null
  let cursor = kept?.keys === KEYS_VERSION ? kept : null
  if (cursor) await comparer.begin(cursor)
  while (cursor?.phase !== 'over') {
    let next: Cursor | undefined
    let pauses = false
    await block(async (db) => {
      pauses = cursor !== null && cursor.pauses < MOST_PAUSES && (await isImporting(db, storeId))
      if (pauses) {
        next = { ...cursor!, pauses: cursor!.pauses + 1 }
        return { cursor: next }
      }
      let found = 0
      if (!cursor) next = await begin(db, scan, job.request.whole, job.id)
      else if (cursor.phase === 'keys') next = await keepKeys(db, scan, cursor)
      else [next, found] = await (cursor.phase === 'pairs' ? comparePairs : comparePairsOfPairs)(db, scan, cursor)
      const done = Math.min(next.total, Math.floor(next.walked / 2))
      const before = cursor?.done ?? 0
      next.done = done
      return { done: done - before, changed: found, total: next.total, cursor: next }
    })
    cursor = next!
    if (pauses) await sleep(PAUSE_MS, undefined, { signal })
  }
  const { live, telling, addressWords, cut, compared, keys } = cursor
  return { live, telling, addressWords, cut, compared, keys } satisfies ScanResult
}

async function begin(db: Db, { storeId, comparer }: Scan, asked: boolean, id: number): Promise<Cursor> {
  const last = await lastScan(db, storeId)
  const live = await totalProfiles(db, storeId)
  const whole =
    asked ||
    last?.result.keys !== KEYS_VERSION ||
    live > GROWN * last.result.live ||
    (await isBroken(db, storeId, last.id, id))
  if (whole) {
    await lockKeys(db, storeId)
    await deleteBlocks(db, storeId)
  }
  const measures = whole ? await measuresNow(db, storeId, comparer, live) : last.result
  await comparer.begin(measures)
  const start = { slot: 0, after: 0, done: 0, walked: 0, pauses: 0, cut: 0, compared: 0, repeated: false }
  const { telling, addressWords } = measures
  const progress = { since: await instant(db), phase: 'keys' as const, total: whole ? live : 0 }
  return { live: measures.live, telling, addressWords, keys: KEYS_VERSION, whole, ...start, ...progress }
}

/** True if a scan of the whole store came to no end: some keys are of its measures. */
async function isBroken(db: Db, storeId: number, last: number, id: number): Promise<boolean> {
  const { rows } = await sql<{ broken: boolean }>`select exists (select from job
    where store_id = ${storeId} and kind = ${profileDuplicateJobs.duplicate_scan.kind} and id > ${last} and id < ${id}
      and status <> 'completed' and (cursor ->> 'whole')::boolean) as broken`.execute(db)
  return rows[0]!.broken
}

async function instant(db: Db): Promise<string> {
  const { rows } = await sql<{ now: string }>`select clock_timestamp() as now`.execute(db)
  return rows[0]!.now
}

async function measuresNow(db: Db, storeId: number, comparer: RemoteComparer, live: number): Promise<Measures> {
  await byIndexes(db)
  const fields = await fieldsOf(db, storeId, 'en')
  const keys = fields.filter((field) => field.matchKey).map((field) => String(field.id))
  return comparer.measure(await samplePeople(db, storeId), keys, live)
}

/** Writes the keys of profiles in some slots that have changed since they were kept. */
async function keepKeys(db: Db, scan: Scan, cursor: Cursor): Promise<Cursor> {
  const { storeId, comparer } = scan
  await lockKeys(db, storeId)
  await bySetsOfAnyStore(db)
  const slots = await nextSlots(db, storeId, cursor.slot, scan.block)
  const { people, slots: touched, count, gone } = await changedPeople(db, storeId, slots)
  if (touched.length > 0) {
    const stored = await blocksOf(db, storeId, touched)
    await writeBlocks(db, storeId, await comparer.rekey(people, gone, stored))
  }
  scan.block = count < BLOCK / 2 ? Math.min(MOST_OF_BLOCK, 2 * scan.block) : BLOCK
  const walked = cursor.walked + count
  const total = cursor.whole && !cursor.repeated ? Math.max(cursor.total, walked) : cursor.total + count
  if (slots.to !== null) return { ...cursor, slot: slots.to + 1, walked, total }
  // A repeated pass adds to a total that has the first one already.
  return { ...cursor, phase: 'pairs', after: 0, walked, total: cursor.repeated ? total : walked }
}

/** Gives the comparer all keys of the store, and the pairs that are open. */
async function load(db: Db, scan: Scan): Promise<void> {
  if (scan.loaded) return
  for (let after = -1, more = true; more; ) {
    const blocks = await nextBlocks(db, scan.storeId, after)
    await scan.comparer.load(blocks, after < 0)
    after = blocks.at(-1)?.slot ?? after
    more = blocks.length === BLOCKS_READ
  }
  await scan.comparer.group(await openPairs(db, scan.storeId))
  scan.loaded = true
}

/** Compares some profiles with those that share a key, as far as one of them or the number of holders has changed. */
async function comparePairs(db: Db, scan: Scan, cursor: Cursor): Promise<[Cursor, found: number]> {
  const { storeId, comparer } = scan
  await byIndexes(db)
  await load(db, scan)
  const { last, fresh, pairs, names } = await comparer.next(cursor.after)
  const compared = cursor.compared + pairs
  const ids = await comparer.filter(await namesOf(db, storeId, names))
  const { found, outdated } = await comparer.compare(await peopleAsJson(db, storeId, ids))
  await writePairs(db, storeId, await weighed(db, scan, found))
  await dropPairs(db, storeId, outdated)
  if (last !== null) return [{ ...cursor, after: last, compared, walked: cursor.walked + fresh }, found.length]
  return [{ ...cursor, compared, phase: 'links' }, found.length]
}

async function weighed(db: Db, { storeId, comparer }: Scan, found: Found[]): Promise<Found[]> {
  if (found.length === 0) return found
  const ids = new Set(found.flatMap(({ low_id, high_id }) => [low_id, high_id]))
  return comparer.weigh(found, await activityTotals(db, storeId, [...ids]))
}

/** Infers pairs from those that are open, and ends the scan. One transaction: what was compared is noted with its last pairs. */
async function comparePairsOfPairs(db: Db, scan: Scan, cursor: Cursor): Promise<[Cursor, found: number]> {
  const { storeId, comparer } = scan
  await byIndexes(db)
  await load(db, scan)
  const dropped = await comparer.link(await openPairs(db, storeId))
  const pairs: Found[] = []
  for (let from = 0; ; from += STEP_LINKED) {
    const ids = await comparer.linkedPeople(from)
    if (ids.length === 0) break
    const { found, outdated } = await comparer.compareLinked(from, await peopleAsJson(db, storeId, ids))
    pairs.push(...(await weighed(db, scan, found)))
    dropped.push(...outdated)
  }
  await writePairs(db, storeId, pairs)
  await dropPairs(db, storeId, dropped)
  const { marks, cut } = await comparer.end()
  // After the locks of profiles, as in an erasure.
  await lockKeys(db, storeId)
  await markBlocks(db, storeId, marks)
  const over = { ...cursor, cut, walked: 2 * cursor.total }
  const ended = await importedSince(db, storeId, cursor.since)
  if (!ended) return [{ ...over, phase: 'over' }, pairs.length]
  // An import that ended meanwhile has started no scan.
  scan.loaded = false
  return [{ ...over, phase: 'keys', slot: 0, since: await instant(db), repeated: true }, pairs.length]
}

/** True if an import or a dry run is working. A scan would slow both, and read imported people twice. */
async function isImporting(db: Db, storeId: number): Promise<boolean> {
  const active = (kind: 'real' | 'dry') => sql`select from run
    where store_id = ${storeId} and kind = ${sql.lit(kind)} and status in ('pending', 'processing')`
  const { rows } = await sql<{ active: boolean }>`
    select exists (${active('real')}) or exists (${active('dry')}) as active`.execute(db)
  return rows[0]!.active
}

/** True if an import ended during the scan, and therefore started none. */
async function importedSince(db: Db, storeId: number, since: string): Promise<boolean> {
  const run = await db
    .selectFrom('run')
    .select('id')
    .where('store_id', '=', storeId)
    .where('kind', '=', 'real')
    .where('finished_at', '>', since)
    .limit(1)
    .executeTakeFirst()
  return run !== undefined
}
