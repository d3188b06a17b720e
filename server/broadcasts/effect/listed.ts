import type { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { EFFECT_DAYS } from '@ruam/contract/broadcasts/effect.ts'
import type { Answer } from '@ruam/contract/platform/endpoint.ts'
import type { Rights } from '@ruam/contract/platform/permissions.ts'
import { sql } from 'kysely'
import { databaseNow } from '../../core/now.ts'
import { purchasesOf } from '../../customers/fields/amount-field.ts'
import type { Db } from '../../database/db.ts'
import { closedAmong } from '../audience/closed-target.ts'
import type { BroadcastRow } from '../records/queries.ts'
import { verdictOf } from './effect.ts'
import { difference, expectedBuyers, MIN_BUYERS, rangeOf } from './estimate.ts'
import { windowOf } from './groups.ts'
import { manyGroups } from './many-groups.ts'

type Listed = Answer<typeof broadcasts.effects>['results'][number]
type Row = Pick<BroadcastRow, 'id' | 'target' | 'channel_id' | 'started_at' | 'measure_ended_at'>

const DAY_MS = 86_400_000

/** Returns the effect of each broadcast as a list shows it. Purchases are read only where the days are over. */
export async function listedEffects(
  db: Db,
  storeId: number,
  rights: Rights,
  ids: readonly number[],
): Promise<Listed[]> {
  const rows = await drawnAmong(db, storeId, ids)
  const purchases = rows.length > 0 ? await purchasesOf(db, storeId) : undefined
  if (!purchases) return []
  const closed = await closedAmong(
    db,
    storeId,
    rights,
    rows.map(({ target }) => target),
  )
  const open = rows.filter((_, index) => !closed[index])
  const isOver = (row: Row) => windowOf(row).isOver
  const groups = await manyGroups(db, storeId, open.filter(isOver), purchases)
  return open.flatMap((row): Listed[] => {
    if (!isOver(row)) return [row.measure_ended_at === null ? measuring(row) : verdict(row.id, 'ended', null)]
    const both = groups.get(row.id)
    if (!both) return []
    const { treated, held_out } = both
    const estimate = difference(treated, held_out)
    const state = verdictOf(expectedBuyers(treated, held_out) >= MIN_BUYERS ? rangeOf(estimate) : null)
    return [verdict(row.id, state, state === 'more' || state === 'less' ? estimate.value : null)]
  })
}

const verdict = (id: number, state: Listed['state'], value: number | null): Listed => ({
  id,
  state,
  difference: value,
  days_left: null,
})

function measuring({ id, started_at }: Row): Listed {
  const days = Math.floor((databaseNow() - Date.parse(started_at!)) / DAY_MS)
  return { id, state: 'measuring', difference: null, days_left: Math.max(1, EFFECT_DAYS - days) }
}

/** Returns those of the broadcasts that were sent and held people out, in their order. */
async function drawnAmong(db: Db, storeId: number, ids: readonly number[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select id, target, channel_id, started_at, measure_ended_at from broadcast b
    where store_id = ${storeId} and id = any(${ids}::int[]) and started_at is not null and accepted + unknown > 0 and holdout_share > 0
      and exists (select from broadcast_recipient r where r.store_id = ${storeId} and r.broadcast_id = b.id
        and r.status = 'skipped' and r.held_out)
    order by array_position(${ids}::int[], id)`.execute(db)
  return rows
}
