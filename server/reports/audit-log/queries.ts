import { rowsOf } from '@ruam/contract/platform/common.ts'
import { COUNT_CAP } from '@ruam/contract/platform/constants.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { onePlan } from '../../database/plans.ts'
import { type Acts, actsOf, type Range } from './acts.ts'
import type { AuditFilter } from './kinds.ts'
import type { Subject } from './search.ts'

type Filter = AuditFilter & Range & { offset: number; limit: number }

/** Maximum acts counted per day. */
const DAY_CAP = 1000

export type ListedAct = Awaited<ReturnType<typeof pageOf>>[number]

/** Acts of a store, the newest first, how many there are up to COUNT_CAP, and how many on each day of the page. */
export async function listAudit(
  db: Db,
  storeId: number,
  { offset, limit, from, to, ...asked }: Filter,
  { timeZone, subjects }: { timeZone: string; subjects?: readonly Subject[] | undefined },
) {
  // Only the indexes of these kinds, each in the order of the list: what the statistics take for few may be half the log.
  if (!subjects) await onePlan(db, 'on')
  const acts = await actsOf(db, storeId, asked, subjects)
  const all = acts({ from, to })
  if (!all) return { data: [], days: [], total: 0, capped: false }
  const counted = await countOf(db, all, COUNT_CAP)
  const data = await pageOf(db, storeId, all, { offset, limit, timeZone })
  const days = await daysOf(db, acts, data, { from, to })
  if (!subjects) await onePlan(db, 'off')
  return { data, days, total: Math.min(counted, COUNT_CAP), capped: counted > COUNT_CAP }
}

type Chosen = NonNullable<ReturnType<Acts>>

async function countOf(db: Db, acts: Chosen, most: number): Promise<number> {
  const { counted } = await db
    .selectFrom(acts.limit(most + 1).as('few'))
    .select(sql<number>`count(*)`.as('counted'))
    .executeTakeFirstOrThrow()
  return counted
}

function pageOf(
  db: Db,
  storeId: number,
  acts: Chosen,
  { offset, limit, timeZone }: { offset: number; limit: number; timeZone: string },
) {
  const newest = acts.orderBy('l.at', 'desc').orderBy('l.id', 'desc')
  const page = newest.select('l.at').offset(offset).limit(rowsOf(limit))
  const midnight = sql<string>`date_trunc('day', p.at at time zone ${timeZone})`
  return db
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
      sql<string>`to_char(${midnight}, 'YYYY-MM-DD')`.as('day'),
      sql<string>`${midnight} at time zone ${timeZone}`.as('day_begins'),
      sql<string>`(${midnight} + interval '1 day') at time zone ${timeZone} - interval '1 microsecond'`.as('day_ends'),
    ])
    .orderBy('p.at', 'desc')
    .orderBy('p.id', 'desc')
    .execute()
}

/** Counts of the days on a page. Days between the first and the last one are on the page as a whole. */
async function daysOf(db: Db, acts: Acts, page: readonly ListedAct[], { from, to }: Range) {
  const days = new Map<string, ListedAct[]>()
  for (const act of page) days.set(act.day, [...(days.get(act.day) ?? []), act])
  const counts = []
  for (const [day, own] of days) {
    const { day_begins, day_ends } = own[0]!
    const isWhole = day !== page[0]!.day && day !== page.at(-1)!.day
    const range = {
      from: from && Date.parse(from) > Date.parse(day_begins) ? from : day_begins,
      to: to && Date.parse(to) < Date.parse(day_ends) ? to : day_ends,
    }
    const count = isWhole ? own.length : await countOf(db, acts(range)!, DAY_CAP)
    counts.push({ day, count: Math.min(count, DAY_CAP), capped: count > DAY_CAP })
  }
  return counts
}
