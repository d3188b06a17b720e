import { SECOND_FACTOR_NOTICE_DAYS, secondFactor, secondFactorRights } from '@ruam/contract/access/passkeys.ts'
import { secondFactorNotice } from '@ruam/contract/access/second-factor-notice.ts'
import { OWNER } from '@ruam/contract/platform/permissions.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { implement } from '../../http/implement.ts'
import { queueMail } from '../../mail/mails.ts'
import { notify } from '../../notifications/notify.ts'
import type { Core } from '../../servers/core.ts'
import { routerOf } from '../../servers/store-router.ts'
import { passkeyPlace } from '../stores/passkey-place.ts'
import { readSecondFactor, setSecondFactor } from '../stores/second-factor.ts'

export const secondFactorRoutes = implement(secondFactor, {
  get: ({ core, db, storeId }) => stateOf(core, db, storeId),

  async set({ core, db, storeId, user, body: { required }, fail, audit }) {
    if (!user.rights.roles.includes(OWNER)) throw fail('forbidden', { permission: OWNER })
    if (required && problemOf(core)) throw fail('passkeys_unavailable')
    const changed = await setSecondFactor(db, storeId, required ? SECOND_FACTOR_NOTICE_DAYS : null)
    if (changed && required) {
      for (const user_id of await lackingOf(core, db, await membersWithRights(db, storeId))) {
        await queueMail(core, db, 'second_factor_required', { store_id: storeId, user_id })
        const data = { days: SECOND_FACTOR_NOTICE_DAYS }
        await notify(db, storeId, secondFactorNotice, { ending: 'completed', data, userId: user_id })
      }
    }
    await audit('store', storeId, { required: String(required) })
    return stateOf(core, db, storeId)
  },
})

/** Passkeys cannot be required without a public address: colleagues may use another one. */
const problemOf = ({ config }: Core) => (config.publicUrl ? passkeyPlace(config).problem : ('no_address' as const))

async function stateOf(core: Core, db: Db, storeId: number) {
  const members = await membersWithRights(db, storeId)
  return {
    from: await readSecondFactor(db, storeId),
    problem: problemOf(core),
    members: members.length,
    lacking: (await lackingOf(core, db, members)).length,
    provider: core.config.oidc !== undefined,
  }
}

async function membersWithRights(db: Db, storeId: number): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select m.user_id from store_member m join role r on r.store_id = m.store_id and r.id = m.role_id
    where m.store_id = ${storeId} and m.removed_at is null
      and needs_second_factor(r.name, r.permissions, ${secondFactorRights}::text[])`.execute(db)
  return rows.map(({ user_id }) => user_id)
}

/** Returns those without a passkey. Passkeys lie at home. */
async function lackingOf(core: Core, db: Db, people: number[]): Promise<number[]> {
  const { several, home } = routerOf(core)
  const { rows } = several
    ? await home.pool.query<{ id: number }>('select auth.without_passkey($1) as id', [people])
    : await sql<{ id: number }>`select auth.without_passkey(${people}::int[]) as id`.execute(db)
  return rows.map(({ id }) => id)
}
