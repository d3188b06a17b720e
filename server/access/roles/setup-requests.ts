import {
  accountReadyNotice,
  accountRequestNotice,
  purposeReadyNotice,
  purposeRequestNotice,
  type SetupKind,
  setupRequests,
} from '@ruam/contract/access/setup-requests.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { implement } from '../../http/implement.ts'
import { notify } from '../../notifications/notify.ts'
import { ownersOf } from './owners.ts'

const requested = { account: accountRequestNotice, purpose: purposeRequestNotice }
const ready = { account: accountReadyNotice, purpose: purposeReadyNotice }

export const setupRequestRoutes = implement(setupRequests, {
  get: ({ db, storeId, user }) => requestsOf(db, storeId, user.id),

  async create({ db, storeId, user, body: { kind, broadcast_id }, fail }) {
    if (!(await hasBroadcast(db, storeId, broadcast_id))) throw fail('not_found')
    if (await recordRequest(db, storeId, user.id, kind, broadcast_id))
      for (const { id } of await ownersOf(db, storeId))
        await notify(db, storeId, requested[kind], { ending: 'completed', data: { user_id: user.id }, userId: id })
    return requestsOf(db, storeId, user.id)
  },
})

async function requestsOf(db: Db, storeId: number, userId: number) {
  const data = await db
    .selectFrom('setup_request')
    .select(['kind', 'asked_at'])
    .where('store_id', '=', storeId)
    .where('user_id', '=', userId)
    .orderBy('kind')
    .execute()
  return { data, owners: (await ownersOf(db, storeId)).map(({ name }) => name) }
}

async function hasBroadcast(db: Db, storeId: number, id: number): Promise<boolean> {
  const { rows } = await sql`select 1 from broadcast where store_id = ${storeId} and id = ${id}`.execute(db)
  return rows.length > 0
}

/** Records what a member asks for. Returns false if the owners were asked within a day. */
async function recordRequest(db: Db, storeId: number, userId: number, kind: SetupKind, broadcastId: number) {
  const { rows } = await sql`
    insert into setup_request as r (store_id, user_id, kind, broadcast_id)
    values (${storeId}, ${userId}, ${kind}, ${broadcastId})
    on conflict (store_id, user_id, kind) do update set asked_at = now(), broadcast_id = excluded.broadcast_id
      where r.asked_at <= now() - interval '1 day'
    returning kind`.execute(db)
  return rows.length > 0
}

/** Tells the members who asked for something that the store has it now, each with the way back to their draft. */
export async function answerSetupRequests(db: Db, storeId: number, kind: SetupKind): Promise<void> {
  const asked = await db
    .deleteFrom('setup_request')
    .where('store_id', '=', storeId)
    .where('kind', '=', kind)
    .returning(['user_id', 'broadcast_id'])
    .execute()
  for (const { user_id, broadcast_id } of asked)
    await notify(db, storeId, ready[kind], { ending: 'completed', data: { broadcast_id }, userId: user_id })
}
