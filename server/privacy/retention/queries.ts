import {
  PUT_BACK_DAYS,
  type RetentionKind,
  type RetentionRound,
  retentionBounds,
  retentionKinds,
} from '@ruam/contract/privacy/retention.ts'
import { sql } from 'kysely'
import { calledName } from '../../customers/counter/card.ts'
import { authorsNamed } from '../../customers/history/source-names.ts'
import type { Db } from '../../database/db.ts'
import { isOfKind, isSettled, overBefore } from './expired.ts'
import { fixedPeriods } from './periods.ts'

/** Rounds that are listed. */
const ROUNDS = 50
const EXAMPLES = 5

/** Returns the periods of a store with its rounds. */
export async function retentionOf(db: Db, storeId: number) {
  const rules = await db.selectFrom('retention_rule').selectAll().where('store_id', '=', storeId).execute()
  const { rows: rounds } = await sql<Omit<RetentionRound, 'put_back_by'> & { put_back_by: number | null }>`
    select id, kind, started_at, before, rows, started_at + make_interval(days => ${PUT_BACK_DAYS}) as gone_from, put_back, put_back_by,
      case when put_back_at is not null then case when ended_at is null then 'returning' else 'back' end
        when ended_at is not null or started_at <= now() - make_interval(days => ${PUT_BACK_DAYS}) then 'gone' else 'hidden' end as state
    from retention_round where store_id = ${storeId} and rows > 0 order by id desc limit ${ROUNDS}`.execute(db)
  const authors = await authorsNamed(
    db,
    [...rules.map(({ updated_by }) => updated_by), ...rounds.map(({ put_back_by }) => put_back_by)].flatMap(
      (id) => id ?? [],
    ),
  )
  const named = new Map(authors.map(({ user_id: id, name }) => [id, { id, name }]))
  const by = (id: number | null | undefined) => (id ? (named.get(id) ?? null) : null)
  const { rows: types } = await sql<{ id: number }>`
    select t.id from activity_type t where t.store_id = ${storeId}
      and exists (select from activity a where a.store_id = t.store_id and a.type_id = t.id) order by t.id`.execute(db)
  return {
    activity_types: types.map(({ id }) => id),
    rules: retentionKinds.map((kind) => {
      const rule = rules.find((one) => one.kind === kind)
      const [least, most] = retentionBounds[kind]
      return {
        ...{ kind, least, most, months: rule?.months ?? null },
        ...{ updated_at: rule?.updated_at ?? null, updated_by: by(rule?.updated_by) },
      }
    }),
    rounds: rounds.map((round) => ({ ...round, put_back_by: by(round.put_back_by) })),
    fixed: fixedPeriods.map(([key, days]) => ({ key, days })),
  }
}

interface NewRule {
  kind: RetentionKind
  months: number | null
}

/** Sets the period of a kind; null keeps it without an end. */
export async function saveRule(db: Db, storeId: number, userId: number, { kind, months }: NewRule): Promise<void> {
  await sql`
    insert into retention_rule as r (store_id, kind, months, updated_by) values (${storeId}, ${kind}, ${months}::int, ${userId})
    on conflict (store_id, kind) do update set months = excluded.months, updated_by = excluded.updated_by,
      updated_at = clock_timestamp(), done_on = null
    where r.months is distinct from excluded.months`.execute(db)
}

export const findRound = (db: Db, storeId: number, id: number) =>
  db
    .selectFrom('retention_round')
    .select(['kind', 'rows'])
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .executeTakeFirst()

/** Asks for the rows of a round. Returns false if they are deleted or came back. */
export async function requestBack(db: Db, storeId: number, userId: number, id: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update retention_round set put_back_at = clock_timestamp(), put_back_by = ${userId}
    where store_id = ${storeId} and id = ${id} and put_back_at is null and ended_at is null
      and started_at > now() - make_interval(days => ${PUT_BACK_DAYS})`.execute(db)
  return numAffectedRows === 1n
}

/** Counts what a period would hide today, and what as old would wait. */
export async function previewOf(db: Db, storeId: number, { kind, months }: { kind: RetentionKind; months: number }) {
  const over = sql`from activity a join activity_type t on t.store_id = a.store_id and t.id = a.type_id
    where a.store_id = ${storeId} and ${isOfKind(kind)} and a.activity_at < ${overBefore(months)}`
  const counted = await sql<{ before: string; rows: number; waiting: number }>`
    select ${overBefore(months)} as before, (count(*) filter (where settled))::int as rows,
      (count(*) filter (where not settled))::int as waiting
    from (select ${isSettled(storeId)} as settled ${over}) counted`.execute(db)
  const examples = await sql<{ profile_id: number; name: string; type: string; at: string }>`
    select o.profile_id, ${calledName} as name, o.type, o.at
    from (select a.profile_id, t.name as type, a.activity_at as at ${over} and ${isSettled(storeId)}
      order by a.activity_at, a.id limit ${EXAMPLES}) o
    join profile p on p.store_id = ${storeId} and p.id = o.profile_id order by o.at`.execute(db)
  return { ...counted.rows[0]!, examples: examples.rows }
}
