import type { Trial } from '@ruam/contract/broadcasts/ab-test.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { shareDifference, winnerOf } from '../effect/shares.ts'
import type { BroadcastRow } from '../records/queries.ts'
import type { TrialFigures } from '../records/tables.ts'

/** Counts who got each text of a trial, and how many of them clicked. Null clicks: a text has no counted link. */
export async function trialFigures(
  db: Db,
  storeId: number,
  { id, trial_last }: Pick<BroadcastRow, 'id' | 'trial_last'>,
): Promise<TrialFigures> {
  const { rows: sent } = await sql<{ arm: 'a' | 'b'; people: number }>`
    select arm, count(*)::int as people from broadcast_recipient
    where store_id = ${storeId} and broadcast_id = ${id} and position <= ${trial_last}::int
      and (status in ('accepted', 'unknown')) is true group by arm`.execute(db)
  const clicked = await clickedOf(db, storeId, id)
  const of = (arm: 'a' | 'b') => ({
    people: sent.find((row) => row.arm === arm)?.people ?? 0,
    clicked: clicked.find((row) => row.arm === arm)?.clicked ?? null,
  })
  return { a: of('a'), b: of('b') }
}

/** Returns figures with the clicks of now: people of a trial that has ended do not change. */
export async function withClicks(db: Db, storeId: number, id: number, { a, b }: TrialFigures): Promise<TrialFigures> {
  const rows = await clickedOf(db, storeId, id)
  const of = (arm: 'a' | 'b') => rows.find((row) => row.arm === arm)?.clicked ?? null
  return { a: { ...a, clicked: of('a') }, b: { ...b, clicked: of('b') } }
}

/** Visitors of any link of each text. A link's own count is longer known than its visitors. */
async function clickedOf(db: Db, storeId: number, id: number) {
  const { rows } = await sql<{ arm: 'a' | 'b'; clicked: number }>`
    select l.arm, greatest(count(distinct c.visitor), max(l.visitors))::int as clicked
    from broadcast_link l left join broadcast_click c
      on c.store_id = l.store_id and c.broadcast_id = l.broadcast_id and c.place = l.place
    where l.store_id = ${storeId} and l.broadcast_id = ${id} and l.arm is not null group by l.arm`.execute(db)
  return rows
}

/** Returns figures with the difference of both texts and the better one. */
export function compared({ a, b }: TrialFigures): NonNullable<Trial['figures']> {
  // A customer may open a link with two browsers.
  const capped = (arm: typeof a) => ({ ...arm, clicked: arm.clicked && Math.min(arm.clicked, arm.people) })
  const shown = { a: capped(a), b: capped(b) }
  if (a.clicked === null || b.clicked === null) return { ...shown, difference: null, better: null }
  if (a.people === 0 || b.people === 0) return { ...shown, difference: null, better: 'tie' }
  const part = ({ people, clicked }: typeof a) => ({ people, part: clicked! })
  const winner = winnerOf(part(shown.a), part(shown.b))
  return {
    ...shown,
    difference: shareDifference(part(shown.a), part(shown.b)),
    better: winner === 'one' ? 'a' : winner === 'other' ? 'b' : 'tie',
  }
}
