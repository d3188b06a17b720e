import { sql } from 'kysely'
import { lineMonth } from '../../channels/accounts/line-month.ts'
import type { Db } from '../../database/db.ts'
import { dayAt } from '../../formats/values/time-zones.ts'

interface Month {
  channel_id: number
  month: string
  /** Null without a limit. */
  quota: number | null
  /** Messages that were really sent until the evening of each day, without those of the automations that are rehearsed. */
  evenings: { day: string; used: number }[]
  /** All of the month. */
  used: number
}

/** The quota of past months, with what was really sent in them and what the rehearsal sends. */
export interface PastQuota {
  /** Counts a message. Returns false if the quota of its month does not cover it. */
  take(channelId: number, automationId: number, at: string, messages: number): boolean
  /** Days on which a month's quota ended, with the messages of an automation in that month and those beyond. */
  ends(automationId: number): { day: string; quota: number; used: number; own: number; over: number }[]
  /** True if the end of a quota was met since the last call. */
  endMet(): boolean
  /** Restores counts after a day is done again. */
  save(): () => void
}

/** Reads the months of accounts. Months from before they were counted have the plan of today. */
export async function pastQuota(
  db: Db,
  {
    storeId,
    timeZone,
    from,
    rehearsed,
  }: { storeId: number; timeZone: string; from: string; rehearsed: readonly number[] },
): Promise<PastQuota> {
  const { rows } = await sql<Month>`
    select q.channel_id, q.month::text as month, q.quota, greatest(q.usage - coalesce(own.messages, 0), 0) as used, coalesce((
        select jsonb_agg(jsonb_build_object('day', d.day, 'used', d.usage) order by d.day) from public.broadcast_quota_day d
        where d.store_id = q.store_id and d.channel_id = q.channel_id and d.month = q.month), '[]') as evenings
    from public.broadcast_quota q left join lateral (
      select sum(b.accepted * b.per_person)::int as messages from public.broadcast b
      where b.store_id = q.store_id and b.channel_id = q.channel_id and b.quota_month = q.month
        and b.automation_id = any(${rehearsed}::int[])) own on true
    where q.store_id = ${storeId} and q.month >= ${lineMonth(new Date(from))}::date`.execute(db)
  const { rows: plans } = await sql<{ channel_id: number; quota: number | null }>`
    select distinct on (channel_id) channel_id, quota from public.broadcast_quota where store_id = ${storeId}
    order by channel_id, month desc`.execute(db)
  const months = new Map(rows.map((row) => [`${row.channel_id} ${row.month}`, row]))
  const monthOf = (channelId: number, at: string): Month => {
    const month = lineMonth(new Date(at))
    const quota = plans.find(({ channel_id }) => channel_id === channelId)?.quota ?? null
    return months.get(`${channelId} ${month}`) ?? { channel_id: channelId, month, quota, evenings: [], used: 0 }
  }
  /** Messages that were really sent before the day. */
  const usedAt = ({ evenings, used }: Month, day: string) =>
    evenings.length === 0 ? used : (evenings.findLast((one) => one.day < day)?.used ?? 0)
  let sent = new Map<string, number>()
  let own = new Map<string, number>()
  let refused = new Map<string, { day: string; messages: Map<number, number> }>()
  let met = false
  const add = (map: Map<string, number>, key: string, messages: number) => map.set(key, (map.get(key) ?? 0) + messages)
  return {
    take(channelId, automationId, at, messages) {
      const month = monthOf(channelId, at)
      const key = `${channelId} ${month.month}`
      const day = dayAt(at, timeZone)
      const left =
        month.quota === null ? Number.POSITIVE_INFINITY : month.quota - usedAt(month, day) - (sent.get(key) ?? 0)
      add(own, `${key} ${automationId}`, messages)
      if (left >= messages) {
        add(sent, key, messages)
        return true
      }
      met = true
      const ended = refused.get(key) ?? { day, messages: new Map<number, number>() }
      ended.messages.set(automationId, (ended.messages.get(automationId) ?? 0) + messages)
      refused.set(key, ended)
      return false
    },
    ends: (automationId) =>
      [...refused].flatMap(([key, { day, messages }]) => {
        const over = messages.get(automationId) ?? 0
        const [channelId, month] = key.split(' ') as [string, string]
        const { quota, used } = monthOf(Number(channelId), `${month}T12:00:00Z`)
        return over > 0 ? [{ day, quota: quota ?? 0, used, own: own.get(`${key} ${automationId}`) ?? 0, over }] : []
      }),
    endMet() {
      const is = met
      met = false
      return is
    },
    save() {
      const saved = [new Map(sent), new Map(own), structuredClone(refused)] as const
      return () => {
        sent = saved[0]
        own = saved[1]
        refused = saved[2]
        met = false
      }
    },
  }
}
