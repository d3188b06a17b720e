import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { MappingBody } from '@ruam/contract/imports/mapping.ts'
import { MAX_FILE_BYTES } from '@ruam/contract/platform/constants.ts'
import { databaseNow } from '../../core/now.ts'
import { authorOf } from '../../core/principal.ts'
import { isOutage } from '../../core/sqlstate.ts'
import { activeScan } from '../../customers/duplicates/start-scan.ts'
import { type Db, inStore, violatedConstraint } from '../../database/db.ts'
import { requestLoad } from '../../formats/files/loads.ts'
import { insertFile } from '../../formats/files/queries.ts'
import { detectType } from '../../formats/files/type.ts'
import { type AuditEntry, audit } from '../../http/audit.ts'
import { findDataSource } from '../../imports/data-sources/queries.ts'
import { insertRun, listRuns, newRunId } from '../../imports/data-sources/runs.ts'
import {
  insertDataSource,
  makeMatchKeys,
  moveDataSource,
  saveMapping,
} from '../../imports/data-sources/write-source.ts'
import type { Core } from '../../servers/core.ts'
import type { SampleFile } from './file.ts'
import { makeConsents } from './make-consents.ts'
import { type SampleFiles, sampleFiles, sampleSize } from './sample-files.ts'
import { mappingOf, type SampleSource, sampleSources } from './sources.ts'
import { spreadCounts } from './spread-counts.ts'
import { spreadDates } from './spread-dates.ts'
import { makeSampleDefinitions, type SampleDefinitions } from './things.ts'

const LOOK_MS = 100

type Mapped = NonNullable<Awaited<ReturnType<typeof findDataSource>>>

interface Maker {
  core: Core
  storeId: number
  /** The person who asked for the sample, in whose name it is made. */
  userId: number
}

/**
 * Fills a store with sample data, as a person would bring it in: two files are uploaded, mapped, tried and run, one after the
 * other. Each step looks at what is there already, so that it may be killed anywhere and run again. Where a person steps in (a
 * run cancelled, a data source deleted) it leaves the rest to them.
 */
export async function makeSample(
  core: Core,
  storeId: number,
  userId: number,
  signal: AbortSignal,
  size = sampleSize,
): Promise<void> {
  const maker = { core, storeId, userId }
  const things = await step(maker, (db) => makeSampleDefinitions(db, storeId, userId))
  let made: SampleFiles | undefined
  // The day by UTC, so that the day before it, the last in the files, is over in Thailand.
  const files = () => (made ??= sampleFiles(new Date(databaseNow()).toISOString().slice(0, 10), size))
  for (const source of sampleSources) {
    for (;;) {
      const next = await step(maker, (db) => goOn(maker, db, source, things)).catch((error: unknown) => {
        // A user is importing a file of their own.
        if (violatedConstraint(error) === 'run_one_per_store') return 'wait' as const
        throw error
      })
      if (next === 'done') break
      if (next === 'upload') await upload(maker, source, files()[source.file])
      else await sleep(LOOK_MS, undefined, { signal })
    }
  }
  for (;;) {
    if ((await step(maker, (db) => finish(maker, db, things))) === 'done') return
    await sleep(LOOK_MS, undefined, { signal })
  }
}

/** Creates data that no file brings. Waits for the duplicate scan, which goes by change times. */
async function finish(
  { storeId, userId }: Maker,
  db: Db,
  { purposes, profileFields }: SampleDefinitions,
): Promise<Next> {
  if (await activeScan(db, storeId)) return 'wait'
  const fields = { newsletter: profileFields.get('newsletter')!.id, since: profileFields.get('memberSince')!.id }
  await makeConsents(db, storeId, userId, purposes, fields)
  const sources = []
  for (const { name } of sampleSources) sources.push(await findByName(db, storeId, name))
  const ids = sources.flatMap((source) => source?.id ?? [])
  await spreadCounts(db, storeId, ids, await spreadDates(db, storeId, ids))
  return 'done'
}

/** One transaction, one at a time in a store: a job that was taken for dead can't do what the next one does already. */
const step = <T>({ core, storeId }: Maker, work: (db: Db) => Promise<T>): Promise<T> =>
  inStore(core.pool, storeId, async (db) => {
    await db.selectFrom('store').select('store_id').where('store_id', '=', storeId).forNoKeyUpdate().execute()
    return work(db)
  })

type Next = 'done' | 'upload' | 'wait'

/** Takes a data source one step further; `wait` when a job has it. */
async function goOn(maker: Maker, db: Db, sample: SampleSource, things: SampleDefinitions): Promise<Next> {
  const known = await findByName(db, maker.storeId, sample.name)
  if (!known) return 'upload'
  const source = await findDataSource(db, maker.storeId, known.id)
  switch (source?.status) {
    case 'ready_to_load':
    case 'waiting_for_load':
    case 'loading':
    case 'waiting':
    case 'processing':
      return 'wait'
    case 'ready_to_map':
      await map(maker, db, source.id, mappingOf(sample, things), things)
      return 'wait'
    case 'ready':
      return run(maker, db, source)
    // Over, or deleted.
    default:
      return 'done'
  }
}

async function map(
  maker: Maker,
  db: Db,
  sourceId: number,
  mapping: MappingBody,
  things: SampleDefinitions,
): Promise<void> {
  const { storeId } = maker
  await saveMapping(db, storeId, sourceId, mapping)
  const own = [...things.profileFields.values()].filter(({ type }) => type === 'custom_profile').map(({ id }) => id)
  await makeMatchKeys(
    db,
    storeId,
    own.filter((id) => mapping.match.keys.includes(id)),
  )
  await note(maker, db, sourceId, 'mapping_saved')
}

/** First the dry run, then the real one. */
async function run(maker: Maker, db: Db, source: Mapped): Promise<Next> {
  const { core, storeId, userId } = maker
  const dry = (await listRuns(db, storeId, source.id, { offset: 0, limit: 1 })).data[0]
  if (dry) {
    if (dry.status === 'pending' || dry.status === 'processing') return 'wait'
    if (dry.kind !== 'dry' || dry.status !== 'completed' || dry.version !== source.version) return 'done'
  }
  const run_id = newRunId(storeId, source.id)
  const { id } = await insertRun(db, storeId, userId, {
    run_id,
    data_source_id: source.id,
    kind: dry ? 'real' : 'dry',
    version: source.version,
    mapping: source.mapping!,
    file_id: source.file_id!,
    total: source.row_count!,
    dry_run_id: dry?.id,
  })
  await core.jobs.enqueue(db, 'data-source-run', { store_id: storeId, run: id })
  if (dry) {
    await moveDataSource(db, storeId, source.id, 'waiting')
    await note(maker, db, source.id, 'run_started', { run_id })
  }
  return 'wait'
}

const note = (
  { storeId, userId }: Maker,
  db: Db,
  subject_id: number,
  action: string,
  details?: AuditEntry['details'],
): Promise<void> =>
  audit(db, storeId, authorOf(userId), null, { action, subject_type: 'data_source', subject_id, details })

/** Includes deleted sources: a deleted sample must not return. */
const findByName = (db: Db, storeId: number, name: string) =>
  db
    .selectFrom('data_source')
    .select('id')
    .where('store_id', '=', storeId)
    .where('name', '=', name)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

async function upload(maker: Maker, { name, description }: SampleSource, file: SampleFile): Promise<void> {
  const { core, storeId, userId } = maker
  const content = Readable.from([Buffer.from(file.content)])
  const { key, size, hash: content_hash } = await core.storage.put(storeId, content, MAX_FILE_BYTES)
  let used = false
  try {
    const { type, settings } = await detectType(core.storage, key)
    used = await step(maker, async (db) => {
      // Another job has done so meanwhile.
      if (await findByName(db, storeId, name)) return false
      const stored = { name: file.name, size, type, storage_key: key, content_hash, settings }
      const { id: fileId } = await insertFile(db, storeId, userId, stored)
      await requestLoad(core, db, storeId, fileId, settings)
      const values = { name, description, file_id: fileId, status: 'waiting_for_load' as const }
      const { id } = await insertDataSource(db, storeId, userId, values)
      await note(maker, db, id, 'data_source_created')
      return true
    })
  } catch (error) {
    // After an outage it is not known whether the row that names the file was committed.
    used = isOutage(error)
    throw error
  } finally {
    if (!used) await core.storage.remove(key)
  }
}
