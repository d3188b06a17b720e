import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { authenticated } from './account-calls.ts'
import { errorOf } from './messages.ts'
import type { Coupon, State } from './state.ts'

const amount = z.int()
const percentage = z.int().min(1).max(99)
const fixed = z.strictObject({ type: z.literal('fixed'), fixedAmount: amount })
const share = z.strictObject({ type: z.literal('percentage'), percentage })
const explicit = z.strictObject({ type: z.literal('explicit'), priceAfterDiscount: amount, originalPrice: amount })

/** LINE's `CouponCreateRequest`, checked as strictly as the real server does. */
const NewCoupon = z.strictObject({
  title: z.string().min(1).max(60),
  description: z.string().max(1000).optional(),
  usageCondition: z.string().max(100).optional(),
  couponCode: z.string().optional(),
  imageUrl: z.string().optional(),
  barcodeImageUrl: z.string().optional(),
  startTimestamp: z.int(),
  endTimestamp: z.int(),
  maxUseCountPerTicket: z.int().max(1),
  visibility: z.enum(['UNLISTED', 'PUBLIC']),
  timezone: z.string().regex(/^[A-Z_]+$/),
  acquisitionCondition: z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('normal') }),
    z.strictObject({
      type: z.literal('lottery'),
      lotteryProbability: percentage,
      maxAcquireCount: z.int().max(999_999),
    }),
  ]),
  reward: z
    .discriminatedUnion('type', [
      z.strictObject({
        type: z.literal('discount'),
        priceInfo: z.discriminatedUnion('type', [fixed, share, explicit]),
      }),
      z.strictObject({ type: z.literal('cashBack'), priceInfo: z.discriminatedUnion('type', [fixed, share]) }),
      ...(['free', 'gift', 'others'] as const).map((type) => z.strictObject({ type: z.literal(type) })),
    ])
    .optional(),
})

/** Registers the calls of coupons. A coupon runs from its creation, as those that the API makes do (from memory, verify). */
export function couponCalls(app: FastifyInstance, state: State): void {
  const own = (request: FastifyRequest) => {
    const { id } = authenticated(state, request)
    return state.coupons.filter(({ channelId }) => channelId === id)
  }
  const missing = (reply: FastifyReply) => reply.code(404).send({ message: 'Not found' })

  app.get<{ Querystring: { status?: string | string[]; start?: string; limit?: string } }>(
    '/v2/bot/coupon',
    async (request) => {
      const { status, start = '0', limit = '20' } = request.query
      const wanted = own(request).filter((one) => !status || [status].flat().includes(one.status))
      const end = Number(start) + Number(limit)
      return {
        items: wanted.slice(Number(start), end).map(({ couponId, title }) => ({ couponId, title })),
        ...(end < wanted.length && { next: String(end) }),
      }
    },
  )

  app.post('/v2/bot/coupon', async (request, reply) => {
    const { id } = authenticated(state, request)
    const parsed = NewCoupon.safeParse(request.body)
    if (!parsed.success) return reply.code(400).send(errorOf(parsed.error))
    return { couponId: addCoupon(state, id, parsed.data).couponId }
  })

  app.get<{ Params: { id: string } }>('/v2/bot/coupon/:id', async (request, reply) => {
    const found = own(request).find(({ couponId }) => couponId === request.params.id)
    if (!found) return missing(reply)
    const { channelId: _, ...coupon } = found
    return coupon
  })

  app.put<{ Params: { id: string } }>('/v2/bot/coupon/:id/close', async (request, reply) => {
    const found = own(request).find(({ couponId }) => couponId === request.params.id)
    if (!found) return missing(reply)
    if (found.status === 'CLOSED') return reply.code(410).send({ message: 'The coupon is closed already' })
    found.status = 'CLOSED'
    return reply.send()
  })
}

/** Adds a running coupon to an account. */
export function addCoupon(state: State, channelId: string, coupon: Partial<Coupon> = {}): Coupon {
  const now = Math.floor(state.now() / 1000)
  const made: Coupon = {
    title: 'ลด 30 บาท ดริปแบ็ก',
    startTimestamp: now - 3600,
    endTimestamp: now + 30 * 86_400,
    createdTimestamp: now,
    status: 'RUNNING',
    ...coupon,
    couponId: coupon.couponId ?? randomUUID().replaceAll('-', '').slice(0, 26).toUpperCase(),
    channelId,
  }
  state.coupons.push(made)
  return made
}
