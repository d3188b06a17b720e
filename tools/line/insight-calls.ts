import type { FastifyInstance } from 'fastify'
import { authenticated } from './account-calls.ts'
import { richMenusOf } from './rich-menus.ts'
import { noteViolation, type State } from './state.ts'

/** LINE shows no figures of fewer people. */
const SHOWN_FROM = 20
const JAPAN_MS = 9 * 3_600_000

/** LINE's day at an instant, `yyyymmdd`. */
const dayOf = (at: number) => new Date(at + JAPAN_MS).toISOString().slice(0, 10).replaceAll('-', '')
const shown = (people: number) => (people >= SHOWN_FROM ? people : null)

/** Registers LINE's counts: friends of a day, messages that it charged, and what became of messages. */
export function insightCalls(app: FastifyInstance, state: State): void {
  app.get<{ Querystring: { date?: string } }>('/v2/bot/insight/followers', async (request) => {
    const { friends, uncounted } = authenticated(state, request)
    const { date } = request.query
    if (uncounted || (date !== undefined && date >= dayOf(state.now()))) return { status: 'unready' }
    const blocks = [...friends.values()].filter(({ blocked }) => blocked).length
    // People of unknown age or place are reached, and not counted as such.
    const targetedReaches = Math.floor((friends.size - blocks) * 0.8)
    return { status: 'ready', followers: friends.size, targetedReaches, blocks }
  })

  app.get<{ Params: { call: string }; Querystring: { date: string } }>(
    '/v2/bot/message/delivery/:call',
    async (request) => {
      const { id } = authenticated(state, request)
      const { date } = request.query
      if (date >= dayOf(state.now())) return { status: 'unready' }
      const sent = state.accepted.filter(
        (one) => one.channelId === id && one.call === request.params.call && one.delivered && dayOf(one.at) === date,
      )
      const success = new Set(sent.map(({ requestId, userId }) => `${requestId} ${userId}`)).size
      return success < SHOWN_FROM ? { status: 'unavailable_for_privacy' } : { status: 'ready', success }
    },
  )

  app.get<{ Querystring: { requestId: string } }>('/v2/bot/insight/message/event', async (request, reply) => {
    const { id } = authenticated(state, request)
    const sent = state.accepted.filter(
      ({ channelId, call, requestId }) =>
        channelId === id && call === 'broadcast' && requestId === request.query.requestId,
    )
    if (sent.length === 0) return reply.code(404).send({ message: 'Not found' })
    const people = new Set(sent.filter(({ delivered }) => delivered).map(({ userId }) => userId)).size
    return {
      overview: {
        requestId: request.query.requestId,
        timestamp: Math.floor(sent[0]!.at / 1000),
        delivered: people,
        uniqueImpression: shown(people),
        uniqueClick: null,
        uniqueMediaPlayed: null,
        uniqueMediaPlayed100Percent: null,
      },
      messages: [],
      clicks: [],
    }
  })

  app.get<{ Params: { id: string }; Querystring: { from?: string; to?: string } }>(
    '/v2/bot/insight/richmenu/:id/summary',
    async (request, reply) => {
      const { from = '', to = '' } = request.query
      const { menus, taps } = richMenusOf(state, authenticated(state, request))
      const menu = menus.get(request.params.id)
      if (!menu) return reply.code(404).send({ message: 'Not found' })
      if (!/^\d{8}$/.test(from) || !/^\d{8}$/.test(to) || from > to) {
        noteViolation(state, `GET ${request.url}`, ['from and to must be days'])
        return reply.code(400).send({ message: 'The from or to parameter is invalid' })
      }
      const { richMenuId, object } = menu
      const counted = taps.filter(({ at, menu: id }) => id === richMenuId && dayOf(at) >= from && dayOf(at) <= to)
      const metrics = (some: typeof taps) => ({
        count: some.length,
        uniqueUsers: new Set(some.map(({ userId }) => userId)).size,
      })
      if (metrics(counted).uniqueUsers < SHOWN_FROM) return { richMenuId }
      return {
        richMenuId,
        metricsFrom: from,
        metricsTo: to,
        impression: { metrics: metrics(counted) },
        clicks: object.areas.map(({ bounds }, index) => ({
          bounds,
          metrics: metrics(counted.filter(({ area }) => area === index)),
        })),
      }
    },
  )

  app.get<{ Querystring: { customAggregationUnit?: string } }>(
    '/v2/bot/insight/message/event/aggregation',
    async (request) => {
      const { id } = authenticated(state, request)
      const unit = request.query.customAggregationUnit
      const people = new Set(
        state.accepted
          .filter((one) => one.channelId === id && one.unit === unit && one.delivered)
          .map(({ userId }) => userId),
      ).size
      return {
        overview: {
          uniqueImpression: shown(people),
          uniqueClick: null,
          uniqueMediaPlayed: null,
          uniqueMediaPlayed100Percent: null,
        },
        messages: [],
        clicks: [],
      }
    },
  )
}
