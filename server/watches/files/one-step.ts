import type { ErrorName } from '@ruam/contract/errors/catalog.ts'
import { isAgreed } from '../../access/dpa/jobs-after-agreement.ts'
import type { Db } from '../../database/db.ts'
import { lockDataSource } from '../../imports/data-sources/one.ts'
import { findDataSource } from '../../imports/data-sources/queries.ts'
import type { Core } from '../../servers/core.ts'
import { pauseWatch } from './pause.ts'
import type { WatchFileRow, WatchRow } from './queries.ts'

/** Rolls a step back that another import, a person or an agreement holds up: it is tried again. */
export class Later extends Error {}

export interface Step {
  core: Core
  db: Db
  storeId: number
  watch: WatchRow
  file: WatchFileRow
}

/** Pauses the watch, which ends the step. */
export async function stop({ db, storeId, watch }: Step, reason: ErrorName): Promise<false> {
  await pauseWatch(db, storeId, watch, { reason })
  return false
}

/**
 * Locks the data source, and returns it if the watch may work with it as it is. Undefined if the watch was paused. Throws Later while another
 * work has it.
 */
export async function usableSource(step: Step) {
  const { db, storeId, watch } = step
  await lockDataSource(db, storeId, watch.data_source_id)
  const source = await findDataSource(db, storeId, watch.data_source_id)
  if (!source) return stop(step, 'data_source_not_found').then(() => undefined)
  if (!source.enabled || !(await isAgreed(db, storeId))) throw new Later()
  return source
}

export type Source = NonNullable<Awaited<ReturnType<typeof usableSource>>>
