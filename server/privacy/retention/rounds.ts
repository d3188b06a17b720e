import { PUT_BACK_DAYS, type RetentionKind } from '@ruam/contract/privacy/retention.ts'
import { sql } from 'kysely'
import { tryLockForEdit } from '../../customers/profiles/lock.ts'
import { type Db, inStore } from '../../database/db.ts'
import { byIndexes } from '../../database/plans.ts'
import { audit } from '../../http/audit.ts'
import type { Core } from '../../servers/core.ts'
import { isOfKind, isSettled, overBefore } from './expired.ts'
import { hideRows, returnRows } from './move-rows.ts'

/** Rows of one transaction: their customers wait for it. */
const BLOCK_ROWS = 2000

interface Place {
  type_id: number
  at: string
  id: number
}

type Pool = Pick<Core, 'pool'>

/** Hides what is over today, block by block. Returns early after `blocks`; the next look goes on. */
export async function hideExpired({ pool }: Pool, storeId: number, kind: RetentionKind, blocks: number): Promise<void> {
  let after: Place | undefined
  for (let block = 0; block < blocks; block++) {
    const more = await inStore(pool, storeId, async (db) => {
      await byIndexes(db)
      // An import decides by the activities that it has read.
      if (!(await tryLockForEdit(db, storeId))) return false
      const rule = await lockRule(db, storeId, kind)
      if (!rule) return false
      const found = await expiredAfter(db, storeId, { kind, before: rule.before, after })
      after = found.at(-1)
      if (found.length > 0) await hideFound(db, storeId, kind, rule, found)
      if (found.length === BLOCK_ROWS) return true
      await endDay(db, storeId, kind, rule.day)
      return false
    })
    if (!more) return
  }
}

/** Returns the cutoff of a kind and the store's day. Its row is locked: a change of the period waits for the block, and the next one heeds it. */
async function lockRule(db: Db, storeId: number, kind: RetentionKind) {
  const { rows } = await sql<{ before: string; day: string }>`
    select ${overBefore(sql`months`)} as before, local_today(store_zone()) as day from retention_rule
    where store_id = ${storeId} and kind = ${kind} and months is not null and (done_on is null or done_on <> local_today(store_zone()))
    for update`.execute(db)
  return rows[0]
}

/** Settled activities that are over, by type and time, from a place on. */
async function expiredAfter(
  db: Db,
  storeId: number,
  { kind, before, after }: { kind: RetentionKind; before: string; after: Place | undefined },
): Promise<Place[]> {
  const types = await sql<{ id: number }>`
    select t.id from activity_type t where t.store_id = ${storeId} and ${isOfKind(kind)} and t.id >= ${after?.type_id ?? 0} order by t.id`.execute(
    db,
  )
  const found: Place[] = []
  for (const { id } of types.rows) {
    const from =
      after?.type_id === id ? sql`and (a.activity_at, a.id) > (${after.at}::timestamptz, ${after.id}::bigint)` : sql``
    const { rows } = await sql<Place>`
      select a.type_id, a.activity_at as at, a.id from activity a
      where a.store_id = ${storeId} and a.type_id = ${id} and a.activity_at < ${before}::timestamptz ${from} and ${isSettled(storeId)}
      order by a.activity_at, a.id limit ${BLOCK_ROWS - found.length}`.execute(db)
    found.push(...rows)
    if (found.length === BLOCK_ROWS) break
  }
  return found
}

async function hideFound(
  db: Db,
  storeId: number,
  kind: RetentionKind,
  { before, day }: { before: string; day: string },
  found: readonly Place[],
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    insert into retention_round as r (store_id, kind, day, before) values (${storeId}, ${kind}, ${day}::date, ${before}::timestamptz)
    on conflict (store_id, kind, day) where put_back_at is null do update set before = excluded.before returning id`.execute(
    db,
  )
  const id = rows[0]!.id
  const hidden = await hideRows(
    db,
    storeId,
    { id, before },
    found.map((one) => one.id),
  )
  await sql`update retention_round set rows = rows + ${hidden} where store_id = ${storeId} and id = ${id}`.execute(db)
}

/** All of the day is hidden: its round is written down, unless it is empty. */
async function endDay(db: Db, storeId: number, kind: RetentionKind, day: string): Promise<void> {
  await sql`update retention_rule set done_on = ${day}::date where store_id = ${storeId} and kind = ${kind}`.execute(db)
  const round = await db
    .selectFrom('retention_round')
    .select(['id', 'rows'])
    .where('store_id', '=', storeId)
    .where('kind', '=', kind)
    .where('day', '=', day)
    .where('put_back_at', 'is', null)
    .executeTakeFirst()
  if (!round || round.rows === 0) return
  const details = { kind, round: round.id, rows: round.rows }
  await audit(db, storeId, null, null, {
    action: 'retention_hidden',
    subject_type: 'store',
    subject_id: storeId,
    details,
  })
}

/** Puts the rows of rounds back that a member asked for, and deletes those whose days are over. */
export async function endRounds({ pool }: Pool, storeId: number, blocks: number): Promise<void> {
  for (let block = 0; block < blocks; block++) {
    const more = await inStore(pool, storeId, async (db) => {
      await byIndexes(db)
      const { rows } = await sql<{ id: number; returns: boolean }>`
        select id, put_back_at is not null as returns from retention_round where store_id = ${storeId} and ended_at is null
          and (put_back_at is not null or started_at <= now() - make_interval(days => ${PUT_BACK_DAYS}))
        order by put_back_at is null, id limit 1 for update`.execute(db)
      const round = rows[0]
      if (!round) return false
      if (round.returns && !(await tryLockForEdit(db, storeId))) return false
      const ids = await nextRows(db, storeId, round.id)
      if (ids.length === 0) await endRound(db, storeId, round.id)
      else if (round.returns) await returnSome(db, storeId, round.id, ids)
      else await deleteRows(db, storeId, round.id, ids)
      return true
    })
    if (!more) return
  }
}

async function nextRows(db: Db, storeId: number, roundId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('retention_row')
    .select('activity_id')
    .where('store_id', '=', storeId)
    .where('round_id', '=', roundId)
    .orderBy('activity_id')
    .limit(BLOCK_ROWS)
    .execute()
  return rows.map(({ activity_id }) => activity_id)
}

async function returnSome(db: Db, storeId: number, roundId: number, ids: readonly number[]): Promise<void> {
  const back = await returnRows(db, storeId, roundId, ids)
  await sql`update retention_round set put_back = put_back + ${back} where store_id = ${storeId} and id = ${roundId}`.execute(
    db,
  )
}

const deleteRows = (db: Db, storeId: number, roundId: number, ids: readonly number[]) =>
  sql`delete from retention_row where store_id = ${storeId} and round_id = ${roundId} and activity_id = any(${ids}::bigint[])`.execute(
    db,
  )

const endRound = (db: Db, storeId: number, roundId: number) =>
  sql`update retention_round set ended_at = clock_timestamp() where store_id = ${storeId} and id = ${roundId}`.execute(
    db,
  )
