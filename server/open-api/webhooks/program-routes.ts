import { programWebhooks } from '@ruam/contract/open-api/program-webhooks.ts'
import type { Rights } from '@ruam/contract/platform/permissions.ts'
import { ApiError } from '../../core/api-error.ts'
import type { Db } from '../../database/db.ts'
import { implement } from '../../http/implement.ts'
import { visibleProgram } from '../programs/visible.ts'
import { placeNow } from './place.ts'
import { deliveriesOf, sendAgain, updateWebhook, webhooksIn } from './queries.ts'

/** Webhooks of a program that a person may see. Throws not_found. */
async function webhooksSeen(db: Db, storeId: number, rights: Rights, id: number) {
  await visibleProgram(db, storeId, rights, id)
  return webhooksIn(db, storeId).where('credential_id', '=', id)
}

/** Locks one of them. Throws not_found. */
async function holdSeen(db: Db, storeId: number, rights: Rights, { id, webhook }: { id: number; webhook: number }) {
  const rows = (await webhooksSeen(db, storeId, rights, id)).select('secret_ended').where('id', '=', webhook)
  const found = await rows.forUpdate().executeTakeFirst()
  if (!found) throw new ApiError('not_found')
  return found
}

export const programWebhookRoutes = implement(programWebhooks, {
  list: async ({ db, storeId, user, params: { id } }) => ({
    data: await (await webhooksSeen(db, storeId, user.rights, id)).execute(),
  }),

  async setStatus({ db, storeId, user, params, body: { status }, fail, audit }) {
    const found = await holdSeen(db, storeId, user.rights, params)
    if (found.status === status) return found
    if (status === 'active' && found.secret_ended) throw fail('webhook_secret_ended')
    const place = status === 'active' ? await placeNow(db, storeId) : {}
    const webhook = await updateWebhook(
      db,
      storeId,
      { id: params.webhook, credential: params.id },
      { status, ...place },
    )
    await audit('webhook', params.webhook, { status })
    return webhook
  },

  async deliveries({ db, storeId, user, params: { id, webhook }, fail }) {
    const found = await (await webhooksSeen(db, storeId, user.rights, id)).where('id', '=', webhook).executeTakeFirst()
    if (!found) throw fail('not_found')
    return { data: await deliveriesOf(db, storeId, webhook) }
  },

  async sendAgain({ db, storeId, user, params, fail, audit }) {
    await holdSeen(db, storeId, user.rights, params)
    if (!(await sendAgain(db, storeId, params.webhook, params.delivery))) throw fail('not_found')
    await audit('webhook', params.webhook, { delivery: params.delivery })
  },
})
