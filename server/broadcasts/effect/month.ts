import type { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { EFFECT_DAYS } from '@ruam/contract/broadcasts/effect.ts'
import type { Answer } from '@ruam/contract/platform/endpoint.ts'
import { sql } from 'kysely'
import { timeZoneOf } from '../../access/stores/queries.ts'
import { databaseNow } from '../../core/now.ts'
import { purchasesOf } from '../../customers/fields/amount-field.ts'
import { addMonths } from '../../customers/rules/days.ts'
import type { Db } from '../../database/db.ts'
import { dayBegins } from '../../formats/values/time-zones.ts'
import type { BroadcastRow } from '../records/queries.ts'
import { verdictOf } from './effect.ts'
import { difference, expectedBuyers, MIN_BUYERS, pooled, rangeOf, type Stratum } from './estimate.ts'
import { manyGroups } from './many-groups.ts'

type MonthEffect = Answer<typeof broadcasts.monthEffect>
type Measured = Pick<BroadcastRow, 'id' | 'target' | 'channel_id' | 'started_at' | 'measure_ended_at' | 'repeats_id'>

/** Maximum number of pooled broadcasts, the newest first. */
const MAX_POOLED = 60

/** Returns the broadcasts of a month of the store whose holdout was measured to the end. */
export async function measuredIn(db: Db, storeId: number, month: string): Promise<Measured[]> {
  const timeZone = await timeZoneOf(db, storeId)
  const first = `${month}-01`
  const { rows } = await sql<Measured>`
    select id, target, channel_id, started_at, measure_ended_at, repeats_id from broadcast
    where store_id = ${storeId} and status = 'published' and measure_ended_at is null and holdout_share > 0
      and started_at >= ${dayBegins(first, timeZone)}::timestamptz
      and started_at < ${dayBegins(addMonths(first, 1), timeZone)}::timestamptz
      and started_at < clock_timestamp() - make_interval(days => ${EFFECT_DAYS}::int)
    order by started_at desc, id desc limit ${MAX_POOLED}::int`.execute(db)
  return rows
}

/** Returns the mean difference per message over these broadcasts. */
export async function monthEffectOf(db: Db, storeId: number, rows: readonly Measured[]): Promise<MonthEffect> {
  const purchases = await purchasesOf(db, storeId)
  const groups = purchases ? await manyGroups(db, storeId, rows, purchases) : undefined
  const strata: Stratum[] = []
  let [people, buyers] = [0, 0]
  for (const row of rows) {
    const both = groups?.get(row.id)
    if (!both) continue
    const { treated, held_out } = both
    strata.push({
      chain: row.repeats_id ?? row.id,
      people: treated.people,
      estimate: difference(treated, held_out),
    })
    people += treated.people + held_out.people
    buyers += expectedBuyers(treated, held_out)
  }
  const as_of = new Date(databaseNow()).toISOString()
  if (strata.length === 0) return { broadcasts: 0, people: 0, state: 'without', difference: 0, range: null, as_of }
  const estimate = pooled(strata)
  const range = buyers >= MIN_BUYERS ? rangeOf(estimate) : null
  return { broadcasts: strata.length, people, state: verdictOf(range), difference: estimate.value, range, as_of }
}
