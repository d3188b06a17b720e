import { z } from 'zod'
import {
  byId,
  Direction,
  From,
  Id,
  IdText,
  Keyword,
  Page,
  ProfileId,
  pageOf,
  Text,
  Time,
  TimeZone,
  To,
} from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'
import { answerOutcomes } from './answers.ts'

const logSources = ['line', 'facebook', 'openapi', 'connector'] as const
const logStatuses = ['waiting', 'done', 'ignored', 'failed', 'refused'] as const
/** Statuses to filter by. `set_aside`: failed in every try, and waiting for a person to replay them. */
const statusFilters = [...logStatuses, 'set_aside'] as const
/** Events of LINE by its own names, what Ruam sends, and items that connectors receive. */
export const logEvents = [
  ...['follow', 'unfollow', 'message', 'postback', 'unsend', 'join', 'leave', 'memberJoined', 'memberLeft'],
  ...['videoPlayComplete', 'beacon', 'accountLink', 'membership', 'module', 'activated', 'deactivated', 'botSuspended'],
  ...['botResumed', 'delivery', 'signature', 'other', 'broadcast', 'test', 'notice', 'items'],
] as const

const OnlineLogEntry = z.object({
  id: Id,
  time: Time,
  source: z.enum(logSources),
  /** Id of an account; that of a connector if the source is `connector`. */
  channel_id: Id.nullable(),
  channel_name: z.string().nullable(),
  direction: z.enum(['in', 'out']),
  event_type: z.string(),
  profile: z.object({ id: ProfileId, name: z.string() }).nullable(),
  external_id: z.string().nullable(),
  status: z.enum(logStatuses),
  /** Failed in every try: it can be replayed. */
  set_aside: z.boolean(),
  error_code: z.string().nullable(),
  summary: z.string().nullable(),
  latency_ms: z.int().nullable(),
  request_id: z.string().nullable(),
  /** Answer that the person got, or should have got; null for events that are not answered. `name`: null if none fitted, or it was deleted. */
  answer: z.object({ name: z.string().nullable(), outcome: z.enum(answerOutcomes) }).nullable(),
})

const permission = 'cdp-core.online-log.read'
const Channel = z.object({ id: Id, name: z.string(), basic_id: z.string().nullable() })
/** limit -1 means all. */
const channels = z.strictObject({ limit: z.coerce.number().pipe(z.int().min(-1).max(10_000)).default(-1) })

/** Filters of the log other than words and days. */
export const LogFilter = z.strictObject({
  source: z.enum(logSources).optional(),
  channel_id: IdText.optional(),
  event_type: Text(40).optional(),
  status: z.enum(logStatuses).optional(),
  /** Events that could be answered: those that were, or the others. */
  answered: z.enum(['yes', 'no']).optional(),
})
const range = { from: From.optional(), to: To.optional() }

export const onlineLog = feature({
  /** Entries by minute for up to two days, else by hour, else by day. */
  graph: {
    method: 'GET',
    path: '/online-log/graph',
    summary: ['อ่านกราฟของประวัติช่องทาง', 'Read the chart of the online log'],
    permission,
    limit: 'search',
    query: z.strictObject({
      ...range,
      timescale: z.enum(['minute', 'hour', 'day']).optional(),
      timezone: TimeZone.optional(),
      source: z.enum(logSources).optional(),
      channel_id: IdText.optional(),
    }),
    response: z.object({
      timescale: z.enum(['minute', 'hour', 'day']),
      from: Time,
      to: Time,
      series: z.array(
        z.object({
          name: z.enum(['in', 'out', 'failed']),
          total: z.int(),
          values: z.array(z.object({ time: Time, value: z.int() })),
        }),
      ),
    }),
  },
  /** The newest first. The keyword finds customers by name or phone, and entries by the start of an external id. */
  search: {
    method: 'GET',
    path: '/online-log/search',
    summary: ['ค้นหาในประวัติช่องทาง', 'Search the online log'],
    permission,
    limit: 'search',
    query: z.strictObject({
      ...Page.shape,
      ...range,
      keyword: Keyword.default(''),
      ...LogFilter.shape,
      status: z.enum(statusFilters).optional(),
      sort_dir: Direction.default('desc'),
    }),
    response: pageOf(OnlineLogEntry),
  },
  /** Requests of each API key and API token in a range of days, counted by hour; the most active first, at most 200. */
  callers: {
    method: 'GET',
    path: '/online-log/callers',
    summary: ['อ่านจำนวนคำขอของแต่ละโปรแกรม', 'Read requests by program'],
    permission,
    query: z.strictObject(range),
    response: z.object({
      data: z.array(
        z.object({
          id: Id,
          kind: z.enum(['key', 'token']),
          name: z.string(),
          requests: z.int(),
          /** Requests answered with a 4xx or 5xx. */
          refused: z.int(),
          last_used_at: Time.nullable(),
        }),
      ),
    }),
  },
  lineChannels: {
    method: 'GET',
    path: '/online-log/channel/line',
    summary: ['อ่านช่องทาง LINE ในประวัติ', 'List LINE channels of the log'],
    permission,
    query: channels,
    response: z.object({ data: z.array(Channel) }),
  },
  facebookChannels: {
    method: 'GET',
    path: '/online-log/channel/facebook',
    summary: ['อ่านเพจ Facebook ในประวัติ', 'List Facebook pages of the log'],
    permission,
    query: channels,
    response: z.object({ data: z.array(Channel) }),
  },
  /** Tries set-aside events again: those with these ids, or all. */
  replay: {
    method: 'POST',
    path: '/online-log/replay',
    summary: ['ประมวลผลเหตุการณ์อีกครั้ง', 'Replay events'],
    permission: ['cdp-core.setting-line.edit', 'cdp-core.setting-facebook.edit'],
    audit: 'events_replayed',
    body: z.strictObject({ ids: z.array(Id).min(1).max(100).optional() }),
    response: z.object({ replaying: z.int() }),
    errors: ['not_found', 'nothing_set_aside'],
  },
  /** One entry with its payload, which asks for the right to sensitive values and is audited. */
  get: {
    method: 'GET',
    path: '/online-log/{id}',
    summary: ['อ่านรายการหนึ่งในประวัติช่องทาง', 'Read an entry of the online log'],
    permission,
    // Reading a payload is written into the audit log.
    transaction: false,
    params: byId,
    response: OnlineLogEntry.extend({
      /** Null if none is kept, or the caller may not see it. */
      payload: z.unknown(),
      /** A payload is kept, which the caller may not see. */
      payload_hidden: z.boolean(),
    }),
  },
})
