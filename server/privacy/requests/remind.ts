import { privacyRequestDueNotice, REMINDED_DAYS } from '@ruam/contract/privacy/requests.ts'
import { sql } from 'kysely'
import type { TimedWork } from '../../core/clock.ts'
import { type Db, inStore } from '../../database/db.ts'
import { notify } from '../../notifications/notify.ts'
import type { Core } from '../../servers/core.ts'
import { eachStore } from '../../work/each-store.ts'

/** Reminds a store of each open request 7 and 3 days before its end and once it is late, each once. */
async function remindStore(db: Db, storeId: number): Promise<void> {
  const steps = [...REMINDED_DAYS, 0]
  const { rows } = await sql<{ id: number; days: number; late: boolean }>`
    with due as (
      select id, (due_at at time zone store_zone())::date - local_today(store_zone()) as days,
        (select min(step) from unnest(${steps}::int[]) step where due_at <= now() + make_interval(days => step)) as step
      from privacy_request where store_id = ${storeId} and closed_at is null
    )
    update privacy_request r set reminded = due.step from due
    where r.store_id = ${storeId} and r.id = due.id and due.step is not null and (r.reminded is null or r.reminded > due.step)
    returning r.id, due.days, due.step = 0 as late`.execute(db)
  for (const { id, days, late } of rows)
    await notify(db, storeId, privacyRequestDueNotice, {
      ending: late ? 'failed' : 'completed',
      data: { request_id: id, days },
    })
}

/** Looks every hour. */
export const remindOfRequestsHourly = (core: Pick<Core, 'pool'>): TimedWork => ({
  name: 'privacy requests',
  everyMs: 3_600_000,
  async work(signal) {
    const text = 'select auth.stores_with_due_requests($1) as store_id'
    const { rows } = await core.pool.query<{ store_id: number }>(text, [REMINDED_DAYS[0]])
    await eachStore(rows, async ({ store_id }) => {
      if (!signal.aborted) await inStore(core.pool, store_id, (db) => remindStore(db, store_id))
    })
  },
})
