import { COUNT_CAP } from '@ruam/contract/platform/constants.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { type AuditFilter, type AuditKind, conditions, kindsOf } from './kinds.ts'
import { authorIds, type Subject } from './search.ts'

export interface Range {
  from?: string | undefined
  to?: string | undefined
}

interface Act {
  id: number
  at: string
}

export type Acts = (range: Range) => ReturnType<typeof actsIn> | null

/**
 * Acts that fulfil a filter, as a function of a range: a union of parts that each follow one index in the list's order.
 * Null if nothing can fulfil it.
 */
export async function actsOf(
  db: Db,
  storeId: number,
  filter: AuditFilter,
  subjects?: readonly Subject[],
): Promise<Acts> {
  const kinds = subjects ? [] : await kindsOf(db, storeId, filter)
  return (range) => {
    const each = subjects
      ? partsOfSubjects(db, storeId, filter, subjects, range)
      : kinds.map((kind) => partOf(db, storeId, kind, range))
    return each.length === 0 ? null : actsIn(db, each)
  }
}

// Each part in its order by itself: otherwise PostgreSQL sorts all of them instead of merging them as far as the page goes.
const actsIn = (db: Db, each: ReturnType<typeof partOf>[]) =>
  db
    .selectFrom(
      sql<Act>`(${sql.join(
        each.map((part) => sql`(${part})`),
        sql` union all `,
      )})`.as('l'),
    )
    .select('l.id')

function partOf(db: Db, storeId: number, kind: AuditKind, { from, to }: Range) {
  let acts = db.selectFrom('audit_log as l').select(['l.id', 'l.at']).where('l.store_id', '=', storeId)
  for (const [column, value] of conditions(kind)) acts = acts.where(`l.${column}`, '=', value as never)
  if (from) acts = acts.where('l.at', '>=', sql<string>`${from}::timestamptz`)
  if (to) acts = acts.where('l.at', '<=', sql<string>`${to}::timestamptz`)
  return acts.orderBy('l.at', 'desc').orderBy('l.id', 'desc')
}

/** Acts on found things, and acts of found people. Each thing has few acts, which are sorted. */
function partsOfSubjects(
  db: Db,
  storeId: number,
  { actions, ...filter }: AuditFilter,
  subjects: readonly Subject[],
  range: Range,
) {
  const narrowed = (part: ReturnType<typeof partOf>) => {
    const some = actions ? part.where('l.action', 'in', [...actions]) : part
    return some.limit(COUNT_CAP + 1)
  }
  const authors = authorIds(subjects).filter((id) => filter.user_id === undefined || filter.user_id === id)
  const things = subjects
    .filter((one) => filter.subject_type === undefined || one.subject_type === filter.subject_type)
    .filter((one) => filter.subject_id === undefined || one.subject_id === filter.subject_id)
  return [
    ...authors.map((user_id) => narrowed(partOf(db, storeId, { ...filter, user_id }, range))),
    ...things.map((thing) => {
      const part = narrowed(partOf(db, storeId, { ...filter, ...thing }, range))
      // An act of a found person is in the person's part.
      return authors.length === 0 ? part : part.where(sql<boolean>`coalesce(l.user_id <> all(${authors}::int[]), true)`)
    }),
  ]
}
