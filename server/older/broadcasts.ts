import { olderBroadcasts } from '@ruam/contract/older/broadcasts.ts'
import { broadcastCalls, changeBroadcast } from '../broadcasts/calls/routes.ts'
import { implementOlder } from './implement-older.ts'

const { create, get, target, usage, delete: remove, list } = broadcastCalls

export const olderBroadcastRoutes = implementOlder(olderBroadcasts, {
  list: ({ query, ...context }) => list({ ...context, query: { ...query, status: undefined } }),
  create,
  draft: create,
  get,
  target,
  delete: remove,
  update: ({ params, ...context }) => changeBroadcast(context, params.id),

  usage: ({ query: { type, channel_id, send_at = null }, ...context }) =>
    usage({ ...context, query: undefined, body: { channel: { type, channel_id }, send_at } }),
})
