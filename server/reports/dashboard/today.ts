import { may, type Rights } from '@ruam/contract/platform/permissions.ts'
import { type DashboardToday, lifecycleStages } from '@ruam/contract/reports/dashboard.ts'
import { sql } from 'kysely'
import { nameOfPerson } from '../../customers/segments/people.ts'
import type { Db } from '../../database/db.ts'
import type { Quiet } from './count-shop.ts'
import { birthdayRule, lineRule, purchaseRules, unansweredRule } from './purchase-rules.ts'
import { lineShareOn, shopCount } from './shop-count.ts'
import { dayPairs, nextBirthday } from './shop-days.ts'

/** Number of best customers going quiet on the dashboard. */
const FIRST = 4

/** Returns sales and customers of this month and of the same days of last month, and customers who need a call. */
export async function todayOf(db: Db, storeId: number, rights: Rights, now: Date): Promise<DashboardToday> {
  const { days, purchases, counted_at, figures, quiet } = await shopCount(db, storeId, now)
  const rules = purchaseRules(purchases, days)
  const pairs = dayPairs(days)
  const on = (day: string | null) => (day === null ? undefined : figures.days[day]) ?? [0, 0]
  const sum = (of: 0 | 1) => {
    const value = pairs.reduce((total, { day }) => total + on(day)[of], 0)
    const before = Object.entries(figures.days)
      .filter(([day]) => day >= days.previous.from && day <= days.previous.to)
      .reduce((total, [, counted]) => total + counted[of], 0)
    // Satang, which floating-point sums blur.
    return of === 0 ? { value: round(value), before: round(before) } : { value, before }
  }
  const people = { ...figures, never: figures.total - figures.bought }
  const reads = may(rights, 'cdp-core.profile.read')
  const line = figures.line
  return {
    counted_at,
    time_zone: days.timeZone,
    period: days.period,
    previous_period: days.previous,
    has_amounts: purchases !== undefined,
    total: figures.total,
    sales: sum(0),
    orders: sum(1),
    new_people: { value: people.new_people, before: people.new_people_before, rule: rules.new_people },
    returning_people: {
      ...{ value: people.returning_people, before: people.returning_people_before },
      rule: rules.returning_people,
    },
    line:
      line === null ? null : { people: line, rule: lineRule, before: await lineShareOn(db, storeId, days.previous.to) },
    series: pairs.map(({ day, before }) => ({
      day,
      sales: round(on(day)[0]),
      before: before === null ? null : { day: before, sales: round(on(before)[0]) },
    })),
    lifecycle: lifecycleStages.map((stage) => ({ stage, people: people[stage], rule: rules[stage] })),
    quiet: { people: figures.quiet, first: reads ? await quietCustomers(db, storeId, quiet.slice(0, FIRST)) : null },
    birthdays: {
      people: figures.birthdays,
      rule: birthdayRule,
      first: reads ? await birthdaysOf(db, storeId, figures.birthday_ids, days.today) : null,
    },
    unanswered: await unansweredOf(db, storeId, figures.unanswered),
  }
}

const round = (money: number) => Math.round(money * 100) / 100

/** Customers of a count with their names, without those who went since. */
export async function quietCustomers(db: Db, storeId: number, quiet: readonly Quiet[]) {
  const names = await namesOf(
    db,
    storeId,
    quiet.map(([id]) => id),
  )
  return quiet.flatMap(([id, spent, at]) => {
    const found = names.get(id)
    return found ? [{ id, name: found.name, spent, bought_at: new Date(at).toISOString() }] : []
  })
}

async function birthdaysOf(db: Db, storeId: number, ids: readonly number[], today: string) {
  const names = await namesOf(db, storeId, ids)
  return ids.flatMap((id) => {
    const found = names.get(id)
    return found?.birth_date ? [{ id, name: found.name, day: nextBirthday(found.birth_date, today) }] : []
  })
}

async function namesOf(db: Db, storeId: number, ids: readonly number[]) {
  const { rows } = await sql<{ id: number; name: string; birth_date: string | null }>`
    select id, ${nameOfPerson} as name, birth_date::text from profile
    where store_id = ${storeId} and id = any(${ids}::bigint[]) and deleted_at is null and merged_into is null`.execute(
    db,
  )
  return new Map(rows.map((row) => [Number(row.id), row]))
}

async function unansweredOf(db: Db, storeId: number, counted: { id: number; people: number } | null) {
  if (!counted) return null
  const { rows } = await sql<{ name: string }>`
    select name from consent_purpose where store_id = ${storeId} and id = ${counted.id}`.execute(db)
  return rows[0] ? { people: counted.people, purpose: rows[0].name, rule: unansweredRule(counted.id) } : null
}
