import { keyExpiryNotice, tokenExpiryNotice } from '@ruam/contract/open-api/expiry.ts'
import { WARN_OF_EXPIRY_DAYS } from '@ruam/contract/platform/constants.ts'
import { OWNER } from '@ruam/contract/platform/permissions.ts'
import { sql } from 'kysely'
import { membersOf } from '../../access/people/members.ts'
import type { TimedWork } from '../../core/clock.ts'
import { type Db, inStore } from '../../database/db.ts'
import { queueMail } from '../../mail/mails.ts'
import { notify } from '../../notifications/notify.ts'
import type { Core } from '../../servers/core.ts'
import { eachStore } from '../../work/each-store.ts'

interface Ending {
  id: number
  kind: 'key' | 'token'
  days: number
}

/** Warns a store of each credential that ends within 14 days, once for each end: by a notice, and the owners by mail. */
async function warnOfExpiry(core: Core, db: Db, storeId: number): Promise<void> {
  const { rows } = await sql<Ending>`
    update credential set warned_for = expires_at
    where store_id = ${storeId} and status = 'active' and expires_at > now()
      and expires_at <= now() + make_interval(days => ${WARN_OF_EXPIRY_DAYS}) and warned_for is distinct from expires_at
    returning id, kind, ceil(extract(epoch from expires_at - now()) / 86400)::int as days`.execute(db)
  if (rows.length === 0) return
  const owners = await membersOf(db, storeId).select('u.id').where('r.name', '=', OWNER).orderBy('u.id').execute()
  for (const { id, kind, days } of rows) {
    const notice = kind === 'key' ? keyExpiryNotice : tokenExpiryNotice
    await notify(db, storeId, notice, { ending: 'completed', data: { credential_id: id, days } })
    for (const owner of owners)
      await queueMail(core, db, 'credential_expiring', { store_id: storeId, user_id: owner.id, id })
  }
}

/** Looks every hour. */
export const warnOfExpiryHourly = (core: Core): TimedWork => ({
  name: 'expiry of credentials',
  everyMs: 3_600_000,
  async work(signal) {
    const { rows } = await core.pool.query<{ store_id: number }>(
      'select auth.stores_with_ending_credentials($1) as store_id',
      [WARN_OF_EXPIRY_DAYS],
    )
    await eachStore(rows, async ({ store_id }) => {
      if (!signal.aborted) await inStore(core.pool, store_id, (db) => warnOfExpiry(core, db, store_id))
    })
  },
})
