import { coupons } from '@ruam/contract/broadcasts/coupons.ts'
import { timeZoneOf } from '../../access/stores/queries.ts'
import { LineError, LineUnreachable } from '../../channels/accounts/line-client.ts'
import { lineAccountById } from '../../channels/accounts/queries.ts'
import { credentialsOf } from '../../channels/accounts/secrets.ts'
import { ApiError } from '../../core/api-error.ts'
import { shortText } from '../../core/clean-text.ts'
import { inStore } from '../../database/db.ts'
import { auditOnce } from '../../http/audit.ts'
import { requestOrigin } from '../../http/came-from.ts'
import type { Context } from '../../http/handler.ts'
import { implement } from '../../http/implement.ts'
import type { Core } from '../../servers/core.ts'
import { closeCoupon, createCoupon, fetchCoupon, listCoupons } from './line-coupons.ts'

/** Returns the credentials of an active account. Throws not_found or broadcast_account. */
async function accountOf(core: Core, storeId: number, channelId: number) {
  const account = await inStore(core.pool, storeId, (db) => lineAccountById(db, storeId, channelId))
  if (!account) throw new ApiError('not_found')
  if (account.status !== 'active') throw new ApiError('broadcast_account')
  return credentialsOf(core, storeId, account)
}

/** Translates what LINE answered. */
async function asking<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof LineUnreachable) throw new ApiError('channel_unreachable', undefined, { cause: error })
    if (!(error instanceof LineError)) throw error
    if (error.status === 401 || error.status === 403)
      throw new ApiError('broadcast_account', undefined, { cause: error })
    if (error.status === 400)
      throw new ApiError('coupon_refused', { reason: shortText(error.message, 300) }, { cause: error })
    throw new ApiError('channel_unreachable', undefined, { cause: error })
  }
}

type Acting = Pick<Context<typeof coupons.close>, 'core' | 'storeId' | 'user' | 'request'>

/** Keeps the act after LINE has done it: the coupon is LINE's, and no transaction of ours holds it. */
const written = (
  { core, storeId, user, request }: Acting,
  action: 'coupon_created' | 'coupon_closed',
  channelId: number,
  title: string,
) =>
  inStore(core.pool, storeId, async (db, client) => {
    await client.query(requestOrigin(request))
    await auditOnce(db, storeId, user, { requestId: request.id, action })('channel', channelId, { coupon: title })
  })

export const couponRoutes = implement(coupons, {
  async list({ core, storeId, params: { channel_id } }) {
    const credentials = await accountOf(core, storeId, channel_id)
    return { results: await asking(() => listCoupons(core, credentials)) }
  },

  async get({ core, storeId, params: { channel_id, coupon_id }, fail }) {
    const credentials = await accountOf(core, storeId, channel_id)
    const coupon = await asking(() => fetchCoupon(core, credentials, coupon_id))
    if (!coupon) throw fail('not_found')
    return coupon
  },

  async create({ params: { channel_id }, body, fail, ...context }) {
    const { core, storeId } = context
    const credentials = await accountOf(core, storeId, channel_id)
    const timeZone = await inStore(core.pool, storeId, (db) => timeZoneOf(db, storeId))
    const id = await asking(() => createCoupon(core, credentials, body, timeZone))
    await written(context, 'coupon_created', channel_id, id)
    const coupon = await asking(() => fetchCoupon(core, credentials, id))
    if (!coupon) throw fail('channel_unreachable')
    return coupon
  },

  async close({ params: { channel_id, coupon_id }, fail, ...context }) {
    const { core, storeId } = context
    const credentials = await accountOf(core, storeId, channel_id)
    if (!(await asking(() => closeCoupon(core, credentials, coupon_id)))) throw fail('not_found')
    await written(context, 'coupon_closed', channel_id, coupon_id)
  },
})
