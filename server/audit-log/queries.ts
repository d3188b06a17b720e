import { rowsOf } from '@ruam/contract/common.ts'
import { COUNT_CAP } from '@ruam/contract/constants.ts'
import { sql } from 'kysely'
import type { Db } from '../core/db.ts'

interface Filter {
  offset: number
  limit: number
  from?: string | undefined
  to?: string | undefined
  user_id?: number | undefined
  action?: string | undefined
  subject_type?: string | undefined
  subject_id?: string | undefined
}

/** Acts of a store, the newest first, and how many there are, counted up to COUNT_CAP. */
export async function listAudit(db: Db, storeId: number, filter: Filter) {
  let rows = db.selectFrom('audit_log as a').where('a.store_id', '=', storeId)
  if (filter.from) rows = rows.where('a.at', '>=', sql<string>`${filter.from}::timestamptz`)
  if (filter.to) rows = rows.where('a.at', '<=', sql<string>`${filter.to}::timestamptz`)
  if (filter.user_id !== undefined) rows = rows.where('a.user_id', '=', filter.user_id)
  if (filter.action !== undefined) rows = rows.where('a.action', '=', filter.action)
  if (filter.subject_type !== undefined) rows = rows.where('a.subject_type', '=', filter.subject_type)
  if (filter.subject_id !== undefined) rows = rows.where('a.subject_id', '=', filter.subject_id)
  const few = rows.select('a.id').limit(COUNT_CAP + 1)
  const { counted } = await db
    .selectFrom(few.as('few'))
    .select(sql<number>`count(*)`.as('counted'))
    .executeTakeFirstOrThrow()
  // Before the names: who somebody is must not be looked up for each row that a late page passes over.
  const page = rows
    .select(['a.id', 'a.at', 'a.user_id', 'a.action', 'a.subject_type', 'a.subject_id', 'a.details'])
    .select(['a.request_id', 'a.address', 'a.device'])
    .orderBy('a.at', 'desc')
    .orderBy('a.id', 'desc')
    .offset(filter.offset)
    .limit(rowsOf(filter.limit))
  const data = await db
    .selectFrom(page.as('p'))
    .leftJoin('users as u', 'u.id', 'p.user_id')
    .select([
      'p.id',
      'p.at',
      sql<{ id: number; first_name: string; last_name: string } | null>`case when u.id is not null
        then jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name) end`.as('user'),
      'p.action',
      'p.subject_type',
      'p.subject_id',
      'p.details',
      'p.request_id',
      'p.address',
      'p.device',
    ])
    .orderBy('p.at', 'desc')
    .orderBy('p.id', 'desc')
    .execute()
  return { data, total: Math.min(counted, COUNT_CAP), capped: counted > COUNT_CAP }
}
