import { z } from 'zod'
import { Label, labels } from '../customers/labels.ts'
import { Exists, pageOf, Text, TimeText } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'
import { olderPage } from './words.ts'

/** A label whose description is its `note`, with the older word for its type. */
export const OlderLabel = Label.omit({
  description: true,
  members_sensitive: true,
  members_visible: true,
  members_closed: true,
}).extend({
  note: z.string(),
  rule_mode: z.enum(['general', 'advance']),
})
export type OlderLabel = z.infer<typeof OlderLabel>

const { list, create, get, update, delete: remove, nameAvailable } = labels

/** Labels (`/api/v1/label`). */
export const olderLabels = feature({
  list: {
    ...list,
    path: '/v1/label',
    query: olderPage(['updated_at', 'created_at', 'name', 'target_count'], 'updated_at'),
    response: pageOf(OlderLabel),
    older: {
      successor: '/label',
      differs: [
        'keyword, sort_dir คือ search, sort_direction ป้ายกำกับเหมือน GET /v1/label/{id}',
        'keyword, sort_dir: search, sort_direction. Labels as in GET /v1/label/{id}.',
      ],
    },
  },
  create: {
    ...create,
    path: '/v1/label',
    body: create.body.omit({ type: true }).extend({ type: z.enum(['general', 'advanced', 'advance']) }),
    response: OlderLabel,
    older: {
      successor: '/label',
      differs: [
        'type รับ advance (advanced) ด้วย ป้ายกำกับเหมือน GET /v1/label/{id}',
        'type also takes advance (advanced). Labels as in GET /v1/label/{id}.',
      ],
    },
  },
  get: {
    ...get,
    path: '/v1/label/{id}',
    response: OlderLabel,
    older: {
      successor: '/label/{id}',
      differs: [
        'note คือ description และ rule_mode general, advance คือ type',
        'note is description; rule_mode general, advance is type.',
      ],
    },
  },
  update: {
    ...update,
    method: 'PATCH',
    path: '/v1/label/{id}',
    body: update.body.omit({ type: true, origin_time: true }).partial().extend({ origin_time: TimeText.optional() }),
    response: OlderLabel,
    stale: OlderLabel,
    older: {
      successor: '/label/{id}',
      method: 'PUT',
      differs: [
        'แก้เฉพาะสิ่งที่ส่ง และไม่ต้องส่ง origin_time ก็ได้ ป้ายกำกับเหมือน GET /v1/label/{id}',
        'Changes what is sent alone; origin_time may be left out. Labels as in GET /v1/label/{id}.',
      ],
    },
  },
  delete: { ...remove, path: '/v1/label/{id}', older: { successor: '/label/{id}', differs: null } },
  exists: {
    method: 'GET',
    path: '/v1/label/validate/{field}/{value}',
    summary: ['ตรวจว่ามีชื่อป้ายกำกับนี้แล้วหรือไม่', 'Check if a label name is taken'],
    permission: nameAvailable.permission,
    params: z.strictObject({ field: z.enum(['name']), value: Text(1000) }),
    response: Exists,
    older: {
      successor: '/label/name/available',
      differs: ['ชื่ออยู่ใน path แทน keyword', 'The name is in the path: keyword.'],
    },
  },
})
