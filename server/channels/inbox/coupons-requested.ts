import { requestedCoupon } from '@ruam/contract/broadcasts/coupon-request.ts'
import type { Message } from '@ruam/contract/broadcasts/messages.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { messageText } from './events.ts'
import type { InboxEvent } from './read-inbox.ts'

/** Days after a broadcast in which a tap on its picture is answered. */
const ANSWERED_DAYS = 366

/**
 * Returns the codes of coupons that messages request, by log entry: those in areas of broadcasts that the account sent, of the newest one if
 * several have the title, and of its answers. Other texts cost nothing.
 */
export async function couponsRequested(
  db: Db,
  storeId: number,
  events: readonly InboxEvent[],
): Promise<ReadonlyMap<number, string>> {
  const requests = events.flatMap(({ logId, channel, event }) => {
    const title = channel.kind === 'line' ? requestedCoupon(messageText(event) ?? '') : undefined
    return title === undefined ? [] : [{ logId, channelId: channel.id, title }]
  })
  if (requests.length === 0) return new Map()
  const pairs = [...new Map(requests.map((one) => [`${one.channelId} ${one.title}`, one])).values()]
  const { rows } = await sql<{ channel_id: number; title: string; messages: Message[] }>`
    select w.channel_id, w.title, coalesce(newest.messages, answered.messages) as messages
    from unnest(${pairs.map(({ channelId }) => channelId)}::int[], ${pairs.map(({ title }) => title)}::text[]) w (channel_id, title)
    left join lateral (
      select b.messages from broadcast b
      where b.store_id = ${storeId} and b.channel_id = w.channel_id
        and b.frozen_at > now() - make_interval(days => ${ANSWERED_DAYS}::int)
        and b.messages @> jsonb_build_array(jsonb_build_object('type', 'imagemap', 'areas',
          jsonb_build_array(jsonb_build_object('type', 'coupon', 'value', w.title))))
      order by b.id desc limit 1
    ) newest on true
    left join lateral (
      select a.messages from answer a
      where a.store_id = ${storeId} and a.channel_id = w.channel_id and a.enabled and newest.messages is null
        and a.messages @> jsonb_build_array(jsonb_build_object('type', 'imagemap', 'areas',
          jsonb_build_array(jsonb_build_object('type', 'coupon', 'value', w.title))))
      order by a.id limit 1
    ) answered on true
    where coalesce(newest.messages, answered.messages) is not null`.execute(db)
  const codes = new Map(rows.map((row) => [`${row.channel_id} ${row.title}`, codeIn(row.messages, row.title)]))
  return new Map(
    requests.flatMap(({ logId, channelId, title }) => {
      const code = codes.get(`${channelId} ${title}`)
      return code ? [[logId, code] as const] : []
    }),
  )
}

/** Returns the code of the first coupon with a title. */
const codeIn = (messages: readonly Message[], title: string): string | undefined =>
  messages
    .flatMap((message) => (message.type === 'imagemap' ? message.areas : []))
    .find(({ type, value }) => type === 'coupon' && value === title)?.coupon_code
