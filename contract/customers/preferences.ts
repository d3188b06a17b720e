import { z } from 'zod'
import { Id, Text, Time, TimeText } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'

/** Lines that a graph shows well, each in a colour of its own. */
export const MAX_DASHBOARD_SEGMENTS = 5

export const ProfileListColumn = z.strictObject({
  column_id: Text(100),
  sort_id: z.int().min(0).max(1000),
  enabled: z.boolean(),
  /** Pixels; the column's own width when left out. */
  width: z.int().min(60).max(1000).optional(),
  /** Stays in sight while the others scroll sideways. */
  pinned: z.boolean().optional(),
})

/** Settings of one person in one store (spec section 3: user preference). */
export const Preference = z.object({
  /** Unfinished data sources about which the person does not want to be asked again. */
  datasource_cont_alert_dismiss: z.array(Id),
  /** Empty until the person has chosen columns. */
  profile_list_column: z.array(ProfileListColumn),
  /** The saved view that the person's list opens with. */
  profile_view_id: Id.nullable(),
  /** Order of the person's tabs of saved views; views it does not name follow by name. */
  profile_view_order: z.array(Id),
  /** The segments of the dashboard's graph, in their order; null until the person has chosen. */
  dashboard_segments: z.array(Id).nullable(),
  /** Null until something was saved: the origin_time of the first save. */
  updated_at: Time.nullable(),
})
export type Preference = z.infer<typeof Preference>

const path = '/preference/user-store'

export const preferences = feature({
  get: {
    method: 'GET',
    path,
    summary: ['อ่านการตั้งค่าส่วนตัว', 'Read your preferences'],
    permission: 'member',
    response: Preference,
  },
  /** Saves what is given and leaves the rest. */
  put: {
    method: 'PUT',
    path,
    summary: ['บันทึกการตั้งค่าส่วนตัว', 'Save your preferences'],
    permission: 'member',
    // The person's own screen.
    audit: false,
    /** 1,000 columns. */
    bodyBytes: 512 * 1024,
    body: z.strictObject({
      datasource_cont_alert_dismiss: z.array(Id).max(1000).optional(),
      profile_list_column: z.array(ProfileListColumn).max(1000).optional(),
      profile_view_id: Id.nullable().optional(),
      profile_view_order: z.array(Id).max(1000).optional(),
      dashboard_segments: z.array(Id).max(MAX_DASHBOARD_SEGMENTS).nullable().optional(),
      /** updated_at as it was read. */
      origin_time: TimeText.nullable(),
    }),
    response: Preference,
    stale: Preference,
  },
})
