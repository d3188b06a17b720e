import { z } from 'zod'
import { profileActivities } from '../customers/profile-activities.ts'
import { byProfile, profiles } from '../customers/profiles.ts'
import { byId, Direction, Keyword, pageOf, Text, WidePage } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'
import { ActivityOfProfile, activityPage } from './activity-of-profile.ts'
import { MappingQuery } from './data-sources.ts'
import { olderPage } from './words.ts'

const { list, get, update, setLabels, searchField } = profiles
const permission = list.permission

const ProfileQuery = WidePage.extend({
  keyword: Keyword.optional(),
  sort_by: list.query.shape.sort_by,
  sort_dir: Direction.default('desc'),
})

/** Profiles (`/api/v1/profiles`). */
export const olderProfiles = feature({
  list: {
    ...list,
    path: '/v1/profiles',
    summary: ['อ่านรายชื่อลูกค้าตามคำค้น', 'List customers by keyword'],
    query: ProfileQuery,
    older: { successor: '/profile', differs: ['กรองด้วย keyword เท่านั้น', 'Narrowed by keyword alone.'] },
  },
  /** Up to 20 distinct values of a field that begin with `value`. */
  searchField: {
    ...searchField,
    path: '/v1/profiles/search/{field}',
    older: { successor: '/profile/search/{field}', differs: null },
  },
  /** The same of a field of an activity type. */
  searchActivity: {
    ...profileActivities.searchField,
    path: '/v1/profiles/search/activity/{activity_id}/{field}',
    params: z.strictObject({ activity_id: byId.shape.id, field: Text(100) }),
    older: { successor: '/activity/type/{activity_id}/search/{field}', differs: null },
  },
  /** Profiles with an activity whose field has this value, or any value if none is sent. */
  ofActivity: {
    method: 'GET',
    path: '/v1/profiles/activity/{id}',
    summary: ['อ่านรายชื่อลูกค้าตามค่าของกิจกรรม', 'List customers with a value of activities'],
    permission,
    params: byId,
    query: ProfileQuery.omit({ keyword: true }).extend({ value: Text(1000).optional() }),
    limit: 'search',
    response: list.response,
    errors: ['sort_too_many'],
    older: {
      successor: '/profile/query',
      method: 'POST',
      differs: [
        'เป็นเงื่อนไข: กิจกรรมประเภทใดก็ได้ที่ฟิลด์ {id} เท่ากับ value หรือไม่ว่างถ้าไม่ส่ง value',
        'A rule: an activity of any type whose field {id} equals value, or is not empty without one.',
      ],
    },
  },
  /** The newest activities of all profiles. */
  activityLog: {
    method: 'GET',
    path: '/v1/profiles/profile/activity-log',
    summary: ['อ่านกิจกรรมล่าสุดของลูกค้าทุกราย', 'List the latest activities of all customers'],
    permission,
    query: activityPage.pick({ offset: true, limit: true, keyword: true }),
    limit: 'search',
    response: pageOf(ActivityOfProfile),
    older: {
      successor: null,
      differs: [
        'กิจกรรมล่าสุดของลูกค้าทุกราย keyword กรองด้วยประเภท',
        'The newest activities of everybody; keyword narrows by type.',
      ],
    },
  },
  get: { ...get, path: '/v1/profiles/{id}', older: { successor: '/profile/{id}', differs: null } },
  update: {
    ...update,
    method: 'PATCH',
    path: '/v1/profiles/{id}',
    body: update.body.partial(),
    older: {
      successor: '/profile/{id}',
      method: 'PUT',
      differs: ['ไม่ต้องส่ง origin_time ก็ได้', 'origin_time may be left out.'],
    },
  },
  setLabels: {
    ...setLabels,
    path: '/v1/profiles/{id}/label',
    older: { successor: '/profile/{id}/label', differs: null },
  },
  activities: {
    ...profileActivities.list,
    path: '/v1/profiles/{id}/activities',
    summary: ['อ่านกิจกรรมทั้งหมดของลูกค้า', 'List all activities of a customer'],
    params: byProfile,
    query: activityPage.omit({ keyword: true }),
    older: { successor: '/profile/{id}/activity/0', differs: ['กิจกรรมทุกประเภท', 'Activities of all types.'] },
  },
  /** Data sources whose runs made or changed the profile. */
  dataSources: {
    method: 'GET',
    path: '/v1/profiles/{id}/datasources',
    summary: ['อ่านรายการแหล่งข้อมูลของลูกค้า', 'List the data sources of a customer'],
    permission,
    params: byProfile,
    query: olderPage(['updated_at', 'created_at', 'name'], 'updated_at'),
    response: pageOf(MappingQuery),
    older: {
      successor: null,
      differs: ['แหล่งข้อมูลที่เพิ่มหรือแก้ไขลูกค้ารายนี้', 'The data sources whose runs made or changed the profile.'],
    },
  },
})
