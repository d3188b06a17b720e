import { sql } from 'kysely'
import type pg from 'pg'
import { timeZoneOf } from '../../access/stores/queries.ts'
import { listPurposes } from '../../customers/consents/calls/queries.ts'
import { fieldsOf } from '../../customers/fields/fields.ts'
import { restrictedIds } from '../../customers/fields/live.ts'
import { type Db, onConnection } from '../../database/db.ts'
import { byIndexes } from '../../database/plans.ts'
import { unprepared } from '../../database/unprepared.ts'
import { plainConsent } from '../../imports/consents/read-consents.ts'
import type { RunRow } from '../../imports/data-sources/runs.ts'
import { streamsOfToday } from '../../imports/data-sources/streams.ts'
import { endStream } from '../../imports/run/end-stream.ts'
import { labelBook } from '../../imports/run/row-labels.ts'
import { placeOf, type RowPlace, sharesPeople } from '../../imports/run/row-places.ts'
import { streamKind } from '../../imports/run/run-kinds.ts'
import { decideRows, noEarlierRuns, writeAtOnce } from '../../imports/run/write-batch.ts'
import type { Core } from '../../servers/core.ts'
import { noTypes, readActivityTypes } from './activity-types.ts'
import { followMerges } from './follow-merges.ts'
import { partsOf } from './item-parts.ts'
import { planItems } from './plan-items.ts'
import { namedFields, type ReadItems, readItems } from './read-items.ts'
import { digester, findReferences, nameOfReference } from './references.ts'
import { type ItemOutcome, outcomesOf } from './results.ts'
import { type StoredLists, senderLists } from './sender-lists.ts'
import { writeSentActivities } from './write-sent-activities.ts'

export type ItemKind = 'profiles' | 'activities'

/** Items of one request. */
export interface SentItems {
  kind: ItemKind
  items: readonly unknown[]
  /** Data source of their sender, whose stream of today they join. */
  dataSource: number
  /** Source of their references. */
  source: string
  /** What its sender may read and write. */
  lists: StoredLists | null
}

type Working = Pick<Core, 'config' | 'jobs'>

/**
 * Writes items as rows of their senders' streams of today, decided and written as the rows of an import, in the caller's transaction. The
 * caller is the store's only ingester and holds lockForEdit's lock. Returns the outcome of each item.
 */
export async function writeItems(
  core: Working,
  client: pg.PoolClient,
  storeId: number,
  requests: readonly SentItems[],
): Promise<ItemOutcome[]> {
  const written = await writeTogether(core, client, storeId, requests)
  if (written) return written
  // Senders that meet in a customer are written in turn, in the order of their requests.
  const outcomes: ItemOutcome[] = []
  for (const own of inTurn(requests)) outcomes.push(...(await writeTogether(core, client, storeId, own))!)
  return outcomes
}

/** Cuts requests where the sender changes. */
function inTurn(requests: readonly SentItems[]): SentItems[][] {
  const turns: SentItems[][] = []
  for (const request of requests) {
    const last = turns.at(-1)
    if (last && last[0]!.dataSource === request.dataSource) last.push(request)
    else turns.push([request])
  }
  return turns
}

/** Writes items in one go. Writes nothing and returns undefined if those of two senders depend on each other. */
async function writeTogether(
  core: Working,
  client: pg.PoolClient,
  storeId: number,
  requests: readonly SentItems[],
): Promise<ItemOutcome[] | undefined> {
  const db = onConnection(client)
  await byIndexes(db)
  const parts = requests.flatMap(({ kind, items, source }) => items.map((item) => ({ ...partsOf(kind, item), source })))
  const asked = parts.some((part) => 'consents' in part && part.consents.length > 0)
  const sources = [...new Set(requests.map(({ dataSource }) => dataSource))]
  const isShared = sources.length > 1
  // The answers of people are counted for each stream.
  if (isShared && asked) return undefined
  const streams = await streamsOfToday(db, storeId, sources, (old) => endStream(core, db, storeId, old))
  const run = streams.get(sources[0]!)!
  const places = isShared ? placesOf(requests, streams) : undefined
  const fields = await fieldsOf(db, storeId, 'en')
  const timeZone = await timeZoneOf(db, storeId)
  const hasActivities = requests.some(({ kind }) => kind === 'activities')
  const types = hasActivities ? await readActivityTypes(db, storeId) : noTypes
  const purposes = asked ? (await listPurposes(db, storeId, { offset: 0, limit: 0 })).map(({ id }) => id) : []
  const planned = await planItems(db, storeId, core.config.secretKey, fields, namedFields(parts, fields))
  const plan = asked ? { ...planned, consents: purposes.map(plainConsent) } : planned
  const digest = digester(core.config.secretKey, storeId, plan)
  const lists = requests.flatMap((request) => {
    const own = senderLists(request.lists, fields)
    return request.items.map(() => own)
  })
  const read = readItems({ plan, fields, types, timeZone, lists, digest, purposes }, parts, places ? 1 : run.done + 1)
  if (places && sharesReferences(places, read)) return undefined
  await findReferences(client, storeId, read.activities, read.rows)
  await followMerges(db, storeId, read.rows)
  const nameless = unprepared(client)
  const of = { storeId, run, plan, reader: nameless, places }
  const sourceOf = new Map([...streams.values()].map(({ id, data_source_id }) => [id, data_source_id]))
  const placeIn = (no: number) => {
    const place = placeOf({ id: run.id, places }, no)
    return { ...place, source: sourceOf.get(place.run)! }
  }
  const kind = streamKind(of, {
    activityTypes: [...new Set([...read.activities.values()].map(({ typeId }) => typeId))],
    writeActivities: (writer, decisions) => writeSentActivities(writer, storeId, placeIn, read.activities, decisions),
  })
  const shared = places && { runs: [...streams.values()], places }
  const context = { ...of, kind, shared, book: labelBook(), earlier: noEarlierRuns }
  const decided = await decideRows(db, context, read.rows)
  if (places && sharesPeople(places, decided.decisions)) return undefined
  await writeAtOnce(db, nameless, context, decided)
  return withRestricted(db, storeId, outcomesOf({ plan, fields, read, placeOf: placeIn }, decided))
}

/** Marks the outcomes of restricted customers. */
async function withRestricted(db: Db, storeId: number, outcomes: ItemOutcome[]): Promise<ItemOutcome[]> {
  const ids = outcomes.flatMap(({ result }) => result.profile_id ?? [])
  if (ids.length === 0) return outcomes
  const { rows } = await sql<{
    id: number
  }>`select id from ${restrictedIds(storeId)} r where id = any(${ids}::bigint[])`.execute(db)
  const restricted = new Set(rows.map(({ id }) => Number(id)))
  if (restricted.size > 0)
    for (const { result } of outcomes)
      if (result.profile_id !== null && restricted.has(Number(result.profile_id))) result.restricted = true
  return outcomes
}

/** Numbers the rows of each stream after those that it has. */
function placesOf(requests: readonly SentItems[], streams: ReadonlyMap<number, RunRow>): Map<number, RowPlace> {
  const next = new Map([...streams].map(([source, { done }]) => [source, done + 1]))
  const places = new Map<number, RowPlace>()
  for (const { dataSource, items } of requests)
    for (const _ of items) {
      const row = next.get(dataSource)!
      places.set(places.size + 1, { run: streams.get(dataSource)!.id, row })
      next.set(dataSource, row + 1)
    }
  return places
}

/** True if two senders of one line of successors name the same activity. */
function sharesReferences(places: ReadonlyMap<number, RowPlace>, { activities }: ReadItems): boolean {
  const runs = new Map<string, number>()
  for (const [no, activity] of activities) {
    if (!activity.reference) continue
    const name = nameOfReference(activity, activity.reference)
    const { run } = places.get(no)!
    if ((runs.get(name) ?? run) !== run) return true
    runs.set(name, run)
  }
  return false
}
