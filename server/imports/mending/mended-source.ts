import type { Language } from '@ruam/contract/errors/catalog.ts'
import { timeZoneOf } from '../../access/stores/queries.ts'
import { ApiError } from '../../core/api-error.ts'
import type { Db } from '../../database/db.ts'
import { findFile } from '../../formats/files/queries.ts'
import type { CountsBefore, MendingState } from '../data-sources/mending-state.ts'
import { dataSourceOf } from '../data-sources/one.ts'
import { findRun, latestRuns } from '../data-sources/runs.ts'
import { targetsOf } from '../data-sources/targets.ts'
import { faultReader } from '../run/cell-faults.ts'
import { planOf } from '../run/plan.ts'

/** A data source whose unreadable cells are mended, with its latest preview and its file. */
export type MendedSource = Awaited<ReturnType<typeof mendedSource>>

/** Throws data_source_not_found, and data_source_status if no preview has read the file. */
export async function mendedSource(db: Db, storeId: number, id: number, language: Language) {
  const source = await dataSourceOf(db, storeId, id)
  const { mapping, file_id } = source
  const latest = (await latestRuns(db, storeId, id)).get('dry')
  const run = latest === undefined ? undefined : await findRun(db, storeId, id, latest)
  const file = file_id === null ? undefined : await findFile(db, storeId, file_id)
  if (!mapping || !run || !file || run.file_id !== file.id) throw new ApiError('data_source_status')
  const plan = planOf(mapping, await targetsOf(db, storeId, mapping, file.columns.length, language))
  const reading = {
    timeZone: await timeZoneOf(db, storeId),
    columns: file.columns,
    today: run.created_at.slice(0, 10),
  }
  return {
    source,
    mapping,
    rules: mapping.mended ?? [],
    run,
    file,
    plan,
    faultsOf: faultReader(plan, file.facts, reading),
    mended: { data_source_id: id, file_id: file.id },
  }
}

/** State of the mending. Throws data_source_status before a preview has prepared it. */
export function stateOf({ source: { mending }, file, run }: MendedSource): MendingState & { before: CountsBefore } {
  if (!mending || mending.file_id !== file.id) throw new ApiError('data_source_status')
  return { ...mending, before: mending.before ?? run }
}
