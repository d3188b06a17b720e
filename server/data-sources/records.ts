import type { RunRecord } from '@ruam/contract/data-sources.ts'
import type { Language } from '@ruam/contract/errors.ts'
import { rowFailures } from '@ruam/contract/row-failures.ts'
import type { RecordStatus } from '@ruam/contract/status.ts'
import type { Db } from '../core/db.ts'
import type { Storage } from '../core/storage.ts'
import type { StoredFile } from '../files/queries.ts'
import type { Field } from '../profile-fields/fields.ts'
import { masked, type Value } from '../profiles/masking.ts'
import { fieldValue, profilesById } from '../profiles/queries.ts'
import { readCsvBatches } from './csv.ts'
import type { ReadRow, RowError } from './decide.ts'
import type { Plan } from './plan.ts'
import { OFFSET_ROWS, readingAfter } from './row-offsets.ts'

/** A page of what became of the rows of a run. */
export function listRecords(
  db: Db,
  storeId: number,
  run: number,
  status: RecordStatus | 'all',
  offset: number,
  limit: number,
) {
  let rows = db
    .selectFrom('run_record')
    .select(['record_no', 'status', 'profile_id', 'changes', 'error'])
    .where('store_id', '=', storeId)
    .where('run', '=', run)
  // A conflict counts among the failed, and is shown with them.
  if (status === 'failed') rows = rows.where('status', 'in', ['failed', 'conflict'])
  else if (status !== 'all') rows = rows.where('status', '=', status)
  return rows.orderBy('record_no').offset(offset).limit(limit).execute()
}

type RecordRow = Awaited<ReturnType<typeof listRecords>>[number]

/** The raw rows of these record numbers, read from the part of the file they lie in. */
export async function readRawRows(
  storage: Storage,
  file: StoredFile,
  numbers: readonly number[],
): Promise<Map<number, string[]>> {
  const wanted = new Set(numbers)
  const found = new Map<number, string[]>()
  for (const part of new Set(numbers.map((no) => Math.floor((no - 1) / OFFSET_ROWS)))) {
    const { offset, options } = readingAfter(part * OFFSET_ROWS, file.row_offsets)
    const source = storage.read(file.storage_key, offset)
    for await (const batch of readCsvBatches(source, { ...file.settings, batchRows: OFFSET_ROWS, ...options })) {
      for (const [place, cells] of batch.rows.entries()) {
        const no = batch.firstRow + place
        if (wanted.has(no)) found.set(no, cells)
      }
      break
    }
  }
  return found
}

export interface RecordView {
  plan: Plan
  readRow: (no: number, cells: readonly string[]) => ReadRow
  rows: Map<number, string[]>
  language: Language
  /** Whether the caller may see sensitive values. */
  unmasked: boolean
}

/**
 * Puts together what each row did: before and after in the mapped fields. The values that changed are the recorded ones; those
 * that did not are the profile's of now.
 */
export async function viewRecords(
  db: Db,
  storeId: number,
  records: RecordRow[],
  view: RecordView,
): Promise<RunRecord[]> {
  const ids = records.flatMap((record) =>
    record.status === 'added' || record.profile_id === null ? [] : [record.profile_id],
  )
  const profiles = new Map((await profilesById(db, storeId, [...new Set(ids)])).map((row) => [row.id, row]))
  return records.map((record) => {
    const cells = view.rows.get(record.record_no) ?? []
    const read = view.readRow(record.record_no, cells)
    const values = 'values' in read ? read.values : null
    const profile = record.profile_id === null ? undefined : profiles.get(record.profile_id)
    const taken = record.status === 'added' || record.status === 'updated' || record.status === 'duplicated'
    const side = (pick: (field: Field, place: number) => Value) => ({
      fields: view.plan.fields.flatMap(({ field }, place) => {
        const value = pick(field, place)
        return value === null ? [] : [{ id: field.id, name: field.name, value: shown(field, value, view) }]
      }),
      label_ids: [],
    })
    // A row that repeats an earlier one of the same file has no profile to show in a dry run: its own values stand for it.
    const now = (field: Field, place: number) => (profile ? fieldValue(profile, field) : values![place]!)
    const changed = (field: Field, index: 0 | 1) => record.changes?.[field.id]?.[index] as Value | undefined
    const at = (index: 0 | 1) =>
      side((field, place) => {
        const value = changed(field, index)
        return value === undefined ? now(field, place) : value
      })
    return {
      record_no: record.record_no,
      status: record.status,
      profile_id: record.profile_id,
      data: dataOf(cells, record.error, view),
      change:
        taken && values
          ? {
              activity: null,
              previous_profile: record.status === 'added' ? null : at(0),
              next_profile: record.status === 'added' ? side((_, place) => values[place]!) : at(1),
            }
          : null,
      error: record.error ? rowFailures[record.error.failure][view.language] : null,
    }
  })
}

function dataOf(cells: string[], error: RowError | null, { plan, language, unmasked }: RecordView) {
  return cells.slice(0, Math.max(plan.width, 1)).map((value, place) => {
    const field = plan.fields.find(({ column }) => column === place)?.field
    const hide = field?.sensitive && !unmasked && value !== ''
    return {
      id: String(place + 1),
      value: hide ? '•••' : value,
      error: error && error.column === place + 1 ? rowFailures[error.failure][language] : null,
    }
  })
}

const shown = (field: Field, value: Value, view: RecordView) =>
  field.sensitive && !view.unmasked ? masked(field, value) : value
