import { z } from 'zod'
import { Id, ProfileId, Time, TimeText } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'

const Hour = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/)

/** Receivers of test messages. */
export const MAX_TESTERS = 10
/** Test messages of a store per day. */
export const MAX_TESTS = 20

const settings = {
  /** Baht per message; null: unknown. */
  price: z.number().min(0).max(1000).nullable(),
  /** Purpose of new broadcasts. */
  purpose_id: Id.nullable(),
  /** Treatment of people without a recorded consent for the purpose. */
  unknown_consent: z.enum(['send', 'skip']),
  /** Local times of the store between which nothing is sent; null: always. */
  quiet_hours: z.strictObject({ from: Hour, to: Hour }).nullable(),
  /** Broadcasts to one person in seven days; null: any number. */
  weekly_cap: z.int().min(1).max(50).nullable(),
  /** A second person must approve each broadcast. */
  approval: z.boolean(),
  /** Purposes whose broadcasts may count clicks by customer. */
  click_purpose_ids: z.array(Id).max(100).default([]),
  /** LINE counts one message per person. True: one for each object that it holds. */
  per_object: z.boolean(),
}

/** `linked`: a friend of one of the store's LINE accounts, to whom a test can be sent. */
const Tester = z.object({ id: ProfileId, name: z.string(), linked: z.boolean() })

const Settings = z.object({
  ...settings,
  testers: z.array(Tester),
  /** Null before the first change. */
  updated_at: Time.nullable(),
})
export type BroadcastSettings = z.infer<typeof Settings>

export const broadcastSettings = feature({
  get: {
    method: 'GET',
    path: '/broadcast/setting',
    summary: ['อ่านการตั้งค่าบรอดแคสต์', 'Read the broadcast settings'],
    permission: 'cdp-core.setting-line.read',
    response: Settings,
  },
  put: {
    method: 'PUT',
    path: '/broadcast/setting',
    summary: ['บันทึกการตั้งค่าบรอดแคสต์', 'Save the broadcast settings'],
    permission: 'cdp-core.setting-line.edit',
    audit: 'broadcast_setting_changed',
    body: z.strictObject({
      ...settings,
      tester_ids: z.array(ProfileId).max(MAX_TESTERS),
      /** updated_at as it was read. */
      origin_time: TimeText.nullable(),
    }),
    response: Settings,
    stale: Settings,
  },
})
