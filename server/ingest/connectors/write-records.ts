import type { ConnectorProblem } from '@ruam/contract/open-api/connector-states.ts'
import { MAX_UNMAPPED } from '@ruam/contract/open-api/sending.ts'
import type pg from 'pg'
import { timeZoneOf } from '../../access/stores/queries.ts'
import { type Db, onConnection } from '../../database/db.ts'
import { byIndexes } from '../../database/plans.ts'
import { unprepared } from '../../database/unprepared.ts'
import { mappingError } from '../../imports/data-sources/mapping-problem.ts'
import type { RunRow } from '../../imports/data-sources/runs.ts'
import { mapStream, streamOfToday } from '../../imports/data-sources/streams.ts'
import { type Targets, targetsOf } from '../../imports/data-sources/targets.ts'
import { reaches } from '../../imports/run/decide.ts'
import { endStream } from '../../imports/run/end-stream.ts'
import { labelBook } from '../../imports/run/row-labels.ts'
import { streamKind } from '../../imports/run/run-kinds.ts'
import { decideRows, noEarlierRuns, writeAtOnce } from '../../imports/run/write-batch.ts'
import type { Core } from '../../servers/core.ts'
import { digester, findReferences, type SentActivity, sourceOfConnector } from '../items/references.ts'
import type { StoredResult } from '../items/stored-result.ts'
import { writeSentActivities } from '../items/write-sent-activities.ts'
import { settleLetters } from './dead-letters.ts'
import { addExamples } from './examples.ts'
import { type FieldRow, fieldsOfConnector, noteFields } from './fields.ts'
import { planRecords } from './plan-records.ts'
import { type LockedConnector, lockConnector } from './queries.ts'
import { outcomeOf, type RecordOutcome, refusedOutcome, resultsOfItems } from './record-results.ts'
import { type ConnectorRecordRow, itemReferenceOf, recordReader, rowsOfBatch, type SentRecord } from './record-rows.ts'
import { pathsIn } from './shape.ts'
import { columnsOfFields, mappedNumbers } from './source.ts'
import { noteState } from './state.ts'

/** What became of a batch of items. */
export interface WrittenRecords {
  results: StoredResult[]
  outcomes: RecordOutcome[]
  /** Version of the mapping; null without one. */
  version: number | null
  /** Paths with values that no field takes, by request. */
  unmapped: Map<number, string[]>
  /** Activity type of the mapping. */
  activity: Targets['activity']
}

/** Rows per statement, as in imports. */
const SLICE_ROWS = 2500

/**
 * Writes items of a connector by its mapping of now, decided and written as the rows of an import, in the caller's transaction. The caller
 * is the store's only ingester and holds lockForEdit's lock. Rows that fail become dead letters; replayed ones that are taken go.
 */
export async function writeConnectorRecords(
  core: Pick<Core, 'config' | 'jobs'>,
  client: pg.PoolClient,
  storeId: number,
  connectorId: number,
  records: readonly SentRecord[],
): Promise<WrittenRecords> {
  const db = onConnection(client)
  // Items are never waiting at a deleted connector: its deletion is refused until they are done.
  const connector = (await lockConnector(db, storeId, connectorId))!
  const { mapping, version, each_path: each } = connector
  const rows = rowsOfBatch(records, each)
  const seen = pathsIn(rows.flatMap(({ cells }) => cells ?? []))
  await noteFields(db, storeId, connectorId, seen, mapping !== null)
  const fields = await fieldsOfConnector(db, storeId, connectorId)
  const fresh = records.flatMap(({ letter, item }) => (letter ? [] : [item]))
  if (!mapping && fresh.length > 0) await addExamples(db, storeId, connectorId, connector, fresh)
  const targets = mapping ? await targetsOf(db, storeId, mapping, fields.length, 'en') : undefined
  const broken = targets && mappingError(mapping!, targets)
  let run: RunRow | null = null
  let outcomes: RecordOutcome[]
  if (!targets || broken) {
    const error = broken ? failureOf[broken.name] : 'mapping_missing'
    outcomes = rows.map((row) => refusedOutcome(row, error))
  } else {
    run = await streamOfToday(db, storeId, connectorId, (old) => endStream(core, db, storeId, old))
    if (run.version !== version) run = await mapStream(db, storeId, run, mapping!, version)
    outcomes = await writeRows(core, client, db, { storeId, connector, fields, targets, records }, run, rows)
  }
  const results = resultsOfItems(records, outcomes)
  await settleLetters(db, storeId, { id: connectorId, each, run: run?.id ?? null }, records, outcomes)
  const problem: ConnectorProblem | null = broken ? 'mapping_broken' : null
  await noteState(db, storeId, { id: connectorId, connector }, mapping ? results : [], problem)
  return {
    ...{ results, outcomes, version: targets ? version : null },
    unmapped: unmappedIn(records, rows, fields, mappedNumbers(mapping)),
    activity: targets?.activity,
  }
}

const failureOf = { mapping_invalid: 'mapping_broken', match_keys_missing: 'match_keys_missing' } as const

interface Batch {
  storeId: number
  connector: LockedConnector
  fields: readonly FieldRow[]
  targets: Targets
  records: readonly SentRecord[]
}

async function writeRows(
  core: Pick<Core, 'config'>,
  client: pg.PoolClient,
  db: Db,
  { storeId, connector, fields, targets, records }: Batch,
  started: RunRow,
  rows: readonly ConnectorRecordRow[],
): Promise<RecordOutcome[]> {
  const read = columnsOfFields(fields, connector.facts, connector.mapping)
  const own = { read, targets }
  const { plan, clearing } = await planRecords(db, storeId, core.config.secretKey, connector.mapping!, own)
  const timeZone = await timeZoneOf(db, storeId)
  const today = started.created_at.slice(0, 10)
  const readRow = recordReader({ plan, clearing, read, fields, targets: targets.fields, timeZone, today })
  const digest = digester(core.config.secretKey, storeId, plan)
  const source = sourceOfConnector(started.data_source_id)
  await byIndexes(db)
  const nameless = unprepared(client)
  const outcomes: RecordOutcome[] = []
  let run = started
  for (let from = 0; from < rows.length; from += SLICE_ROWS) {
    const slice = rows.slice(from, from + SLICE_ROWS)
    const first = run.done + 1
    const readRows = slice.map((row, place) => readRow(first + place, row, records[row.of]!))
    const sent = new Map<number, SentActivity>()
    for (const [place, row] of readRows.entries()) {
      if ('error' in row || !row.activity) continue
      const { each_path } = connector
      const text = itemReferenceOf({ plan, fields }, each_path, records[slice[place]!.of]!, slice[place]!, row)
      const { typeId } = plan.activity!
      const reference = text && {
        ...text,
        source,
        before: null,
        digest: digest(typeId, { ...row, activity: row.activity }),
      }
      sent.set(row.no, { typeId, reference })
    }
    await findReferences(client, storeId, sent, readRows)
    const of = { storeId, run, plan, reader: nameless }
    const kind = streamKind(of, {
      activityTypes: plan.activity && sent.size > 0 ? [plan.activity.typeId] : [],
      writeActivities: (writer, decisions) =>
        writeSentActivities(
          writer,
          storeId,
          (no) => ({ run: run.id, row: no, source: run.data_source_id }),
          sent,
          decisions.filter((decision) => decision.holder || reaches(plan, decision)),
        ),
    })
    const context = { ...of, kind, book: labelBook(), earlier: noEarlierRuns }
    const decided = await decideRows(db, context, readRows)
    run = await writeAtOnce(db, nameless, context, decided)
    outcomes.push(
      ...decided.decisions.map((decision, place) =>
        outcomeOf({ plan, fields }, slice[place]!, readRows[place]!, decision),
      ),
    )
  }
  return outcomes
}

/** Returns the paths of each request that have a value and feed no field. */
function unmappedIn(
  records: readonly SentRecord[],
  rows: readonly ConnectorRecordRow[],
  fields: readonly FieldRow[],
  mapped: ReadonlySet<number>,
): Map<number, string[]> {
  const taken = new Set(fields.flatMap(({ no, path }) => (mapped.has(no) ? [path] : [])))
  const byRequest = new Map<number, Set<string>>()
  for (const { of, cells } of rows) {
    const { receiptId } = records[of]!
    const own = byRequest.get(receiptId) ?? new Set()
    byRequest.set(receiptId, own)
    for (const [path, { kind }] of cells ?? []) if (kind !== null && !taken.has(path)) own.add(path)
  }
  return new Map([...byRequest].map(([id, paths]) => [id, [...paths].slice(0, MAX_UNMAPPED)]))
}
