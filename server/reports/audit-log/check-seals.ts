import { auditFaultNotice } from '@ruam/contract/reports/audit-notices.ts'
import { sql } from 'kysely'
import type { TimedWork } from '../../core/clock.ts'
import { databaseNow } from '../../core/now.ts'
import { type Db, inStore } from '../../database/db.ts'
import { notify } from '../../notifications/notify.ts'
import type { Core } from '../../servers/core.ts'
import { eachStore } from '../../work/each-store.ts'
import { missingSeals } from './exported-seals.ts'

const HOUR_MS = 3_600_000
/** Hours that are checked again each hour. */
const RECENT_HOURS = 48
/** Every so many checks are of all hours: a day. */
const WHOLE_EVERY = 24

interface Fault {
  store_id: number
  kind: 'hour' | 'cut' | 'day'
  at: string
}

type Checked = Pick<Core, 'pool' | 'lists' | 'server'>

/** Compares the log with its seals from a time on, and notifies stores of faults that are new. Returns the number of those. */
export async function checkSeals({ pool, lists, server }: Checked, from: Date | null): Promise<number> {
  const since = from?.toISOString() ?? '-infinity'
  const { rows: hours } = await pool.query<Fault>(
    "select store_id, 'hour' as kind, hour as at from auth.check_seals($1)",
    [since],
  )
  const { rows: days } = await pool.query<Fault>(
    "select store_id, 'day' as kind, day::timestamptz as at from auth.check_reads($1::timestamptz::date)",
    [since],
  )
  const lost = await missingSeals(pool, lists, server)
  const faults = [...hours, ...days, ...lost.map(({ store_id, hour }): Fault => ({ store_id, kind: 'cut', at: hour }))]
  let found = 0
  const stores = Map.groupBy(faults, ({ store_id }) => store_id)
  await eachStore(
    [...stores].map(([store_id, own]) => ({ store_id, own })),
    ({ store_id, own }) =>
      inStore(pool, store_id, async (db) => {
        const fresh = await keepFaults(db, store_id, own)
        if (fresh > 0) await notify(db, store_id, auditFaultNotice, { ending: 'failed', data: { faults: fresh } })
        found += fresh
      }),
  )
  return found
}

/** Inserts faults. Returns how many were not known. */
async function keepFaults(db: Db, storeId: number, faults: readonly Fault[]): Promise<number> {
  const { numAffectedRows } = await sql`insert into audit_fault (store_id, kind, at)
    select ${storeId}, kind, at from unnest(${faults.map(({ kind }) => kind)}::text[],
      ${faults.map(({ at }) => at)}::timestamptz[]) f (kind, at)
    on conflict do nothing`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Checks the last two days every hour, and at the start and once a day the whole log. */
export function checkSealsHourly(core: Checked): TimedWork {
  let checks = 0
  return {
    name: 'audit-check',
    everyMs: HOUR_MS,
    work: () =>
      checkSeals(core, checks++ % WHOLE_EVERY === 0 ? null : new Date(databaseNow() - RECENT_HOURS * HOUR_MS)),
  }
}
