import { COUNTER_NAMED, COUNTER_SERVED } from '@ruam/contract/customers/counter.ts'
import type { Language } from '@ruam/contract/errors/catalog.ts'
import { sql } from 'kysely'
import { timeZoneOf } from '../../access/stores/queries.ts'
import { databaseNow } from '../../core/now.ts'
import type { Db } from '../../database/db.ts'
import { localizeType } from '../fields/given-names.ts'
import { loadActivityNames } from '../profile-activities/activity-names.ts'
import { dateCondition } from '../rules/date-tests.ts'
import { clockOf } from '../rules/days.ts'
import { calledName, counterCustomers } from './card.ts'

/** Latest activities by hand in which the customers of one person are looked for. */
const LOOKED_AT = 500

/** Customers whose birthday is today by the store's calendar. */
export async function birthdaysToday(db: Db, storeId: number) {
  const clock = clockOf(new Date(databaseNow()), await timeZoneOf(db, storeId))
  const today = dateCondition(
    { operator: 'anniversary_in_next', value: { n: 0, unit: 'day' } },
    sql`p.birth_date`,
    clock,
  )
  const { rows } = await sql<{ ids: number[]; total: number }>`
    with birthday as (
      select p.id from profile p
      where p.store_id = ${storeId} and p.deleted_at is null and p.merged_into is null and ${today})
    select array(select id from birthday order by id limit ${sql.lit(COUNTER_NAMED)}) as ids,
      (select count(*)::int from birthday) as total`.execute(db)
  const { ids, total } = rows[0]!
  return { total, data: await counterCustomers(db, storeId, ids.map(Number)) }
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
