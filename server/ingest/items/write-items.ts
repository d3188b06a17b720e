import type pg from 'pg'
import { timeZoneOf } from '../../access/stores/queries.ts'
import { fieldsOf } from '../../customers/fields/fields.ts'
import { listPurposes } from '../../customers/privacy/queries.ts'
import { onConnection } from '../../database/db.ts'
import { byIndexes } from '../../database/plans.ts'
import { unprepared } from '../../database/unprepared.ts'
import { plainConsent } from '../../imports/consents/read-consents.ts'
import { streamOfToday } from '../../imports/data-sources/streams.ts'
import { endStream } from '../../imports/run/end-stream.ts'
import { labelBook } from '../../imports/run/row-labels.ts'
import { streamKind } from '../../imports/run/run-kinds.ts'
import { decideRows, noEarlierRuns, writeAtOnce } from '../../imports/run/write-batch.ts'
import type { Core } from '../../servers/core.ts'
import { noTypes, readActivityTypes } from './activity-types.ts'
import { followMerges } from './follow-merges.ts'
import { partsOf } from './item-parts.ts'
import { planItems } from './plan-items.ts'
import { namedFields, readItems } from './read-items.ts'
import { digester, findReferences } from './references.ts'
import { type ItemOutcome, outcomesOf } from './results.ts'
import { type StoredLists, senderLists } from './sender-lists.ts'
import { writeSentActivities } from './write-sent-activities.ts'

export type ItemKind = 'profiles' | 'activities'

/** Items of one request. */
export interface SentItems {
  kind: ItemKind
  items: readonly unknown[]
  /** Source of their references. */
  source: string
  /** What its sender may read and write. */
  lists: StoredLists | null
}

/**
 * Writes items as rows of today's stream of a connector, decided and written as the rows of an import, in the caller's transaction. The
 * caller is the store's only ingester and holds lockForEdit's lock. Returns the outcome of each item.
 */
export async function writeItems(
  core: Pick<Core, 'config' | 'jobs'>,
  client: pg.PoolClient,
  storeId: number,
  dataSourceId: number,
  requests: readonly SentItems[],
): Promise<ItemOutcome[]> {
  const db = onConnection(client)
  await byIndexes(db)
  const parts = requests.flatMap(({ kind, items, source }) => items.map((item) => ({ ...partsOf(kind, item), source })))
  const run = await streamOfToday(db, storeId, dataSourceId, (old) => endStream(core, db, storeId, old))
  const fields = await fieldsOf(db, storeId, 'en')
  const timeZone = await timeZoneOf(db, storeId)
  const hasActivities = requests.some(({ kind }) => kind === 'activities')
  const types = hasActivities ? await readActivityTypes(db, storeId) : noTypes
  const asked = parts.some((part) => 'consents' in part && part.consents.length > 0)
  const purposes = asked ? (await listPurposes(db, storeId, { offset: 0, limit: 0 })).map(({ id }) => id) : []
  const planned = await planItems(db, storeId, core.config.secretKey, fields, namedFields(parts, fields))
  const plan = asked ? { ...planned, consents: purposes.map(plainConsent) } : planned
  const digest = digester(core.config.secretKey, storeId, plan)
  const lists = requests.flatMap((request) => {
    const own = senderLists(request.lists, fields)
    return request.items.map(() => own)
  })
  const read = readItems({ plan, fields, types, timeZone, lists, digest, purposes }, parts, run.done + 1)
  await findReferences(client, storeId, read.activities, read.rows)
  await followMerges(db, storeId, read.rows)
  const nameless = unprepared(client)
  const of = { storeId, run, plan, reader: nameless }
  const kind = streamKind(of, {
    activityTypes: [...new Set([...read.activities.values()].map(({ typeId }) => typeId))],
    writeActivities: (writer, decisions) => writeSentActivities(writer, storeId, run, read.activities, decisions),
  })
  const context = { ...of, kind, book: labelBook(), earlier: noEarlierRuns }
  const decided = await decideRows(db, context, read.rows)
  await writeAtOnce(db, nameless, context, decided)
  return outcomesOf({ plan, fields, read, run: run.id }, decided)
}
