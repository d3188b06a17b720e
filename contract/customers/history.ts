import { z } from 'zod'
import { Id, IdText, Page, ProfileId, pageOf, Time, TimeText } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'
import { byProfile, FieldValue, Profile } from './profiles.ts'

/** Author of a value. */
export const Source = z.object({
  type: z.enum(['run', 'user', 'api_key', 'line', 'facebook', 'system', 'merge', 'undo', 'automation']),
  /** Name of the file, program, person, key or account. */
  name: z.string().nullable(),
  datasource_id: Id.nullable(),
  run_id: z.string().nullable(),
  /** The row of the file, counted from 1 after the header, or the item of the program's day. */
  row_no: z.int().nullable(),
  /** True for an item that a program sent. */
  is_item: z.boolean(),
  /** API key or API token that sent it; null for connectors. */
  program_id: Id.nullable(),
})

/** `c{id}` of what people and programs changed, `r{run}-{row}` of a row of a file, `m{id}` of another rich menu. */
const ChangeId = z.string().regex(/^([cm][1-9]\d{0,14}|r[1-9]\d{0,14}-[1-9]\d{0,8})$/)

const Change = z.object({
  id: ChangeId,
  at: Time,
  source: Source,
  kind: z.enum([
    ...['created', 'changed', 'labelled', 'deleted', 'restored', 'merged', 'unmerged', 'undone', 'menu'],
    ...['restricted', 'objected', 'unrestricted'],
  ] as const),
  /** Profile merged into this one, or unmerged from it. */
  other_profile_id: ProfileId.nullable(),
  fields: z.array(
    z.object({
      /** Null where the field was deleted since. */
      field_id: Id.nullable(),
      display_name: z.string(),
      before: FieldValue,
      after: FieldValue,
      masked: z.boolean(),
      /** The value before can be put back. */
      revertible: z.boolean(),
    }),
  ),
  labels: z.array(z.object({ id: Id, name: z.string(), added: z.boolean() })),
  /** The rich menu that LINE shows since, and the label that gave it; null for the default menu. Null of other changes. */
  menu: z.object({ name: z.string(), label: z.string().nullable() }).nullable(),
})
export type Change = z.infer<typeof Change>

const permission = 'cdp-core.profile.read'

export const profileHistory = feature({
  /** The newest first; the file's row that made the profile is the last. `fields`, `people`: what the whole of it can be narrowed to. */
  list: {
    method: 'GET',
    path: '/profile/{id}/history',
    summary: ['อ่านประวัติการแก้ไขของลูกค้า', 'List changes of a customer'],
    permission,
    params: byProfile,
    query: Page.extend({
      /** Changes of this field, without the others that were made with them. */
      field_id: IdText.optional(),
      /** Changes that this person made. */
      user_id: IdText.optional(),
    }),
    response: pageOf(Change).extend({
      fields: z.array(z.object({ field_id: Id, display_name: z.string() })),
      people: z.array(z.object({ user_id: Id, name: z.string() })),
    }),
  },
  /** Puts the value back that a field had before this change. */
  revert: {
    method: 'POST',
    path: '/profile/{id}/history/{change_id}/revert',
    summary: ['คืนค่าเดิมของฟิลด์', 'Restore an earlier value'],
    permission: 'cdp-core.profile.edit',
    audit: 'value_reverted',
    params: byProfile.extend({ change_id: ChangeId }),
    body: z.strictObject({
      field_id: Id,
      /** updated_at as it was read. */
      origin_time: TimeText,
    }),
    response: Profile,
    stale: Profile,
    errors: ['profile_locked', 'values_invalid'],
  },
  /** Source of each current value. */
  sources: {
    method: 'GET',
    path: '/profile/{id}/source',
    summary: ['อ่านที่มาของค่าแต่ละฟิลด์', 'Read where values came from'],
    permission,
    params: byProfile,
    response: z.object({
      data: z.array(
        z.object({
          field_id: Id,
          source: Source,
          at: Time.nullable(),
          /** Replaced value with the change to revert; null if unknown or not revertible. */
          replaced: z.object({ change_id: ChangeId, value: FieldValue, masked: z.boolean() }).nullable(),
        }),
      ),
    }),
  },
  /** The data sources whose rows made or changed this profile. */
  dataSources: {
    method: 'GET',
    path: '/profile/{id}/datasource',
    summary: ['อ่านรายการแหล่งข้อมูลของลูกค้า', 'List the data sources of a customer'],
    permission,
    params: byProfile,
    response: z.object({
      data: z.array(
        z.object({
          datasource_id: Id,
          name: z.string(),
          /** The data source was deleted since. */
          deleted: z.boolean(),
          run_id: z.string(),
          file_name: z.string(),
          /** The rows of the file that are about this profile, at most 20 of them, and how many there are. */
          rows: z.array(z.int()),
          row_total: z.int(),
          created: z.boolean(),
          at: Time,
          undone_at: Time.nullable(),
        }),
      ),
    }),
  },
})
