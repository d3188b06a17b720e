import { z } from 'zod'
import { Connection } from '../channels/connection.ts'
import { VisibleRule } from '../customers/rules.ts'
import { Day, From, Id, Page, ProfileId, pageOf, Time, TimeZone, To } from '../platform/common.ts'
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
  rule: VisibleRule,
})
const Quality = z.object({
  total: z.int(),
  items: z.array(QualityItem),
  /** Birthdays today and in the next six days by the store's calendar, and the rule that finds them. */
  birthdays: z.object({ people: z.int(), rule: VisibleRule }),
  /** When they were counted: in a store of a million at most once an hour, in a small one once a minute. */
  counted_at: Time,
})
export type DashboardQuality = z.infer<typeof Quality>

/** People with an activity in the period; notes by staff do not count. */
const Returning = z
  .object({
    /** Customers without activity before the period, and those with one. */
    new_people: z.int(),
    returning_people: z.int(),
    /** When they were counted: where counting takes long at most once an hour, else once a minute. */
    counted_at: Time,
  })
  .extend(Periods.omit({ previous_period: true }).shape)

/** Rows of the newest run of each data source, of the last 30 days, with the sources that have most of them. */
const Rows = z.object({
  rows: z.int(),
  sources: z.array(z.object({ id: Id, name: z.string(), rows: z.int() })),
})

const WaitingFile = z.object({ id: Id, name: z.string(), watch: z.object({ id: Id, name: z.string() }) })

/** Null for people without the right to see to it. */
const Todo = z.object({
  /** Notes whose day of follow-up has come, with the customers of the earliest. */
  follow_ups: z
    .object({ total: z.int(), first: z.array(z.object({ id: ProfileId, name: z.string(), day: Day })) })
    .nullable(),
  /** Pairs of profiles that are likely one person, counted up to 10,000. */
  duplicates: z.int().nullable(),
  /** Rows that wait for a decision. */
  waiting_rows: Rows.nullable(),
  /** Automatic files that wait for a decision, with the first of them. */
  waiting_files: z.object({ total: z.int(), first: WaitingFile.nullable() }).nullable(),
  /** Rows that failed and wait for no decision. */
  failed_rows: Rows.nullable(),
  /** Segments whose rule names something that is gone. */
  broken_segments: z.int().nullable(),
  /** Days since the newest backup of the server, if more than two; 0 otherwise. */
  days_without_backup: z.int().nullable(),
  /** Sends that wait since a backup was restored. */
  held_after_restore: z.int().nullable(),
  /** Broadcasts that wait for this person's approval. */
  broadcast_approvals: z.int().nullable(),
  /** API keys and API tokens that end within 14 days. */
  ending_credentials: z.int().nullable(),
  /** Requests of customers about their data that are late, or due within 7 days. */
  privacy_requests: z.int().nullable(),
  /** Items of connectors that failed, and wait to be replayed or discarded. */
  dead_letters: z.int().nullable(),
  /** Failed items that programs sent to no connector. */
  program_letters: z.int().nullable(),
  /** LINE accounts with a fault, and Facebook pages whose keys were refused. */
  broken_channels: z.int().nullable(),
  /** Events of channels that failed in every try, and wait to be replayed. */
  set_aside_events: z.int().nullable(),
  /** The gravest fault among the LINE accounts, in the words of the account's screen. */
  broken_channel: z.object({ id: Id, name: z.string(), module: z.boolean(), connection: Connection }).nullable(),
  /** The oldest of them. */
  broadcast: z.object({ id: Id, name: z.string() }).nullable(),
})
export type DashboardTodo = z.infer<typeof Todo>

/** A figure of this month, and of the same days of last month. */
const Figure = z.object({ value: z.number(), before: z.number() })
const People = z.object({ people: z.int(), rule: VisibleRule.nullable() })

export const lifecycleStages = ['new', 'active', 'at_risk', 'lapsed', 'never'] as const

/** A best customer who bought nothing for 91 to 180 days. */
const QuietCustomer = z.object({
  id: ProfileId,
  name: z.string(),
  bought_at: Time,
  /** Money of the last 12 months. */
  spent: z.number(),
})

/** The shop by its purchases: activities with an amount, of customers who are in the list. */
const Today = z.object({
  counted_at: Time,
  time_zone: z.string(),
  /** This month up to now, and the same days of last month; days of the store, both ends count in. */
  period: z.object({ from: Day, to: Day }),
  previous_period: z.object({ from: Day, to: Day }),
  /** A field of activities is the amount. */
  has_amounts: z.boolean(),
  /** Customers of the list. */
  total: z.int(),
  sales: Figure,
  orders: Figure,
  /** First purchase in the period. */
  new_people: Figure.extend({ rule: VisibleRule.nullable() }),
  /** A purchase in the period, and one before it. */
  returning_people: Figure.extend({ rule: VisibleRule.nullable() }),
  /** Friends of a LINE account; null if the store has none. `before`: share of the same day of last month, if it was counted. */
  line: People.extend({ before: z.number().nullable() }).nullable(),
  /** Sales of each day of the period, and of the day of that number in last month. */
  series: z.array(
    z.object({ day: Day, sales: z.number(), before: z.object({ day: Day, sales: z.number() }).nullable() }),
  ),
  /** Every customer of the list is in one. A rule is null where the store has too many types of purchases for one. */
  lifecycle: z.array(People.extend({ stage: z.enum(lifecycleStages) })),
  /** Best customers (the top tenth by 12 months' spend) at risk; the highest spend first. Names need profile.read. */
  quiet: z.object({ people: z.int(), first: z.array(QuietCustomer).nullable() }),
  /** Birthdays today and in the next six days, with the highest spend first. */
  birthdays: People.extend({
    first: z.array(z.object({ id: ProfileId, name: z.string(), day: Day })).nullable(),
  }),
  /** Customers who have not answered the store's first consent purpose. */
  unanswered: People.extend({ purpose: z.string() }).nullable(),
})
export type DashboardToday = z.infer<typeof Today>

const permission = 'cdp-core.dashboard.read'

/** Data received and held by the store (spec section 3). */
export const dashboard = feature({
  pipeline: {
    method: 'GET',
    path: '/dashboard/summarize/pipeline',
    summary: ['อ่านตัวเลขของช่วงเวลา', 'Read the figures of a period'],
    permission,
    query: Range,
    response: Summary,
    errors: ['range_reversed'],
  },
  channel: {
    method: 'GET',
    path: '/dashboard/summarize/channel',
    summary: ['อ่านข้อมูลที่เข้ามาตามช่องทาง', 'Read new records by channel'],
    permission,
    query: Range,
    response: Channels,
    errors: ['range_reversed'],
  },
  /** Days of the range are those of `timezone`; without it those of the store, and this month is that of UTC. */
  timeframe: {
    method: 'GET',
    path: '/dashboard/timeframe',
    summary: ['อ่านตัวเลขตามเวลา', 'Read the figures over time'],
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
    summary: ['อ่านรายการแหล่งข้อมูลของช่วงเวลา', 'List data sources of a period'],
    permission,
    query: Page.extend(Range.shape),
    response: pageOf(Source),
    errors: ['range_reversed'],
  },
  returning: {
    method: 'GET',
    path: '/dashboard/returning',
    summary: ['นับลูกค้าใหม่และลูกค้าที่กลับมา', 'Count new and returning customers'],
    permission,
    transaction: false,
    limit: 'search',
    query: Range,
    response: Returning,
    errors: ['range_reversed'],
  },
  quality: {
    method: 'GET',
    path: '/dashboard/quality',
    summary: ['อ่านคุณภาพของข้อมูล', 'Read the quality of the data'],
    permission,
    transaction: false,
    response: Quality,
  },
  todo: {
    method: 'GET',
    path: '/dashboard/todo',
    summary: ['อ่านสิ่งที่ต้องทำในภาพรวม', 'Read the tasks of the overview'],
    permission,
    response: Todo,
  },
  today: {
    method: 'GET',
    path: '/dashboard/today',
    summary: ['อ่านภาพรวมของวันนี้', 'Read the overview of today'],
    permission,
    transaction: false,
    limit: 'search',
    response: Today,
  },
})
