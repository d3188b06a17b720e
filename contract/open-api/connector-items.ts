import { z } from 'zod'
import { FieldValue } from '../customers/profiles.ts'
import { ItemResult } from '../imports/items.ts'
import { RunRecord } from '../imports/run-records.ts'
import { Run } from '../imports/run-state.ts'
import { byId, From, Id, IdText, NamedRow, Page, ProfileId, pageOf, Text, Time, To } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'
import { EXAMPLE_BYTES } from './connectors.ts'
import { ITEM_BYTES, SentItem, sendingErrors, Unmapped } from './sending.ts'

/** A request with its answer. Its payload is a call of its own. */
const ConnectorRequest = z.object({
  receipt_id: Id,
  at: Time,
  done_at: Time.nullable(),
  status: z.enum(['done', 'waiting']),
  /** Key or token that sent it; null if it is gone. */
  sender: NamedRow.nullable(),
  items: z.int(),
  failed: z.int(),
  /** Version of the mapping that mapped its items; null while they wait, or had none. */
  mapping_version: z.int().nullable(),
  unmapped: Unmapped,
  has_payload: z.boolean(),
})

/** An item that failed, kept for 30 days. */
const DeadLetter = z.object({
  id: Id,
  receipt_id: Id,
  /** Place of the item in its request, from 0, and of the object in the array of `each`. */
  index: z.int(),
  place: z.int().nullable(),
  first_at: Time,
  /** Last time that it failed. */
  at: Time,
  tries: z.int(),
  error: z.string(),
  message: z.string(),
  /** Path of the value that was refused, and the value; masked for readers who may not see it. */
  path: z.string().nullable(),
  value: z.string().nullable(),
  /** True if the value at `path` can be corrected here. */
  correctable: z.boolean(),
  /** Corrected value; null if it is as it was sent. */
  text: z.string().nullable(),
  /** A value that would be readable; null if there is none at hand. */
  suggestion: z.string().nullable(),
  /** Sentence for a corrected value that cannot be read either. */
  unread: z.string().nullable(),
  /** True if it waits for a replay. */
  replaying: z.boolean(),
  /** Values of the item by path, masked for readers who may not see them. */
  values: z.array(z.object({ path: z.string(), value: z.string() })),
  /** People whom an item pending review may be about. */
  conflict: RunRecord.shape.conflict,
})
export type DeadLetter = z.infer<typeof DeadLetter>

/** Dead letters with one reason and path. */
const DeadLetterGroup = z.object({
  error: z.string(),
  message: z.string(),
  path: z.string().nullable(),
  /** The value that all of them have; null of several, and of a masked path. */
  value: z.string().nullable(),
  /** Number of different values, and the first three of them; none of a masked path. */
  values: z.int(),
  examples: z.array(z.string()),
  count: z.int(),
  first_at: Time,
  last_at: Time,
})

const ErrorText = Text(60)
const Path = Text(500)
const MaskedValue = Text(500)
/** Dead letters by id, of one group, or all of the connector. */
const Chosen = z.union([
  z.strictObject({ ids: z.array(Id).min(1).max(1000) }),
  z.strictObject({
    group: z.strictObject({ error: ErrorText, path: Path.nullable().optional(), value: MaskedValue.optional() }),
  }),
  z.strictObject({ all: z.literal(true) }),
])

const Group = z.strictObject({ error: ErrorText, path: Path })
const Searched = Text(200)

/** Dead letters that the ingester now processes again; those that fail again stay, with `replaying` false. */
const Replaying = z.object({ replaying: z.int() })

const read = 'datasource-open-api.read'
const edit = 'datasource-open-api.edit'
const byRequest = byId.extend({ receipt_id: IdText })

/** Items of connectors: how they came, what became of them, and what is done about those that failed. */
export const connectorItems = feature({
  /** Dry run of pasted items: what they would do, by the code that would do it. */
  test: {
    method: 'POST',
    path: '/datasource-connector/{id}/test',
    summary: ['ทดลองส่งรายการโดยไม่บันทึก', 'Try items without saving them'],
    permission: edit,
    // Writes nothing; it needs the right to edit the mapping, because it shows who is a customer.
    audit: false,
    params: byId,
    bodyBytes: EXAMPLE_BYTES,
    limit: 'search',
    body: z.strictObject({ items: z.array(z.unknown()).min(1).max(20) }),
    response: z.object({
      /** Null if no mapping was saved yet. */
      mapping_version: z.int().nullable(),
      unmapped: Unmapped,
      results: z.array(
        ItemResult.extend({
          activities: z.array(
            z.object({
              activity_id: Id,
              name: z.string(),
              activity_at: Time,
              fields: z.array(z.object({ id: Id, name: z.string(), value: FieldValue })),
            }),
          ),
        }),
      ),
    }),
    transaction: false,
    errors: ['profile_locked'],
  },
  /** Figures by hour (UTC), hours without requests left out. The last 7 days unless a range is given. `refused`: requests that were answered with an error. */
  hours: {
    method: 'GET',
    path: '/datasource-connector/{id}/hours',
    summary: ['อ่านตัวเลขของตัวเชื่อมรายชั่วโมง', 'Read figures of a connector by hour'],
    permission: read,
    params: byId,
    query: z.strictObject({ from: From.optional(), to: To.optional() }),
    response: z.object({
      data: z.array(z.object({ hour: Time, requests: z.int(), items: z.int(), failed: z.int(), refused: z.int() })),
    }),
  },
  /** The last 100 requests, the newest first. */
  requests: {
    method: 'GET',
    path: '/datasource-connector/{id}/requests',
    summary: ['อ่านรายการคำขอของตัวเชื่อม', 'List requests of a connector'],
    permission: read,
    params: byId,
    response: z.object({ data: z.array(ConnectorRequest) }),
  },
  request: {
    method: 'GET',
    path: '/datasource-connector/{id}/requests/{receipt_id}',
    summary: ['อ่านคำขอของตัวเชื่อม', 'Read a request of a connector'],
    permission: read,
    params: byRequest,
    response: ConnectorRequest.extend({ results: z.array(ItemResult).nullable() }),
  },
  /** Items of one of the last 100 requests as JSON text; null if they are not kept any more. */
  payload: {
    method: 'POST',
    path: '/datasource-connector/{id}/requests/{receipt_id}/payload',
    summary: ['อ่านรายการที่ส่งมาในคำขอ', 'Read the items of a request'],
    permission: 'cdp-core.profile-sensitive.read',
    alsoRequires: read,
    audit: 'connector_payload_read',
    params: byRequest,
    response: z.object({ payload: z.string().nullable() }),
  },
  deadLetterGroups: {
    method: 'GET',
    path: '/datasource-connector/{id}/dead-letters/groups',
    summary: ['จัดกลุ่มรายการที่ผิดพลาดตามสาเหตุ', 'Group failed items by cause'],
    permission: read,
    params: byId,
    response: z.object({ data: z.array(DeadLetterGroup), total: z.int() }),
  },
  /** Failed items, the newest first. */
  deadLetters: {
    method: 'GET',
    path: '/datasource-connector/{id}/dead-letters',
    summary: ['อ่านรายการที่ผิดพลาด', 'List failed items'],
    permission: read,
    params: byId,
    query: Page.extend({ error: ErrorText.optional(), path: Path.optional(), value: MaskedValue.optional() }),
    response: pageOf(DeadLetter),
    errors: ['field_closed'],
  },
  /** Processes dead letters again by the mapping of now. Those that fail again stay, with their reason. */
  replay: {
    method: 'POST',
    path: '/datasource-connector/{id}/replay',
    summary: ['ประมวลผลรายการที่ผิดพลาดอีกครั้ง', 'Replay failed items'],
    permission: edit,
    audit: 'dead_letters_replayed',
    params: byId,
    bodyBytes: 32 * 1024,
    body: Chosen,
    response: Replaying,
    errors: ['field_closed'],
  },
  /** Replays the oldest of the chosen dead letters, 100 at most, and rolls it back. `passed`: those that would be taken now. */
  tryReplay: {
    method: 'POST',
    path: '/datasource-connector/{id}/replay/dry-run',
    summary: ['ลองประมวลผลรายการที่ผิดพลาดโดยไม่บันทึก', 'Try a replay without saving it'],
    permission: edit,
    // Writes nothing.
    audit: false,
    params: byId,
    bodyBytes: 32 * 1024,
    limit: 'search',
    transaction: false,
    body: Chosen,
    response: z.object({
      passed: z.array(Id),
      failed: z.array(z.object({ id: Id, error: z.string(), message: z.string() })),
    }),
    errors: ['field_closed', 'profile_locked'],
  },
  /** Corrects refused values, which are read as cells of an import. Nothing is replayed. */
  mend: {
    method: 'POST',
    path: '/datasource-connector/{id}/mend',
    summary: ['แก้ไขค่าของรายการที่ผิดพลาด', 'Correct values of failed items'],
    permission: edit,
    audit: 'dead_letters_mended',
    params: byId,
    bodyBytes: 32 * 1024,
    body: z.union([
      /** Without a text: as it was sent. */
      z.strictObject({ ids: z.array(Id).min(1).max(1000), text: Text(1000).nullable() }),
      z.strictObject({ group: Group, suggested: z.literal(true) }),
      z.strictObject({ group: Group, find: Searched.min(1), replacement: Searched }),
    ]),
    response: z.object({ mended: z.int(), unread: z.int() }),
    errors: ['field_closed'],
  },
  /** Discards dead letters without a replay. */
  discard: {
    method: 'POST',
    path: '/datasource-connector/{id}/discard',
    summary: ['ทิ้งรายการที่ผิดพลาด', 'Discard failed items'],
    permission: edit,
    audit: 'dead_letters_discarded',
    params: byId,
    bodyBytes: 32 * 1024,
    body: Chosen,
    response: z.object({ discarded: z.int() }),
    errors: ['field_closed'],
  },
  /** Answers items pending review, as in imports, and replays them. */
  answer: {
    method: 'POST',
    path: '/datasource-connector/{id}/answer',
    summary: ['ยืนยันรายการที่รอยืนยัน', 'Review items that wait'],
    permission: edit,
    audit: 'connector_items_answered',
    params: byId,
    bodyBytes: 32 * 1024,
    body: z.strictObject({
      ids: z.array(Id).min(1).max(1000),
      answer: z.enum(['same', 'other']),
      /** The same person among several. */
      profile_id: ProfileId.optional(),
    }),
    response: Replaying.extend({ answered: z.int() }),
  },
  /** The runs of kind `stream` of a connector or program, one a day of the store, the newest first. A day is taken back with the undo of imports. */
  days: {
    method: 'GET',
    path: '/datasource-connector/{id}/days',
    summary: ['อ่านรายการวันของโปรแกรม', 'List the days of a program'],
    permission: read,
    params: byId,
    query: Page,
    response: pageOf(Run),
  },
  /** Sends one item, or up to 1,000 as `{items: [...]}`, of any shape. They are stored first, and mapped when they are processed. */
  sendRecords: {
    method: 'POST',
    path: '/open-api/v1/connectors/{id}/records',
    outside: true,
    permission: 'program',
    scope: 'event:write',
    audit: false,
    transaction: false,
    params: byId,
    body: z.record(z.string(), z.unknown()),
    bodyBytes: ITEM_BYTES,
    response: SentItem.extend({
      /** Version of the mapping that mapped the items; null while they wait, or had none. */
      mapping_version: z.int().nullable(),
      unmapped: Unmapped,
    }),
    later: true,
    errors: [...sendingErrors, 'connector_inactive'],
  },
})
