import { z } from 'zod'
import { ShownRule } from '../customers/rules.ts'
import { From, Id, Page, pageOf, Time, TimeZone, To } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'

/** From the finest. Weeks begin on Monday. */
export const timescales = ['hour', 'day', 'week', 'month'] as const
export type Timescale = (typeof timescales)[number]
/** Points of a series. */
export const MAX_POINTS = 1000

/** Both ends count in, days of the store's time zone; this month in UTC when left out. */
const Range = z.strictObject({ from: From.optional(), to: To.optional() })
export type DashboardRange = z.output<typeof Range>

/** Figures of a period (product.md section 7). A record is a row of a real run, or an item by API. */
const RangeFigures = z.object({
  record_range: z.int(),
  /** People who came less those who went. */
  profile_range: z.int(),
  record_add_range: z.int(),
  record_update_range: z.int(),
  record_duplicate_range: z.int(),
  record_error_range: z.int(),
})
export type RangeFigures = z.infer<typeof RangeFigures>

const Period = z.object({ from: Time, to: Time })
/** The period that was asked for, and the one of the same length before it. */
const Periods = z.object({
  period: Period,
  previous_period: Period,
  /** Hours are what is counted: an end within one is moved to its beginning or its end. */
  approximate: z.boolean(),
})

const Summary = RangeFigures.extend({
  record_total: z.int(),
  /** Records that were taken: added, updated or duplicated. */
  result_total: z.int(),
  /** Rows of runs that wait or work. */
  pending_total: z.int(),
  profile_total: z.int(),
  previous: RangeFigures,
}).extend(Periods.shape)

const ChannelFigures = z.object({
  /** Records of files. */
  import: z.int(),
  /** Items by API. */
  openapi: z.int(),
  /** People who were added by hand. */
  user: z.int(),
  /** People who came by following or writing to a LINE account, or by writing to a Facebook page. */
  line: z.int(),
  facebook: z.int(),
})
const Channels = ChannelFigures.extend({ previous: ChannelFigures }).extend(Periods.shape)

export const seriesNames = ['profile', 'result', 'record', 'record_add', 'record_update'] as const
const Series = z.object({
  name: z.enum(seriesNames),
  total: z.int(),
  /** One for each hour, day, week or month of the period; `time` is where it begins. */
  values: z.array(z.object({ time: Time, value: z.int() })),
})

const Source = z.object({
  id: Id,
  name: z.string(),
  /** Rows of its real runs in the period. */
  records: z.int(),
  /** When the newest of them began. */
  run_at: Time,
})

/** A part of people's data, how many lack it, and the rule that finds them in the list. */
const QualityItem = z.object({
  key: z.enum(['phone', 'email', 'line', 'consent']),
  /** The purpose, of a consent. */
  name: z.string().nullable(),
  lacking: z.int(),
  rule: ShownRule,
})
const Quality = z.object({
  total: z.int(),
  items: z.array(QualityItem),
  /** Birthdays today and in the next six days by the store's calendar, and the rule that finds them. */
  birthdays: z.object({ people: z.int(), rule: ShownRule }),
  /** When they were counted: in a store of a million at most once an hour, in a small one once a minute. */
  counted_at: Time,
})
export type DashboardQuality = z.infer<typeof Quality>

/** People with an activity in the period; what staff write down of somebody is none. */
const Returning = z
  .object({
    /** Customers without activity before the period, and those with one. */
    new_people: z.int(),
    returning_people: z.int(),
    /** When they were counted: where counting takes long at most once an hour, else once a minute. */
    counted_at: Time,
  })
  .extend(Periods.omit({ previous_period: true }).shape)

/** Null for people without the right to see to it. */
const Todo = z.object({
  /** Pairs of profiles that are likely one person, counted up to 10,000. */
  duplicates: z.int().nullable(),
  /** Rows that failed in the newest run of each data source, of the last 30 days. */
  failed_rows: z.int().nullable(),
  /** Segments whose rule names something that is gone. */
  broken_segments: z.int().nullable(),
  /** Days since the newest backup of the server, if more than two; 0 otherwise. */
  days_without_backup: z.int().nullable(),
  /** Broadcasts that wait for this person's approval. */
  broadcast_approvals: z.int().nullable(),
  /** LINE accounts and Facebook pages whose keys were refused. */
  broken_channels: z.int().nullable(),
})
export type DashboardTodo = z.infer<typeof Todo>

const permission = 'cdp-core.dashboard.read'

/** Data received and held by the store (spec section 3). */
export const dashboard = feature({
  pipeline: {
    method: 'GET',
    path: '/dashboard/summarize/pipeline',
    permission,
    query: Range,
    response: Summary,
    errors: ['range_reversed'],
  },
  channel: {
    method: 'GET',
    path: '/dashboard/summarize/channel',
    permission,
    query: Range,
    response: Channels,
    errors: ['range_reversed'],
  },
  /** Days of the range are those of `timezone`; without it those of the store, and this month is that of UTC. */
  timeframe: {
    method: 'GET',
    path: '/dashboard/timeframe',
    permission,
    query: Range.extend({ timescale: z.enum(timescales).default('day'), timezone: TimeZone.optional() }),
    response: z.object({
      data: z.array(Series),
      timescale: z.enum(timescales),
      timezone: z.string(),
      approximate: z.boolean(),
    }),
    errors: ['range_reversed', 'too_many_points'],
  },
  /** Data sources with a real run in the period, the one that ran last first. */
  datasource: {
    method: 'GET',
    path: '/dashboard/datasource',
    permission,
    query: Page.extend(Range.shape),
    response: pageOf(Source),
    errors: ['range_reversed'],
  },
  returning: {
    method: 'GET',
    path: '/dashboard/returning',
    permission,
    transaction: false,
    limit: 'search',
    query: Range,
    response: Returning,
    errors: ['range_reversed'],
  },
  quality: { method: 'GET', path: '/dashboard/quality', permission, transaction: false, response: Quality },
  todo: { method: 'GET', path: '/dashboard/todo', permission, response: Todo },
})
