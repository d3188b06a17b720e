import { may, type Rights } from '@ruam/contract/platform/permissions.ts'
import { type DashboardToday, lifecycleStages } from '@ruam/contract/reports/dashboard.ts'
import { sql } from 'kysely'
import { isFree } from '../../customers/fields/live.ts'
import { nameOfPerson } from '../../customers/segments/people.ts'
import type { Db } from '../../database/db.ts'
import type { Quiet } from './count-shop.ts'
import { birthdayRule, lineRule, purchaseRules, unansweredRule } from './purchase-rules.ts'
import { lineShareOn, type ShopCount, shopCount } from './shop-count.ts'
import { dayPairs, nextBirthday } from './shop-days.ts'
import { tickedOff } from './ticked-off.ts'

/** Customers that are named of each list. */
const FIRST_QUIET = 4
const FIRST_BIRTHDAYS = 3

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
  const calls = await openCalls(db, storeId, { figures, quiet })
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
    quiet: {
      people: calls.quiet.people,
      first: reads ? await quietCustomers(db, storeId, calls.quiet.list.slice(0, FIRST_QUIET)) : null,
    },
    birthdays: {
      people: calls.birthdays.people,
      rule: birthdayRule,
      first: reads ? await birthdaysOf(db, storeId, calls.birthdays.list.slice(0, FIRST_BIRTHDAYS), days.today) : null,
    },
    unanswered: await unansweredOf(db, storeId, figures.unanswered),
  }
}

const round = (money: number) => Math.round(money * 100) / 100

/** Customers to call whom nobody has ticked off, in the order of their list. `people` counts those beyond a full list, too. */
export async function openCalls(db: Db, storeId: number, { figures, quiet }: Pick<ShopCount, 'figures' | 'quiet'>) {
  const quietIds = quiet.map(([id]) => id)
  const called = await tickedOff(db, storeId, 'quiet', quietIds)
  const wished = await tickedOff(db, storeId, 'birthdays', figures.birthday_list)
  return {
    quiet: { people: figures.quiet - called.size, list: quiet.filter(([id]) => !called.has(id)) },
    birthdays: {
      people: figures.birthdays - wished.size,
      list: figures.birthday_list.filter((id) => !wished.has(id)),
    },
  }
}

/** Customers of a count with their names, without those who went since. */
async function quietCustomers(db: Db, storeId: number, quiet: readonly Quiet[]) {
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
    where store_id = ${storeId} and id = any(${ids}::bigint[]) and ${isFree('profile')}`.execute(db)
  return new Map(rows.map((row) => [Number(row.id), row]))
}

async function unansweredOf(db: Db, storeId: number, counted: { id: number; people: number } | null) {
  if (!counted) return null
  const { rows } = await sql<{ name: string }>`
    select name from consent_purpose where store_id = ${storeId} and id = ${counted.id}`.execute(db)
  return rows[0] ? { people: counted.people, purpose: rows[0].name, rule: unansweredRule(counted.id) } : null
}
