import { rightRequestNotice, rightRequests } from '@ruam/contract/access/right-requests.ts'
import { type Permission, rightsBeyond } from '@ruam/contract/platform/permissions.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { implement } from '../../http/implement.ts'
import { notify } from '../../notifications/notify.ts'
import { ownersOf } from './owners.ts'

export const rightRequestRoutes = implement(rightRequests, {
  async create({ db, storeId, user, body }) {
    const asked = await recordRequests(db, storeId, user.id, rightsBeyond(user.rights, body.permissions))
    const owners = asked.length > 0 ? await ownersOf(db, storeId) : []
    for (const { request_id, role_id } of asked)
      for (const { id: userId } of owners)
        await notify(db, storeId, rightRequestNotice, {
          ending: 'completed',
          data: { request_id, role_id, user_id: user.id },
          userId,
        })
    return { sent: asked.map(({ permission }) => permission) }
  },
})

/** Records what a member asks for, and returns the requests that are new or older than a day. */
async function recordRequests(db: Db, storeId: number, userId: number, lacking: readonly string[]) {
  const { rows } = await sql<{ request_id: number; permission: Permission; role_id: number }>`
    with asked as (
      insert into right_request as r (store_id, user_id, permission)
      select ${storeId}::int, ${userId}::int, permission from unnest(${lacking}::text[]) as permission
      group by permission order by permission
      on conflict (store_id, user_id, permission) do update set asked_at = now()
        where r.asked_at <= now() - interval '1 day'
      returning id, permission)
    select a.id as request_id, a.permission, m.role_id from asked a
    join store_member m on m.store_id = ${storeId} and m.user_id = ${userId} and m.removed_at is null
    order by a.id`.execute(db)
  return rows
}
