import type { Db } from '../../database/db.ts'
import type { Field } from '../fields/fields.ts'
import type { Sight } from '../profiles/masking.ts'
import { fieldValue, type ProfileRow } from '../profiles/queries.ts'
import { fieldChanges, type HistoryChange } from './queries.ts'
import { sourceNames, type Writer } from './source-names.ts'

/** Returns the source of each current value of these fields of a profile, and the value it replaced. */
export async function valueSources(db: Db, storeId: number, row: ProfileRow, fields: readonly Field[], sight: Sight) {
  const origin = await originOf(db, storeId, row.id)
  const changes = await fieldChanges(db, storeId, row.id, 'last')
  const filled = fields.flatMap((field) => {
    const value = fieldValue(row, field)
    return value === null ? [] : [{ field, value, writer: writerOf(field, origin) }]
  })
  const writers = filled.map(({ writer }) => writer)
  const nameOf = await sourceNames(db, storeId, writers)
  return filled.map(({ field, value, writer }) => {
    const change = changes.get(field.id)
    // A value that was written past the journal (a field's new type) has no such change.
    const last = change?.after === value ? change : undefined
    const first = !change && field.type !== 'transform_profile' ? row.created_at : null
    return {
      field_id: field.id,
      source: nameOf(writer),
      at: last?.at ?? first,
      replaced: replacedBy(last, field, row.id, sight),
    }
  })
}

function replacedBy(change: HistoryChange | undefined, field: Field, profileId: number, sight: Sight) {
  if (!change || change.made || field.type === 'transform_profile') return null
  return { change_id: change.id, value: sight.value(field, change.before, profileId), masked: false }
}

type Origin = Awaited<ReturnType<typeof originOf>>

function originOf(db: Db, storeId: number, id: number) {
  return db
    .selectFrom('profile')
    .select(['sources', 'origin_run', 'origin_row', 'created_by'])
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

function writerOf({ id, type }: Field, { sources, origin_run, origin_row, created_by }: Origin): Writer {
  const none = { source_id: null, run: null, row_no: null }
  if (type === 'transform_profile') return { source: 'system', ...none }
  const named = sources[id]
  if (named) {
    const [source, by, row] = named
    return source === 'run'
      ? { source, source_id: null, run: by, row_no: row ?? null }
      : { ...none, source, source_id: by }
  }
  if (origin_run !== null) return { source: 'run', source_id: null, run: origin_run, row_no: origin_row }
  return created_by === null ? { source: 'system', ...none } : { source: 'user', ...none, source_id: created_by }
}
