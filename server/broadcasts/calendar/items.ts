import type { Calendar } from '@ruam/contract/broadcasts/calendar.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { lineMonth } from '../../channels/accounts/line-month.ts'
import { databaseNow } from '../../core/now.ts'
import type { Db } from '../../database/db.ts'
import { dayAt } from '../../formats/values/time-zones.ts'
import { whereComposed } from '../records/kind.ts'
import type { BroadcastRow } from '../records/queries.ts'

type Item = z.infer<typeof Calendar>['items'][number]

/** Maximum number of broadcasts of an account in a month. */
const MAX_ITEMS = 2000

const columns = [
  ...['id', 'name', 'status', 'sub_status', 'channel_id', 'purpose_id', 'target', 'send_at', 'due_at', 'frozen_at'],
  ...[
    'started_at',
    'updated_at',
    'estimate',
    'estimated_at',
    'queued',
    'accepted',
    'unknown',
    'reserved',
    'per_person',
  ],
  ...['quota_month', 'holdout_share', 'repeats_id', 'version'],
] as const satisfies readonly (keyof BroadcastRow)[]

export type CalendarRow = Pick<BroadcastRow, (typeof columns)[number]> & { message_count: number }

interface Period {
  channelId: number
  /** First day of LINE's month. */
  month: string
  from: string
  until: string
}

/** Returns broadcasts of an account that were sent in a period, are due in it, or take of its quota. A draft whose time has passed is none. */
export async function calendarRows(
  db: Db,
  storeId: number,
  { channelId, month, from, until }: Period,
): Promise<CalendarRow[]> {
  const within = (column: string) =>
    sql`(${sql.ref(column)} >= ${from}::timestamptz and ${sql.ref(column)} < ${until}::timestamptz)`
  return db
    .selectFrom('broadcast')
    .select(columns)
    .select(sql<number>`jsonb_array_length(messages)`.as('message_count'))
    .where('store_id', '=', storeId)
    .where('channel_id', '=', channelId)
    .where(whereComposed)
    .where(
      sql<boolean>`case status
        when 'draft' then send_at > clock_timestamp() and ${within('send_at')}
        when 'pending' then quota_month = ${month}::date or ${within('due_at')}
        else ${within('started_at')} end`,
    )
    .orderBy(sql`coalesce(case when status = 'draft' then send_at else due_at end, started_at)`)
    .orderBy('id')
    .limit(MAX_ITEMS)
    .execute()
}

/** Messages of automations and letters of incidents that are queued and count in LINE's month. They are no items. */
export async function queuedOfAutomations(db: Db, storeId: number, { channelId, month }: Period): Promise<number> {
  const { rows } = await sql<{ messages: number }>`
    select coalesce(sum(reserved), 0)::int as messages from broadcast
    where store_id = ${storeId} and channel_id = ${channelId} and status = 'pending' and not (${whereComposed})
      and quota_month = ${month}::date`.execute(db)
  return rows[0]!.messages
}

interface Counting {
  timeZone: string
  month: string
  /** Each message of a broadcast counts; else a broadcast counts once for each person. */
  perObject: boolean
}

/** Returns a broadcast as a calendar shows it. One that is due, or being sent, is of now. */
export function itemOf(row: CalendarRow, { timeZone, month, perObject }: Counting): Item {
  const { id, name, status, sub_status, updated_at } = row
  const now = databaseNow()
  const parts = partsOf(row, { now, month, perObject })
  const day = dayAt(parts.at, timeZone)
  const movable = status === 'draft' || (status === 'pending' && sub_status === 'scheduled' && row.frozen_at === null)
  return { id, name, status, sub_status, updated_at, day, movable, ...parts }
}

type Parts = Pick<Item, 'at' | 'people' | 'messages' | 'trims'>

function partsOf(row: CalendarRow, { now, month, perObject }: { now: number } & Omit<Counting, 'timeZone'>): Parts {
  const people = row.estimate?.target ?? null
  if (row.status === 'draft') {
    const perPerson = perObject ? Math.max(row.message_count, 1) : 1
    const counts = lineMonth(new Date(row.send_at!)) === month
    return {
      at: row.send_at!,
      people,
      messages: counts ? (people ?? 0) * perPerson : 0,
      trims: row.target.limit.up_to_remaining_quota ? perPerson : null,
    }
  }
  if (row.status === 'pending') {
    const isDue = row.frozen_at !== null || Date.parse(row.due_at!) <= now
    return {
      at: isDue ? new Date(now).toISOString() : row.due_at!,
      people: row.frozen_at === null ? people : row.queued,
      messages: row.quota_month === month ? row.reserved : 0,
      trims: null,
    }
  }
  const isOfMonth = row.quota_month === month
  const messages = isOfMonth ? (row.accepted + row.unknown) * row.per_person : 0
  return { at: row.started_at!, people: row.accepted, messages, trims: null }
}
