import { sql } from 'kysely'
import type { TimedWork } from '../../core/clock.ts'
import { type Db, inStore } from '../../database/db.ts'
import type { Core } from '../../servers/core.ts'
import { eachStore } from '../../work/each-store.ts'
import { automationEffect } from './effect.ts'

/** Counts the effect of an automation for the list. */
export async function countEffect(db: Db, storeId: number, automationId: number): Promise<void> {
  const { state, figures } = await automationEffect(db, storeId, automationId)
  const difference = state === 'more' || state === 'less' ? figures!.difference : null
  await sql`
    insert into automation_effect (store_id, automation_id, state, difference) values (${storeId}, ${automationId}, ${state}, ${difference})
    on conflict (store_id, automation_id) do update
      set state = excluded.state, difference = excluded.difference, counted_at = clock_timestamp()`.execute(db)
}

/** Returns the effects of automations as they were counted last. */
export async function listedEffects(db: Db, storeId: number, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, never>()
  const rows = await db
    .selectFrom('automation_effect')
    .select(['automation_id', 'state', 'difference'])
    .where('store_id', '=', storeId)
    .where('automation_id', 'in', [...ids])
    .execute()
  return new Map(rows.map(({ automation_id, ...effect }) => [automation_id, effect]))
}

async function measured(db: Db, storeId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select a.id from automation a
      join automation_version v on v.store_id = a.store_id and v.automation_id = a.id and v.version = a.version
    where a.store_id = ${storeId} and a.status in ('active', 'paused') and v.holdout > 0 order by a.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Counts what automations added, each in a transaction of its own. */
export const countEffectsHourly = (core: Core): TimedWork => ({
  name: 'effects of automations',
  everyMs: 3_600_000,
  async work(signal) {
    const { rows } = await core.pool.query<{ store_id: number }>(
      'select auth.stores_with_measured_automations() as store_id',
    )
    await eachStore(rows, async ({ store_id }) => {
      for (const id of await inStore(core.pool, store_id, (db) => measured(db, store_id)))
        if (!signal.aborted) await inStore(core.pool, store_id, (db) => countEffect(db, store_id, id))
    })
  },
})
