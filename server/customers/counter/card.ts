import { COUNTER_PAST, type CounterCard, type CounterCustomer } from '@ruam/contract/customers/counter.ts'
import type { Language } from '@ruam/contract/errors/catalog.ts'
import { sql } from 'kysely'
import { timeZoneOf } from '../../access/stores/queries.ts'
import { databaseNow } from '../../core/now.ts'
import type { Db } from '../../database/db.ts'
import { purchasesOf } from '../fields/amount-field.ts'
import { localizeType } from '../fields/given-names.ts'
import { loadActivityNames } from '../profile-activities/activity-names.ts'
import { lastNote } from '../profile-activities/summary.ts'
import { labelsOf } from '../profiles/queries.ts'
import { currentRestriction } from '../restriction/queries.ts'
import { usualItem } from './usual-item.ts'

/** Purchases that a regular item is looked for in. */
const LOOKED_AT = 20

/** SQL for the name that screens show of a row `p` of profile; empty without one. */
export const calledName = sql<string>`coalesce(nullif(btrim(concat_ws(' ', p.first_name, p.last_name)), ''),
  nullif(btrim(concat_ws(' ', p.first_name_en, p.last_name_en)), ''), nullif(p.company, ''), p.line_display_name, '')`

/** Activities that bring a customer into the shop: visits and purchases. */
async function visitTypes(db: Db, storeId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from activity_type where store_id = ${storeId} and purpose = 'visit'`.execute(db)
  return [...rows.map(({ id }) => id), ...((await purchasesOf(db, storeId))?.types ?? [])]
}

const past = () => sql`${new Date(databaseNow()).toISOString()}::timestamptz`

/** Customers as the counter names them, in the order of their ids. */
export async function counterCustomers(db: Db, storeId: number, ids: readonly number[]): Promise<CounterCustomer[]> {
  const types = await visitTypes(db, storeId)
  const timeZone = await timeZoneOf(db, storeId)
  const { rows } = await sql<Omit<CounterCustomer, 'label'>>`
    select p.id, ${calledName} as name, coalesce(v.visits, 0)::int as visits, v.last_at
    from unnest(${ids}::bigint[]) with ordinality as t (id, position)
    join profile p on p.store_id = ${storeId} and p.id = t.id and p.deleted_at is null and p.merged_into is null
    left join lateral (
      select count(distinct (a.activity_at at time zone ${timeZone}::text)::date) as visits, max(a.activity_at) as last_at
      from activity a where a.store_id = p.store_id and a.profile_id = p.id and a.type_id = any(${types}::int[])
        and a.activity_at <= ${past()}) v on true
    order by t.position`.execute(db)
  const labels = (await labelsOf(db, storeId, [...ids], false)).filter(({ type }) => type === 'general')
  return rows.map((row) => {
    const label = labels.find(({ profile_id }) => Number(profile_id) === Number(row.id))
    return {
      ...row,
      id: Number(row.id),
      label: label ? { id: label.id, name: label.name, color: label.color } : null,
    }
  })
}

/** A customer's card; undefined if there is no such customer. */
export async function cardOf(
  db: Db,
  storeId: number,
  id: number,
  language: Language,
): Promise<CounterCard | undefined> {
  const [known] = await counterCustomers(db, storeId, [id])
  if (!known) return undefined
  const { rows } = await sql<{ phone: string | null }>`
    select phone from profile where store_id = ${storeId} and id = ${id}`.execute(db)
  const visits = await visitsOf(db, storeId, id, language)
  const items = visits.flatMap(({ items }) => (items ? [items] : []))
  return {
    ...known,
    phone: rows[0]?.phone ?? '',
    days: await daysOfYear(db, storeId, id),
    usual: usualItem(items),
    note: await noteOf(db, storeId, id),
    restriction: await currentRestriction(db, storeId, id),
    past: visits.slice(0, COUNTER_PAST).map(({ items, ...visit }) => ({ ...visit, text: items ?? visit.text })),
  }
}

async function daysOfYear(db: Db, storeId: number, id: number): Promise<string[]> {
  const types = await visitTypes(db, storeId)
  const timeZone = await timeZoneOf(db, storeId)
  const { rows } = await sql<{ day: string }>`
    select distinct (a.activity_at at time zone ${timeZone}::text)::date::text as day from activity a
    where a.store_id = ${storeId} and a.profile_id = ${id} and a.type_id = any(${types}::int[]) and a.activity_at <= ${past()}
      and a.activity_at >= date_trunc('year', ${past()}, ${timeZone}::text) order by 1`.execute(db)
  return rows.map(({ day }) => day)
}

async function noteOf(db: Db, storeId: number, id: number): Promise<CounterCard['note']> {
  const { rows } = await sql<{ id: number }>`
    select id from activity_type where store_id = ${storeId} and purpose = 'note'`.execute(db)
  return rows[0] ? lastNote(db, storeId, id, rows[0].id) : null
}

/** The newest visits and purchases of a customer, with the items of a purchase. */
async function visitsOf(db: Db, storeId: number, id: number, language: Language) {
  const types = await visitTypes(db, storeId)
  const names = await loadActivityNames(db, storeId)
  const { rows } = await sql<{ id: number; at: string; type_id: number; items: string | null }>`
    select a.id, a.activity_at as at, a.type_id, (
      select a.fields ->> f.id::text from activity_field f
      where f.store_id = a.store_id and f.purchase_part = 'items') as items
    from activity a where a.store_id = ${storeId} and a.profile_id = ${id} and a.type_id = any(${types}::int[])
      and a.activity_at <= ${past()}
    order by a.activity_at desc, a.id desc limit ${sql.lit(LOOKED_AT)}`.execute(db)
  return rows.map(({ id, at, type_id, items }) => ({
    ...{ id: Number(id), at, items: items?.trim() || null },
    text: localizeType(names.types.get(type_id)!, language).name,
  }))
}
