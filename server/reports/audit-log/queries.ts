import { rowsOf } from '@ruam/contract/platform/common.ts'
import { COUNT_CAP } from '@ruam/contract/platform/constants.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/core/db.ts'
import { onePlan } from '../../platform/core/plans.ts'
import { type AuditKind, conditions, kindsOf } from './kinds.ts'

interface Filter extends AuditKind {
  offset: number
  limit: number
  from?: string | undefined
  to?: string | undefined
}

interface Newest {
  id: number
  at: string
}

/** Acts of a store, the newest first, and how many there are, counted up to COUNT_CAP. */
export async function listAudit(db: Db, storeId: number, filter: Filter) {
  const { offset, limit, from, to, ...asked } = filter
  // Only the indexes of these kinds, each in the order of the list: what the statistics take for few may be half the log.
  await onePlan(db, 'on')
  const kinds = await kindsOf(db, storeId, asked)
  if (kinds.length === 0) return { data: [], total: 0, capped: false }
  // Each in its order by itself: else PostgreSQL puts all of them in order rather than to merge them as far as the page goes.
  const each = kinds.map((kind) => sql`(${actsOf(db, storeId, kind, { from, to })})`)
  const acts = db.selectFrom(sql<Newest>`(${sql.join(each, sql` union all `)})`.as('l')).select('l.id')
  const { counted } = await db
    .selectFrom(acts.limit(COUNT_CAP + 1).as('few'))
    .select(sql<number>`count(*)`.as('counted'))
    .executeTakeFirstOrThrow()
  const newest = acts.orderBy('l.at', 'desc').orderBy('l.id', 'desc')
  const page = newest.select('l.at').offset(offset).limit(rowsOf(limit))
  const data = await db
    .selectFrom(page.as('p'))
    .innerJoin('audit_log as a', (on) => on.on('a.store_id', '=', storeId).onRef('a.id', '=', 'p.id'))
    .leftJoin('users as u', 'u.id', 'a.user_id')
    .leftJoin('credential as k', (on) =>
      on.on('k.store_id', '=', storeId).on(sql<boolean>`k.id = (a.details ->> 'credential_id')::int`),
    )
    .select([
      'a.id',
      'a.at',
      sql<{ id: number; first_name: string; last_name: string } | null>`case when u.id is not null
        then jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name) end`.as('user'),
      sql<{ id: number; name: string | null } | null>`case when a.details ? 'credential_id'
        then jsonb_build_object('id', (a.details ->> 'credential_id')::int, 'name', k.name) end`.as('credential'),
      'a.action',
      'a.subject_type',
      'a.subject_id',
      'a.details',
      'a.request_id',
      'a.address',
      'a.device',
    ])
    .orderBy('p.at', 'desc')
    .orderBy('p.id', 'desc')
    .execute()
  await onePlan(db, 'off')
  return { data, total: Math.min(counted, COUNT_CAP), capped: counted > COUNT_CAP }
}

function actsOf(db: Db, storeId: number, kind: AuditKind, { from, to }: Pick<Filter, 'from' | 'to'>) {
  let acts = db.selectFrom('audit_log as l').select(['l.id', 'l.at']).where('l.store_id', '=', storeId)
  for (const [column, value] of conditions(kind)) acts = acts.where(`l.${column}`, '=', value as never)
  if (from) acts = acts.where('l.at', '>=', sql<string>`${from}::timestamptz`)
  if (to) acts = acts.where('l.at', '<=', sql<string>`${to}::timestamptz`)
  return acts.orderBy('l.at', 'desc').orderBy('l.id', 'desc')
}
