import { z } from 'zod'
import { broadcasts } from '../broadcasts/broadcasts.ts'
import { IdText, Moment } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'

const { list, create, get, update, delete: remove, target, usage } = broadcasts

/** Broadcasts (`/api/v1/broadcast`). */
export const olderBroadcasts = feature({
  list: {
    ...list,
    path: '/v1/broadcast',
    query: list.query.omit({ status: true }),
    older: { successor: '/broadcast', differs: null },
  },
  create: { ...create, path: '/v1/broadcast', older: { successor: '/broadcast', differs: null } },
  /** Saves a new draft. */
  draft: {
    ...create,
    path: '/v1/broadcast/draft',
    summary: ['บันทึกฉบับร่างของบรอดแคสต์', 'Save a draft of a broadcast'],
    older: { successor: '/broadcast', differs: null },
  },
  target: { ...target, path: '/v1/broadcast/target-users', older: { successor: '/broadcast/target', differs: null } },
  usage: {
    method: 'GET',
    path: '/v1/broadcast/broadcast-usage',
    summary: ['อ่านโควตาของช่องทาง', 'Read the quota of a channel'],
    permission: usage.permission,
    query: z.strictObject({
      type: z.enum(['lineOA', 'lineModule']).default('lineOA'),
      channel_id: IdText,
      send_at: Moment.optional(),
    }),
    response: usage.response,
    older: {
      successor: '/broadcast/usage',
      method: 'POST',
      differs: ['type, channel_id และ send_at อยู่ใน query', 'type, channel_id and send_at in the query.'],
    },
  },
  get: { ...get, path: '/v1/broadcast/{id}', older: { successor: '/broadcast/{id}', differs: null } },
  update: {
    ...update,
    method: 'PATCH',
    path: '/v1/broadcast/{id}',
    summary: ['แก้ไขบรอดแคสต์', 'Change a broadcast'],
    params: get.params,
    body: update.body.omit({ id: true }).extend({ origin_time: Moment.optional() }),
    older: {
      successor: '/broadcast',
      method: 'PUT',
      differs: ['เลขที่อยู่ใน path และไม่ต้องส่ง origin_time ก็ได้', 'The id is in the path; origin_time may be left out.'],
    },
  },
  delete: { ...remove, path: '/v1/broadcast/{id}', older: { successor: '/broadcast/{id}', differs: null } },
})
