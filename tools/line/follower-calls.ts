import type { FastifyInstance } from 'fastify'
import { authenticated } from './account-calls.ts'
import { isOverRate } from './send.ts'
import type { State } from './state.ts'

/** A token of a page ends 24 hours after it was given (from memory, verify). */
const TOKEN_MS = 24 * 3_600_000

const refused = (message: string, statusCode: number) =>
  Object.assign(new Error(message), { statusCode, line: message })

/** Registers the calls about the friends of an account: their names, and the list that verified accounts get. */
export function followerCalls(app: FastifyInstance, state: State): void {
  app.get<{ Params: { userId: string } }>('/v2/bot/profile/:userId', async (request, reply) => {
    const channel = authenticated(state, request)
    state.profileCalls.push({ at: state.now(), userId: request.params.userId })
    if (isOverRate(state, channel, 'profile')) throw refused('The API rate limit has been exceeded.', 429)
    const friend = channel.friends.get(request.params.userId)
    if (!friend || friend.blocked) return reply.code(404).send({ message: 'Not found' })
    const { userId, displayName, pictureUrl } = friend
    return { userId, displayName, ...(pictureUrl && { pictureUrl }), language: 'th' }
  })

  app.get<{ Querystring: { limit?: string; start?: string } }>('/v2/bot/followers/ids', async (request) => {
    const channel = authenticated(state, request)
    if (!channel.verified) throw refused('Access to this API is not available for your account', 403)
    if (isOverRate(state, channel, 'followers')) throw refused('The API rate limit has been exceeded.', 429)
    const { limit = '300', start } = request.query
    if (!/^\d{1,4}$/.test(limit) || Number(limit) < 1 || Number(limit) > 1000)
      throw refused("The value for the 'limit' parameter is invalid", 400)
    const [from = 0, given = state.now()] = start === undefined ? [] : readToken(start)
    const isExpired = start !== undefined && channel.list.expires > 0
    if (isExpired) channel.list.expires--
    if (isExpired || state.now() - given > TOKEN_MS)
      throw refused("The value for the 'start' parameter is invalid", 400)
    // By place: a friend who blocks meanwhile shifts no page.
    const next = from + Number(limit)
    const userIds = [...channel.friends.values()].slice(from, next).flatMap((one) => (one.blocked ? [] : [one.userId]))
    if (channel.list.repeats > 0 && start !== undefined) {
      channel.list.repeats--
      return { userIds, next: start }
    }
    return { userIds, ...(next < channel.friends.size && { next: tokenOf(next, state.now()) }) }
  })
}

const tokenOf = (from: number, at: number): string => Buffer.from(`${from} ${at}`).toString('base64url')

function readToken(token: string): [from: number, at: number] {
  const [from = Number.NaN, at = Number.NaN] = Buffer.from(token, 'base64url').toString().split(' ').map(Number)
  if (!Number.isInteger(from) || !Number.isInteger(at))
    throw refused("The value for the 'start' parameter is invalid", 400)
  return [from, at]
}
