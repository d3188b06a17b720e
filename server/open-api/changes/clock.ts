import { sql } from 'kysely'
import type { TimedWork } from '../../core/clock.ts'
import { type Db, inStore } from '../../database/db.ts'
import type { Core } from '../../servers/core.ts'
import { eachStore } from '../../work/each-store.ts'
import { endChanges, RETAINED_DAYS } from './follow.ts'
import { givePositions } from './positions.ts'

const HOUR_MS = 3_600_000

/** Deletes changes after 30 days, and all of a store that nobody has followed for as long. */
export async function purgeChanges({ pool }: Pick<Core, 'pool'>): Promise<void> {
  const { rows } = await pool.query<{ store_id: number }>('select auth.stores_with_changes() as store_id')
  await eachStore(rows, ({ store_id }) => inStore(pool, store_id, (db) => purge(db, store_id)))
}

async function purge(db: Db, storeId: number): Promise<void> {
  const { rows } = await sql<{ ended: boolean }>`
    select reads_until <= now() as ended from change_reader where store_id = ${storeId} for update`.execute(db)
  if (rows[0]?.ended) return endChanges(db, storeId)
  // A deleted change has a position, so that its reader learns of the gap.
  await givePositions(db, storeId)
  await sql`
    with gone as (
      delete from change where store_id = ${storeId} and at < now() - make_interval(days => ${RETAINED_DAYS}) and position is not null
      returning position
    )
    update change_reader set deleted_to = greatest(deleted_to, (select max(position) from gone))
    where store_id = ${storeId} and exists (select from gone)`.execute(db)
}

/** Looks every hour. */
export const purgeChangesHourly = (core: Pick<Core, 'pool'>): TimedWork => ({
  name: 'changes',
  everyMs: HOUR_MS,
  work: () => purgeChanges(core),
})
