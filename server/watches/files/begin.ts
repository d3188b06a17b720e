import { ApiError } from '../../core/api-error.ts'
import { authorOf } from '../../core/principal.ts'
import { inStore } from '../../database/db.ts'
import { headerSignature } from '../../formats/files/header.ts'
import { requestLoad } from '../../formats/files/loads.ts'
import { findFile } from '../../formats/files/queries.ts'
import { audit } from '../../http/audit.ts'
import { maskedColumnName } from '../../imports/data-sources/hidden-columns.ts'
import { findDataSource } from '../../imports/data-sources/queries.ts'
import { findRun } from '../../imports/data-sources/runs.ts'
import { replaceFile, saveMapping } from '../../imports/data-sources/write-source.ts'
import { startDryRun } from '../../imports/run/run-calls.ts'
import type { Core } from '../../servers/core.ts'
import { actingMember } from './acting-member.ts'
import { letWait } from './evaluate.ts'
import { failFile } from './fail.ts'
import { meansTheSame, missingColumns, positionedMapping } from './named-mapping.ts'
import { Later, type Source, type Step, stop, usableSource } from './one-step.ts'
import { moveFile, storedWatch, type WatchFileRow } from './queries.ts'
import { headOf, type Reading } from './read-head.ts'
import type { StoredError } from './tables.ts'

const loadStatus = { waiting: 'waiting_for_load', loading: 'loading', loaded: 'ready_to_map' } as const

/** States of a data source whose work must end first. */
const busy = ['waiting_for_load', 'loading', 'waiting', 'processing']

/** Throws Later while another file has the data source, or a person maps another file. Returns its former file if that was of a watch. */
async function refuseBusy({ db, storeId, file }: Step, source: Source): Promise<boolean> {
  const others = await db
    .selectFrom('watch_file')
    .select(['id', 'status', 'file_id'])
    .where('store_id', '=', storeId)
    .where('data_source_id', '=', file.data_source_id)
    .where('id', '<>', file.id)
    .where((e) => e.or([e('status', 'in', ['reading', 'trying', 'importing']), e('file_id', '=', source.file_id)]))
    .execute()
  if (others.some(({ status }) => ['reading', 'trying', 'importing'].includes(status))) throw new Later()
  const isOurs = source.file_id === file.file_id || others.some(({ file_id }) => file_id === source.file_id)
  if (busy.includes(source.status) || (source.status === 'ready_to_map' && !isOurs)) throw new Later()
  return isOurs
}

/** A file whose head was read, outside of any transaction. */
export interface ArrivedHead {
  id: number
  reading: Reading
}

/** Reads the head of an arrived file. A workbook takes seconds, for which no row may be locked. Throws the refusal of a file that is no table. */
export async function readArrived(core: Core, storeId: number, file: WatchFileRow): Promise<ArrivedHead> {
  const { stored, source, watch } = await inStore(core.pool, storeId, async (db) => ({
    stored: await findFile(db, storeId, file.file_id!),
    source: await findDataSource(db, storeId, file.data_source_id),
    watch: await storedWatch(db, storeId, file.watch_id),
  }))
  if (!stored) throw new ApiError('not_found')
  const used = { settings: source?.settings ?? null, mapping: watch.mapping }
  return { id: file.id, reading: await headOf(core.storage, stored, used) }
}

/** Makes an arrived file the file of its data source, and has it loaded. Returns `unread` if all but its head is known to fit. */
export async function begin(step: Step, head: ArrivedHead | undefined): Promise<boolean | 'unread'> {
  const { core, db, storeId, watch, file } = step
  const source = await usableSource(step)
  if (!source) return false
  if (!(await actingMember(db, storeId, watch.acts_for))) return stop(step, 'watch_member')
  const isOurs = await refuseBusy(step, source)
  const { mapping, columns } = source
  if (mapping && columns && !meansTheSame(watch.mapping, mapping, columns)) return stop(step, 'watch_mapping_changed')
  if (head?.id !== file.id) return 'unread'
  const { reading } = head
  if (reading === 'empty')
    return moveFile(db, storeId, file, { status: 'skipped', error: JSON.stringify({ name: 'file_empty' }) })
  if (reading === 'unsure') return letWait(db, storeId, watch, file, { error: { name: 'watch_header' } })
  if (!positionedMapping(watch.mapping, reading.header)) return lacksColumns(step, reading.header)
  if (source.file_id !== file.file_id) {
    const status = loadStatus[await requestLoad(core, db, storeId, file.file_id!, reading.settings)]
    const signature = headerSignature(reading.header, reading.settings.header_row)
    const next = { file_id: file.file_id!, status, signature }
    if (!(await replaceFile(db, storeId, watch.data_source_id, next, isOurs ? ['ready_to_map', 'ready'] : ['ready'])))
      throw new Later()
  }
  return moveFile(db, storeId, file, { status: 'reading', error: null, dry_run_id: null })
}

/** Lets a file wait that lacks columns of the mapping. */
function lacksColumns({ db, storeId, watch, file }: Step, header: readonly string[]): Promise<boolean> {
  const lacking = missingColumns(watch.mapping, header).map(maskedColumnName)
  const error = { name: 'watch_columns_missing', details: { columns: lacking.join(', ') } }
  return letWait(db, storeId, watch, file, { error })
}

/** Begins the dry run of a file that is read. */
export async function tryOut(step: Step): Promise<boolean> {
  const { core, db, storeId, watch, file } = step
  const source = await usableSource(step)
  if (!source) return false
  // A person gave the data source another file.
  if (source.file_id !== file.file_id) return moveFile(db, storeId, file, { status: 'arrived' })
  if (source.load_status === 'failed') return failFile(db, storeId, file, source.load_error as StoredError)
  if (source.load_status !== 'loaded' || source.columns === null) throw new Later()
  const member = await actingMember(db, storeId, watch.acts_for)
  if (!member) return stop(step, 'watch_member')
  const mapping = positionedMapping(watch.mapping, source.columns)
  // A person had it read with another header.
  if (!mapping) return lacksColumns(step, source.columns)
  if (!(await saveMapping(db, storeId, watch.data_source_id, mapping))) throw new Later()
  const { run_id } = await startDryRun(
    {
      ...{ core, db, storeId, user: member, language: 'th' },
      fail: (name, ...details) => new ApiError(name, ...details),
      audit: (subject_type, subject_id, details) =>
        audit(db, storeId, authorOf(member.id), null, {
          ...{ action: 'dry_run_started', subject_type, subject_id },
          details: { ...details, watch: watch.id },
        }),
    },
    watch.data_source_id,
  )
  const run = (await findRun(db, storeId, watch.data_source_id, run_id))!
  return moveFile(db, storeId, file, { status: 'trying', dry_run_id: run.id })
}
