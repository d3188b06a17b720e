import { setImmediate as breathe } from 'node:timers/promises'
import { profileDuplicateJobs } from '@ruam/contract/customers/duplicates.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { byIndexes } from '../../database/plans.ts'
import type { JobWorker } from '../../jobs/define.ts'
import { fieldsOf } from '../fields/fields.ts'
import { totalProfiles } from '../profiles/queries.ts'
import { addressWordsOf } from './addresses.ts'
import type { ComparedPerson } from './compare.ts'
import { type DistinguishingValues, distinguishingValues, type Told } from './distinguishing-values.ts'
import type { EvidenceContext } from './evidence.ts'
import { duplicateKeysOf, KEYS_VERSION, sharedHash } from './keys.ts'
import { activityTotals } from './queries.ts'
import { reviewPriority } from './review-priority.ts'
import { likelihoodOf } from './rule.ts'
import {
  countSpan,
  dropPairs,
  dropScanKeys,
  type Found,
  nextOf,
  openPairs,
  peopleOfSpan,
  placeHoldersOf,
  type Residence,
  type ScanSpan,
  samplePeople,
  writeKeys,
  writePairs,
} from './scan-queries.ts'
import { transitivePairs } from './transitive.ts'

/** Profiles of one transaction. */
const BLOCK = 1000
/** Comparisons between two breaths, so that calls are answered meanwhile. */
const COMPARISONS = 500
/** Overlap with the last scan: transactions open then may have committed later. */
const OVERLAP = '10 minutes'
/** A store that has grown by this factor is looked through as a whole: what is telling about people may have changed. */
const GROWN = 2

export interface ScanRequest {
  /** Everybody, and not only who was changed since the last scan. */
  whole: boolean
}

/** Result of a scan, and start of the next one. */
interface ScanResult {
  until: string
  live: number
  telling: [field: string, told: Told][]
  addressWords: { common: [hash: number, bits: number][]; rare: number }
  /** Profiles whose phone, e-mail or the like is shared by too many to be compared by it. */
  cut: number
  /** See KEYS_VERSION; of a scan before there was one, nothing. */
  keys?: number
}

interface Cursor extends ScanResult {
  from: string | null
  total: number
  /** First everybody's keys are written, then everybody is compared with those who share one. */
  phase: 'keys' | 'pairs' | 'over'
  /** Progress: each profile is visited twice and counts once. Missing for older scans. */
  walked?: number
  after: Residence | null
}

/** The last scan that came to its end. */
export async function lastScan(db: Db, storeId: number) {
  const row = await db
    .selectFrom('job')
    .select(['result', 'finished_at'])
    .where('store_id', '=', storeId)
    .where('kind', '=', profileDuplicateJobs.duplicate_scan.kind)
    .where('status', '=', 'completed')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && { result: row.result as ScanResult, finished_at: row.finished_at }
}

/** Looks for pairs of profiles that are likely one person, block by block; goes on where a worker before has come to. */
export const scanDuplicates: JobWorker<ScanRequest> = async ({ storeId, job, block }) => {
  let cursor = job.cursor as Cursor | null
  while (cursor?.phase !== 'over') {
    await block(async (db) => {
      await byIndexes(db)
      if (!cursor) {
        cursor = await begin(db, storeId, job.request.whole)
        return { total: cursor.total, cursor }
      }
      const people = await nextOf(db, storeId, cursor, cursor.after, BLOCK)
      const work = cursor.phase === 'keys' ? keepKeys : compareAll
      const { found, cut } = people.length > 0 ? await work(db, storeId, people, cursor) : nothing
      const before = cursor.walked ?? 0
      const walked = before + people.length
      cursor = { ...cursor, cut: cursor.cut + cut, walked }
      if (people.length === BLOCK) {
        const { updated_at, id } = people.at(-1)!
        cursor = { ...cursor, after: { updated_at, id } }
      } else if (cursor.phase === 'keys') {
        cursor = { ...cursor, phase: 'pairs', after: null }
      } else if (await importedSince(db, storeId, cursor.until)) {
        cursor = await goOn(db, storeId, cursor)
      } else {
        cursor = { ...cursor, phase: 'over' }
      }
      return { done: Math.floor(walked / 2) - Math.floor(before / 2), changed: found, total: cursor.total, cursor }
    })
  }
  const { until, live, telling, addressWords, cut } = cursor!
  return { until, live, telling, addressWords, cut, keys: KEYS_VERSION } satisfies ScanResult
}

async function begin(db: Db, storeId: number, asked: boolean): Promise<Cursor> {
  const last = (await lastScan(db, storeId))?.result
  const live = await totalProfiles(db, storeId)
  const whole = asked || last?.keys !== KEYS_VERSION || live > GROWN * last.live
  const { rows } = await sql<{ until: string; from: string | null }>`
    select clock_timestamp() as until, ${whole ? null : last.until}::timestamptz - ${OVERLAP}::interval as from`.execute(
    db,
  )
  const span = rows[0]!
  const { telling, addressWords } = whole ? await tellingNow(db, storeId) : last
  const total = await countSpan(db, storeId, span)
  const known = whole ? { live, cut: 0 } : { live: last.live, cut: last.cut }
  return { ...span, ...known, total, telling, addressWords, phase: 'keys', after: null }
}

async function tellingNow(db: Db, storeId: number): Promise<Pick<ScanResult, 'telling' | 'addressWords'>> {
  const fields = await fieldsOf(db, storeId, 'en')
  const keys = fields.filter((field) => field.matchKey).map((field) => String(field.id))
  const sample = await samplePeople(db, storeId)
  const { common, rare } = addressWordsOf(sample)
  return {
    telling: [...distinguishingValues(sample, new Set(keys))],
    addressWords: { common: [...common].map(([hash, bits]) => [hash, Math.round(bits * 100) / 100]), rare },
  }
}

/** True if an import ended during the scan, and therefore started none. */
async function importedSince(db: Db, storeId: number, until: string): Promise<boolean> {
  const run = await db
    .selectFrom('run')
    .select('id')
    .where('store_id', '=', storeId)
    .where('kind', '=', 'real')
    .where('finished_at', '>', until)
    .limit(1)
    .executeTakeFirst()
  return run !== undefined
}

/** Profiles changed during the scan. */
async function goOn(db: Db, storeId: number, cursor: Cursor): Promise<Cursor> {
  const { rows } = await sql<{ until: string }>`select clock_timestamp() as until`.execute(db)
  const span: ScanSpan = { from: cursor.until, until: rows[0]!.until }
  const total = cursor.total + (await countSpan(db, storeId, span))
  return { ...cursor, ...span, total, phase: 'keys', after: null }
}

type People = (ComparedPerson & Residence)[]
const nothing = { found: 0, cut: 0 }
const keyedOf = (people: People, { telling }: Cursor) => {
  const gives: DistinguishingValues = new Map(telling)
  return people.map((person) => ({ id: person.id, keys: duplicateKeysOf(person, gives) }))
}

async function keepKeys(db: Db, storeId: number, people: People, cursor: Cursor) {
  await writeKeys(db, storeId, keyedOf(people, cursor))
  return nothing
}

/** Compares profiles with those that share a key with them, and once more with those they are paired with. */
async function compareAll(db: Db, storeId: number, people: People, cursor: Cursor) {
  const pairs = new Map<string, [low: number, high: number]>()
  const add = (a: number, b: number) => {
    if (a !== b) pairs.set(`${Math.min(a, b)} ${Math.max(a, b)}`, [Math.min(a, b), Math.max(a, b)])
  }
  const cut = new Set<number>()
  const counts = new Map<number, number>()
  for (const { id, hash, contact, holders, many } of await placeHoldersOf(db, storeId, keyedOf(people, cursor))) {
    if (many && contact) cut.add(id)
    counts.set(hash, holders.length)
    // A full walk meets each pair from both sides.
    if (!many) for (const other of holders) if (other < id || cursor.from !== null) add(id, other)
  }
  const ids = people.map((person) => person.id)
  const open = await openPairs(db, storeId, ids)
  for (const { low_id, high_id } of open) add(low_id, high_id)
  const everybody = [...new Set([...pairs.values()].flat())]
  const known = await peopleOfSpan(db, storeId, everybody)
  const gone = everybody.filter((id) => !known.has(id))
  if (gone.length > 0) await dropScanKeys(db, storeId, gone)

  const context: EvidenceContext = {
    telling: new Map(cursor.telling),
    addressWords: { ...cursor.addressWords, common: new Map(cursor.addressWords.common) },
    live: cursor.live,
    // One of the two is of this block, so what they share has been counted.
    holders: (kind, a, b) => counts.get(sharedHash(kind, a, b) ?? 0) ?? 0,
  }
  const found: Found[] = []
  let compared = 0
  for (const [low_id, high_id] of pairs.values()) {
    const [low, high] = [known.get(low_id), known.get(high_id)]
    if (!low || !high) continue
    if (++compared % COMPARISONS === 0) await breathe()
    const { listed, score, reasons } = likelihoodOf(low, high, context)
    if (listed) found.push({ low_id, high_id, score, gain: 0, reasons })
  }
  if (found.length > 0) {
    found.push(...(await transitivePairs(db, storeId, found, known, context)))
    await weigh(db, storeId, found, known)
  }
  await writePairs(db, storeId, found)
  const holding = new Set(found.map(({ low_id, high_id }) => `${low_id} ${high_id}`))
  await dropPairs(
    db,
    storeId,
    open.filter(({ low_id, high_id }) => !holding.has(`${low_id} ${high_id}`)).map((pair) => pair.id),
  )
  return { found: found.length, cut: cut.size }
}

async function weigh(
  db: Db,
  storeId: number,
  found: Found[],
  known: ReadonlyMap<number, ComparedPerson>,
): Promise<void> {
  const activities = await activityTotals(db, storeId, [
    ...new Set(found.flatMap((pair) => [pair.low_id, pair.high_id])),
  ])
  for (const pair of found) {
    const [low, high] = [known.get(pair.low_id)!, known.get(pair.high_id)!]
    pair.gain = reviewPriority(pair.score, low, high, [activities.get(low.id) ?? 0, activities.get(high.id) ?? 0])
  }
}
