import { INCIDENT_HOURS, incidentDueNotice, REMINDED_HOURS } from '@ruam/contract/privacy/incidents.ts'
import { sql } from 'kysely'
import type { TimedWork } from '../../core/clock.ts'
import { type Db, inStore } from '../../database/db.ts'
import { notify } from '../../notifications/notify.ts'
import type { Core } from '../../servers/core.ts'
import { eachStore } from '../../work/each-store.ts'

/**
 * Reminds a store of each incident whose regulator is to be notified: 48, 24 and 6 hours before the end and once it is late, each once. A
 * clock that is set back repeats nothing, for the step only falls.
 */
async function remindStore(db: Db, storeId: number): Promise<void> {
  const steps = [...REMINDED_HOURS, 0]
  const { rows } = await sql<{ id: number; hours: number; late: boolean }>`
    with due as (
      select id, ceil(extract(epoch from due_at - now()) / 3600)::int as hours,
        (select min(step) from unnest(${steps}::int[]) step where due_at <= now() + make_interval(hours => step)) as step
      from (select id, known_at + make_interval(hours => ${INCIDENT_HOURS}::int) as due_at from incident
        where store_id = ${storeId} and closed_at is null and notified_at is null and decision is distinct from 'no_risk') running
    )
    update incident i set reminded = due.step from due
    where i.store_id = ${storeId} and i.id = due.id and due.step is not null and (i.reminded is null or i.reminded > due.step)
    returning i.id, due.hours, due.step = 0 as late`.execute(db)
  for (const { id, hours, late } of rows)
    await notify(db, storeId, incidentDueNotice, {
      ending: late ? 'failed' : 'completed',
      data: { incident_id: id, hours },
    })
}

/** Looks every ten minutes. */
export const remindOfIncidentsSteadily = (core: Pick<Core, 'pool'>): TimedWork => ({
  name: 'incidents',
  everyMs: 600_000,
  async work(signal) {
    const text = 'select auth.stores_with_running_incidents() as store_id'
    const { rows } = await core.pool.query<{ store_id: number }>(text)
    await eachStore(rows, async ({ store_id }) => {
      if (!signal.aborted) await inStore(core.pool, store_id, (db) => remindStore(db, store_id))
    })
  },
})
