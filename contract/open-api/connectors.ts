import { z } from 'zod'
import { DataSource } from '../imports/data-sources.ts'
import { Mapping, MappingSent } from '../imports/mapping.ts'
import {
  byId,
  Description,
  Direction,
  Exists,
  Id,
  Keyword,
  Name,
  NamedRow,
  Page,
  pageOf,
  sortBy,
  Text,
  Time,
  TimeText,
} from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'
import { connectorProblems, connectorStatuses, pathKinds } from './connector-states.ts'

/** A field of the items that a connector receives. `id` is its `source_schema_id` in the mapping. */
const ConnectorField = z.object({
  id: z.string(),
  /** Keys from the outside in, with dots between them; a dot in a key has a backslash before it. */
  path: z.string(),
  /** Kinds of values that came, null left out. */
  kinds: z.array(z.enum(pathKinds)),
  /** Items with a value. */
  items: z.int(),
  /** Newest value; null if it is masked, or if none came yet. */
  last_value: z.string().nullable(),
  first_at: Time,
  last_at: Time,
  mapped: z.boolean(),
  /** True if the field, or another kind of its values, came after the mapping was saved. */
  changed: z.boolean(),
})

/** A data source of type `openapi`: one sending system with its address, its shape of items and their mapping. */
const Connector = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  status: z.enum(connectorStatuses),
  /** Reason of the status `error`, with a sentence that says what to do. */
  problem: z.object({ name: z.enum(connectorProblems), message: z.string(), since: Time }).nullable(),
  /** Address to which its items are sent. */
  url: z.string(),
  /** API tokens that may send to it. Keys with the scope `event:write` may send to every connector. */
  tokens: z.array(NamedRow),
  /** False until a mapping was saved: items wait among the dead letters. */
  mapped: z.boolean(),
  /** Version of the mapping, which receipts name. */
  mapping_version: z.int(),
  /** Path of the array whose objects become an activity each; null if an item is one row. */
  each: z.string().nullable(),
  /** Figures of its whole life. */
  stats: DataSource.shape.stats,
  /** Figures since midnight of the store; `refused`: requests that were answered with an error. */
  today: z.object({ requests: z.int(), items: z.int(), failed: z.int(), refused: z.int() }),
  dead_letters: z.int(),
  /** Fields that came, or changed their kind, after the mapping was saved. */
  changed_fields: z.int(),
  last_item_at: Time.nullable(),
  author: NamedRow.nullable(),
  created_at: Time,
  updated_at: Time,
})
export type Connector = z.infer<typeof Connector>

/** A connector with the shape of its items. */
const ConnectorDetail = Connector.extend({
  fields: z.array(ConnectorField),
  /** JSON text of the newest example item; null without one, and for readers from whom a value of it is hidden. */
  example: z.string().nullable(),
  /** Paths of arrays of objects, among which `each` is chosen. */
  arrays: z.array(z.string()),
  /** True if items had more fields than a mapping can have: the later ones are in no list. */
  fields_capped: z.boolean(),
})
export type ConnectorDetail = z.infer<typeof ConnectorDetail>

const read = 'datasource-open-api.read'
const edit = 'datasource-open-api.edit'
const token_ids = z.array(Id).max(100)
/** An example item of a till or a web shop. */
export const EXAMPLE_BYTES = 256 * 1024

/** Connectors: programs that send records of any shape, which a mapping turns into customers and activities. */
export const connectors = feature({
  list: {
    method: 'GET',
    path: '/datasource-connector',
    summary: ['อ่านรายการตัวเชื่อม', 'List connectors'],
    permission: read,
    query: Page.extend({
      keyword: Keyword.optional(),
      status: z.enum(connectorStatuses).optional(),
      sort_by: sortBy(['created_at', 'updated_at', 'name', 'last_item_at'], 'created_at'),
      sort_dir: Direction.default('desc'),
    }),
    response: pageOf(Connector),
  },
  /** Makes a connector. Its fields are guessed from an example item, or from the first item that is sent to its address. */
  create: {
    method: 'POST',
    path: '/datasource-connector',
    summary: ['สร้างตัวเชื่อม', 'Create a connector'],
    permission: 'datasource-open-api.create',
    audit: 'connector_created',
    bodyBytes: EXAMPLE_BYTES,
    body: z.strictObject({
      name: Name,
      description: Description.default(''),
      token_ids: token_ids.default([]),
      example: z.unknown().optional(),
    }),
    response: ConnectorDetail,
    errors: ['name_taken', 'beyond_rights', 'example_invalid'],
  },
  validate: {
    method: 'GET',
    path: '/datasource-connector/validate/{field}/{value}',
    summary: ['ตรวจว่ามีชื่อตัวเชื่อมนี้แล้วหรือไม่', 'Check if a connector name is taken'],
    permission: read,
    params: z.strictObject({ field: z.literal('name'), value: Text(1000) }),
    response: Exists,
  },
  get: {
    method: 'GET',
    path: '/datasource-connector/{id}',
    summary: ['อ่านตัวเชื่อม', 'Read a connector'],
    permission: read,
    params: byId,
    response: ConnectorDetail,
  },
  update: {
    method: 'PATCH',
    path: '/datasource-connector/{id}',
    summary: ['แก้ไขตัวเชื่อม', 'Change a connector'],
    permission: edit,
    audit: 'connector_changed',
    params: byId,
    body: z.strictObject({
      name: Name.optional(),
      description: Description.optional(),
      token_ids: token_ids.optional(),
      /** One of `arrays`. */
      each: Text(500).nullable().optional(),
      origin_time: TimeText,
    }),
    response: ConnectorDetail,
    stale: ConnectorDetail,
    errors: ['name_taken', 'beyond_rights', 'example_invalid'],
  },
  /** An inactive connector refuses items with `connector_inactive`; those that it has taken are processed. */
  setStatus: {
    method: 'PATCH',
    path: '/datasource-connector/{id}/status',
    summary: ['เปิดหรือปิดใช้งานตัวเชื่อม', 'Turn a connector on or off'],
    permission: edit,
    audit: 'connector_switched',
    params: byId,
    body: z.strictObject({ status: z.enum(['active', 'inactive']) }),
    response: ConnectorDetail,
  },
  /**
   * Deletes a connector with its dead letters. Refused with data_source_busy while items wait, so that none is lost. If rules of segments
   * or views use it, `confirm` is needed, as for files.
   */
  delete: {
    method: 'DELETE',
    path: '/datasource-connector/{id}',
    summary: ['ลบตัวเชื่อม', 'Delete a connector'],
    permission: 'datasource-open-api.delete',
    audit: 'connector_deleted',
    params: byId,
    query: z.strictObject({ confirm: z.enum(['true', 'false']).optional() }),
    errors: ['data_source_not_found', 'data_source_busy', 'data_source_in_use'],
  },
  /** Adds an example item: its fields are added to the shape, and its values to the evidence of the mapping step. */
  addExample: {
    method: 'POST',
    path: '/datasource-connector/{id}/example',
    summary: ['เพิ่มรายการตัวอย่าง', 'Add an example item'],
    permission: edit,
    audit: 'connector_changed',
    params: byId,
    bodyBytes: EXAMPLE_BYTES,
    body: z.strictObject({ example: z.unknown() }),
    response: ConnectorDetail,
    errors: ['example_invalid'],
  },
  /** The mapping step of files, over the fields of the items. */
  getMapping: {
    method: 'GET',
    path: '/datasource-connector/{id}/mapping',
    summary: ['อ่านการจับคู่ข้อมูลของตัวเชื่อม', 'Read the mapping of a connector'],
    permission: read,
    params: byId,
    response: Mapping,
    errors: ['example_missing'],
  },
  /** Saves the mapping. Items that wait, and replays, go by it from now on. */
  putMapping: {
    method: 'PUT',
    path: '/datasource-connector/{id}/mapping',
    summary: ['บันทึกการจับคู่ข้อมูลของตัวเชื่อม', 'Save the mapping of a connector'],
    permission: edit,
    audit: 'mapping_saved',
    params: byId,
    /** Two rows for each of 500 fields. */
    bodyBytes: 544 * 1024,
    body: MappingSent,
    errors: [
      'example_missing',
      'mapping_invalid',
      'match_keys_missing',
      'label_type_invalid',
      'field_sensitive',
      'column_sensitive',
    ],
  },
})
