import type { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { EFFECT_DAYS } from '@ruam/contract/broadcasts/effect.ts'
import type { Answer } from '@ruam/contract/platform/endpoint.ts'
import { sql } from 'kysely'
import { compared, costOf, withoutEffect } from '../../broadcasts/effect/effect.ts'
import { isDrawn, measuredGroups } from '../../broadcasts/effect/groups.ts'
import { databaseNow } from '../../core/now.ts'
import { purchasesOf } from '../../customers/fields/amount-field.ts'
import type { Db } from '../../database/db.ts'
import { bySets } from '../../database/plans.ts'

type Effect = Answer<typeof broadcasts.effect>

const DAY_MS = 86_400_000

/** First message of each customer of an automation, or the one that a held-out customer would have got: later ones follow from it. */
const firstMessages = (storeId: number, automationId: number) => sql`
  select distinct on (coalesce(r.profile_id, -a.run_id)) r.held_out, r.profile_id, r.external_id, b.channel_id, a.at as starts
  from automation_act a
  join broadcast_recipient r on r.store_id = ${storeId} and r.broadcast_id = a.broadcast_id and r.position = a.position
  join broadcast b on b.store_id = ${storeId} and b.id = a.broadcast_id
  where a.store_id = ${storeId} and a.automation_id = ${automationId} and a.kind = 'message' and ${isDrawn}
  order by coalesce(r.profile_id, -a.run_id), a.at, a.run_id`

interface Counted {
  messages: number
  sent: number
  from: string | null
  /** First message of the last customer whose days are over. */
  last: string | null
}

/** Counts the messages of an automation, and finds the customers whose days are over. */
async function countedOf(db: Db, storeId: number, automationId: number): Promise<Counted> {
  const { rows } = await sql<Counted>`
    select (select coalesce(sum(accepted * per_person), 0)::int from broadcast
        where store_id = ${storeId} and automation_id = ${automationId}) as messages,
      (select coalesce(sum(accepted + unknown), 0)::int from broadcast
        where store_id = ${storeId} and automation_id = ${automationId}) as sent,
      min(f.starts) as from,
      max(f.starts) filter (where f.starts <= clock_timestamp() - make_interval(days => ${EFFECT_DAYS}::int)) as last
    from (${firstMessages(storeId, automationId)}) f`.execute(db)
  return rows[0]!
}

/**
 * Returns what the messages of an automation added to the purchases of its customers in the 14 days after the first one. Customers come at
 * all times: those whose days are not over yet count only until there are others.
 */
export async function automationEffect(db: Db, storeId: number, automationId: number): Promise<Effect> {
  await bySets(db)
  const { messages, sent, from, last } = await countedOf(db, storeId, automationId)
  const base = await costOf(db, storeId, messages)
  if (sent === 0) return withoutEffect(base, 'not_sent')
  const purchases = await purchasesOf(db, storeId)
  if (!purchases) return withoutEffect(base, 'no_amounts')
  if (from === null) return withoutEffect(base, 'not_drawn')
  const now = databaseNow()
  const until = new Date(last === null ? now : Date.parse(last) + EFFECT_DAYS * DAY_MS).toISOString()
  const recipients = sql`
    select * from (${firstMessages(storeId, automationId)}) f where ${last}::timestamptz is null or f.starts <= ${last}::timestamptz`
  const groups = await measuredGroups(db, storeId, purchases, { recipients, from, until })
  if (!groups) return withoutEffect(base, 'not_drawn')
  const begun = Math.ceil((now - Date.parse(from)) / DAY_MS)
  const days = Math.max(1, Math.min(begun, EFFECT_DAYS))
  return compared(base, groups, { from, until, days, isOver: last !== null, hasEnded: false })
}
