import { type ChangeType, changeTypes } from '@ruam/contract/open-api/changes.ts'
import { MAX_WEBHOOKS, openApiWebhooks, SECRET_OVERLAP_HOURS } from '@ruam/contract/open-api/webhooks.ts'
import { ApiError } from '../../core/api-error.ts'
import type { Db } from '../../database/db.ts'
import { implement } from '../../http/implement.ts'
import { type ChangeCaller, hasScope } from '../changes/readable.ts'
import { placeNow } from './place.ts'
import { mayBeCalled } from './post.ts'
import {
  deliveriesOf,
  insertWebhook,
  type Manager,
  rotateWebhook,
  sendAgain,
  updateWebhook,
  webhooksOf,
} from './queries.ts'
import { newSecret } from './secret.ts'

function checkTypes(user: ChangeCaller, types: readonly ChangeType[] = []): void {
  for (const type of types)
    if (!hasScope(user, changeTypes[type])) throw new ApiError('scope_missing', { scope: changeTypes[type] })
}

/** Locks a webhook that the program manages. Throws not_found. */
async function holdWebhook(db: Db, storeId: number, user: Manager, id: number) {
  const rows = webhooksOf(db, storeId, user).select('secret_ended').where('id', '=', id)
  const found = await rows.forUpdate().executeTakeFirst()
  if (!found) throw new ApiError('not_found')
  return found
}

export const openApiWebhookRoutes = implement(openApiWebhooks, {
  list: async ({ db, storeId, user }) => ({ data: await webhooksOf(db, storeId, user).execute() }),

  async create({ db, core, storeId, user, body, fail, audit }) {
    checkTypes(user, body.types)
    if (!mayBeCalled(body.url, core.config)) throw fail('webhook_url_refused')
    if ((await webhooksOf(db, storeId, user).execute()).length >= MAX_WEBHOOKS)
      throw fail('webhooks_too_many', { limit: MAX_WEBHOOKS })
    const place = await placeNow(db, storeId)
    const { secret, sealed } = newSecret(core.config.secretKey, storeId)
    const webhook = await insertWebhook(db, storeId, { credential: user.id, ...body, secret: sealed, place })
    await audit('webhook', webhook.id)
    return { ...webhook, secret }
  },

  async update({ db, core, storeId, user, params: { id }, body, fail, audit }) {
    checkTypes(user, body.types)
    if (body.url !== undefined && !mayBeCalled(body.url, core.config)) throw fail('webhook_url_refused')
    const { status, secret_ended } = await holdWebhook(db, storeId, user, id)
    if (body.status === 'active' && secret_ended) throw fail('webhook_secret_ended')
    const goesOn = body.status === 'active' && status === 'paused'
    const place = goesOn ? await placeNow(db, storeId) : {}
    const given = { ...body, ...(body.status === status && { status: undefined }) }
    const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
    const webhook = await updateWebhook(db, storeId, { id, credential: user.id }, { ...set, ...place })
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
    const { secret, sealed } = newSecret(core.config.secretKey, storeId)
    const webhook = await rotateWebhook(db, storeId, {
      id,
      credential: user.id,
      secret: sealed,
      hours: SECRET_OVERLAP_HOURS,
    })
    await audit('webhook', id)
    return { ...webhook, secret }
  },

  async deliveries({ db, storeId, user, params: { id }, fail }) {
    const found = await webhooksOf(db, storeId, user).where('id', '=', id).executeTakeFirst()
    if (!found) throw fail('not_found')
    return { data: await deliveriesOf(db, storeId, id) }
  },

  async sendAgain({ db, storeId, user, params: { id, delivery_id }, fail, audit }) {
    await holdWebhook(db, storeId, user, id)
    if (!(await sendAgain(db, storeId, id, delivery_id))) throw fail('not_found')
    await audit('webhook', id, { delivery: delivery_id })
  },
})
