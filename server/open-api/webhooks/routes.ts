import { openApiWebhooks } from '@ruam/contract/open-api/webhooks.ts'
import { ApiError } from '../../core/api-error.ts'
import type { Db } from '../../database/db.ts'
import { implement } from '../../http/implement.ts'
import { placeNow } from './place.ts'
import { type Manager, sendAgain, updateWebhook, webhooksOf } from './queries.ts'
import { checkTarget, renewSecret, subscribe } from './subscribe.ts'
import { visibleDeliveries } from './visible-deliveries.ts'

/** Locks a webhook that the program manages. Throws not_found. */
async function holdWebhook(db: Db, storeId: number, user: Manager, id: number) {
  const found = await webhooksOf(db, storeId, user).where('id', '=', id).forUpdate().executeTakeFirst()
  if (!found) throw new ApiError('not_found')
  return found
}

export const openApiWebhookRoutes = implement(openApiWebhooks, {
  list: async ({ db, storeId, user }) => ({ data: await webhooksOf(db, storeId, user).execute() }),

  async create({ db, core, storeId, user, body, audit }) {
    const webhook = await subscribe(core, db, storeId, user, body)
    await audit('webhook', webhook.id)
    return webhook
  },

  async update({ db, core, storeId, user, params: { id }, body, fail, audit }) {
    checkTarget(core, user, body)
    const { status, secret_ended } = await holdWebhook(db, storeId, user, id)
    if (body.status === 'active' && secret_ended) throw fail('webhook_secret_ended')
    const goesOn = body.status === 'active' && status === 'paused'
    const place = goesOn ? await placeNow(db, storeId) : {}
    const given = { ...body, ...(body.status === status && { status: undefined }) }
    const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
    const webhook = (await updateWebhook(db, storeId, { id, credential: user.id }, { ...set, ...place }))!
    await audit('webhook', id, { status: webhook.status })
    return webhook
  },

  async delete({ db, storeId, user, params: { id }, audit }) {
    await holdWebhook(db, storeId, user, id)
    await db.deleteFrom('webhook').where('store_id', '=', storeId).where('id', '=', id).execute()
    await audit('webhook', id)
  },

  async rotate({ db, core, storeId, user, params: { id }, audit }) {
    await holdWebhook(db, storeId, user, id)
    const webhook = await renewSecret(core, db, storeId, { id, credential: user.id })
    await audit('webhook', id)
    return webhook
  },

  async deliveries({ db, storeId, user, params: { id }, fail }) {
    const found = await webhooksOf(db, storeId, user).where('id', '=', id).executeTakeFirst()
    if (!found) throw fail('not_found')
    return { data: (await visibleDeliveries(db, storeId, user, found)) ?? [] }
  },

  async sendAgain({ db, storeId, user, params: { id, delivery_id }, fail, audit }) {
    const found = await holdWebhook(db, storeId, user, id)
    const seen = await visibleDeliveries(db, storeId, user, found)
    if (!seen?.some((one) => one.id === delivery_id)) throw fail('not_found')
    await sendAgain(db, storeId, id, delivery_id)
    await audit('webhook', id, { delivery: delivery_id })
  },
})
