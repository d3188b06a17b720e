import { COUNTER_NAMED, COUNTER_SERVED } from '@ruam/contract/customers/counter.ts'
import type { Language } from '@ruam/contract/errors/catalog.ts'
import { DONE_DAYS } from '@ruam/contract/reports/work-lists.ts'
import { sql } from 'kysely'
import { timeZoneOf } from '../../access/stores/queries.ts'
import { databaseNow } from '../../core/now.ts'
import type { Db } from '../../database/db.ts'
import { byIndexes } from '../../database/plans.ts'
import { localizeType } from '../fields/given-names.ts'
import { loadActivityNames } from '../profile-activities/activity-names.ts'
import { clockOf } from '../rules/days.ts'
import { calledName, counterCustomers } from './card.ts'

/** Latest activities by hand in which the customers of one person are looked for. */
const LOOKED_AT = 500

/** Customers whose birthday is today by the store's calendar, without restricted ones and those who were ticked off. */
export async function birthdaysToday(db: Db, storeId: number) {
  const { today } = clockOf(new Date(databaseNow()), await timeZoneOf(db, storeId))
  await byIndexes(db)
  const { rows } = await sql<{ ids: number[]; total: number }>`
    with birthday as materialized (
      select p.id from profile p
      where p.store_id = ${storeId} and p.birth_date = any(${birthDatesOf(today)}::date[]) and p.birth_date is not null
        and p.deleted_at is null and p.merged_into is null and p.restricted_at is null
        and not exists (select from work_done d where d.store_id = p.store_id and d.kind = 'birthdays' and d.profile_id = p.id
          and d.done_at > now() - make_interval(days => ${DONE_DAYS})))
    select array(select id from birthday order by id limit ${sql.lit(COUNTER_NAMED)}) as ids,
      (select count(*)::int from birthday) as total`.execute(db)
  const { ids, total } = rows[0]!
  return { total, data: await counterCustomers(db, storeId, ids.map(Number)) }
}

/** Years back in which customers are born: an import accepts 110. */
const BIRTH_YEARS = 120

/** Dates of birth whose birthday is today, as an index of dates finds them. 29 February counts as the 28th of other years. */
export function birthDatesOf(today: string): string[] {
  const [year, day] = [Number(today.slice(0, 4)), today.slice(4)]
  const isDate = (date: string) => new Date(date).toISOString().startsWith(date)
  const days = day === '-02-28' && !isDate(`${year}-02-29`) ? [day, '-02-29'] : [day]
  return Array.from({ length: BIRTH_YEARS }, (_, back) => days.map((of) => `${year - back}${of}`))
    .flat()
    .filter(isDate)
}

/** Customers that a person served last, each with the newest act. */
export async function servedBy(db: Db, storeId: number, userId: number, language: Language) {
  const names = await loadActivityNames(db, storeId)
  const { rows } = await sql<{ id: number; name: string; type_id: number; at: string }>`
    select p.id, ${calledName} as name, s.type_id, s.activity_at as at
    from (
      select distinct on (profile_id) profile_id, type_id, activity_at, created_at
      from (
        select profile_id, type_id, activity_at, created_at, created_by from activity
        where store_id = ${storeId} and created_by is not null
        order by created_at desc limit ${sql.lit(LOOKED_AT)}) latest
      where created_by = ${userId} order by profile_id, created_at desc) s
    join profile p on p.store_id = ${storeId} and p.id = s.profile_id and p.deleted_at is null and p.merged_into is null
    order by s.created_at desc limit ${sql.lit(COUNTER_SERVED)}`.execute(db)
  return rows.map(({ id, name, type_id, at }) => ({
    ...{ id: Number(id), name, at },
    type: localizeType(names.types.get(type_id)!, language).name,
  }))
}
