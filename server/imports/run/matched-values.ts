import type { MaskedValue } from '../../customers/profiles/masking.ts'
import type { Db } from '../../database/db.ts'
import type { RunRow } from '../data-sources/runs.ts'
import type { RecordRow } from './record-queries.ts'

interface Change {
  record_no: number
  at: string | null
  changes: Record<string, [before: unknown, after: unknown]>
}

/** Changes of a run's rows per profile, in the order in which they were written. */
export async function changesOfProfiles(
  db: Db,
  storeId: number,
  run: number,
  ids: number[],
): Promise<Map<number, Change[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('run_record')
    .select(['profile_id', 'record_no', 'changes', 'at'])
    .where('store_id', '=', storeId)
    .where('run', '=', run)
    .where('profile_id', 'in', ids)
    .where('changes', 'is not', null)
    // Corrected rows come after the file.
    .orderBy('at', (order) => order.asc().nullsFirst())
    .orderBy('record_no')
    .execute()
  return Map.groupBy(rows as (Change & { profile_id: number })[], (row) => row.profile_id)
}

/** A field's value as a row met it; undefined when no row of the run has changed it. */
export function valueBefore(
  changes: readonly Change[],
  { record_no: no, at }: Pick<RecordRow, 'record_no' | 'at'>,
  field: number,
): MaskedValue | undefined {
  let earlier: MaskedValue | undefined
  const own = at ?? ''
  for (const change of changes) {
    const pair = change.changes[field]
    if (!pair) continue
    const written = change.at ?? ''
    if (written > own || (written === own && change.record_no >= no)) return pair[0] as MaskedValue
    earlier = pair[1] as MaskedValue
  }
  return earlier
}

/** The labels that profiles had when a run began; one that a later run gave is not counted as of this one. */
export async function labelsBefore(
  db: Db,
  storeId: number,
  run: RunRow,
  ids: number[],
): Promise<Map<number, number[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('profile_label')
    .select(['profile_id', 'label_id'])
    .where('store_id', '=', storeId)
    .where('profile_id', 'in', ids)
    .where('source', '<>', 'manual_remove')
    .where((e) => e.or([e('run_id', 'is', null), e('run_id', '<', run.id)]))
    .orderBy('label_id')
    .execute()
  const labels = new Map<number, number[]>()
  for (const { profile_id, label_id } of rows) labels.set(profile_id, [...(labels.get(profile_id) ?? []), label_id])
  return labels
}
