import type { ProfileQuery } from '@ruam/contract/customers/profiles.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { computedColumn } from '../fields/computed.ts'
import type { Field } from '../fields/fields.ts'
import { type Closed, fieldClosed } from './closed.ts'
import { purchaseFigures } from './purchases.ts'

type Sorted = Pick<ProfileQuery, 'sort_by' | 'sort_dir'>

/** Returns the order of a list; undefined if the store has no such column. Throws if it would reveal a closed field. */
export async function listOrder(
  db: Db,
  storeId: number,
  query: Sorted,
  { fields, closed }: { fields: readonly Field[]; closed: Pick<Closed, 'fields'> },
): Promise<RawBuilder<unknown> | undefined> {
  const sorted = sortField(fields, query.sort_by)
  if (sorted === undefined) return undefined
  const bought = await purchaseOrder(db, storeId, query)
  if (bought === undefined) return undefined
  // The order of a field reveals its values.
  if (sorted && closed.fields.has(sorted.id)) throw fieldClosed()
  return bought ?? orderOf(sorted, query)
}

/** The stored field that a list is sorted by, with its expression; undefined for other orders. */
export function storedOrder(fields: readonly Field[], sort_by: string) {
  const field = sortField(fields, sort_by)
  return field && !field.formula ? { field: field.id, by: sortValue(field) } : undefined
}

/** The field a list is sorted by; null for times and purchases, undefined when the store has no such field. */
function sortField(fields: readonly Field[], sort_by: string): Field | null | undefined {
  if (isInstant(sort_by) || isPurchase(sort_by)) return null
  return fields.find((field) => field.column === sort_by || (!field.column && `field_${field.id}` === sort_by))
}

/** Times have an index of their own: any number of profiles is listed in their order. */
export const isInstant = (sort_by: string): sort_by is 'updated_at' | 'created_at' =>
  sort_by === 'updated_at' || sort_by === 'created_at'

const isPurchase = (sort_by: string): sort_by is 'bought_at' | 'spent' => sort_by === 'bought_at' || sort_by === 'spent'

/** The order of a list by purchases, profiles without any last. Null of any other order, undefined when the store has no amounts. */
async function purchaseOrder(
  db: Db,
  storeId: number,
  { sort_by, sort_dir }: Sorted,
): Promise<RawBuilder<unknown> | null | undefined> {
  if (!isPurchase(sort_by)) return null
  const figures = await purchaseFigures(db, storeId)
  if (!figures) return undefined
  const direction = sql.raw(sort_dir)
  const figure = sql`(select ${figures[sort_by]} from ${figures.from} and a.profile_id = profile.id)`
  return sql`${figure} ${direction} nulls last, profile.id ${direction}`
}

/** The order of a list: text as a Thai dictionary has it, profiles without the value last, and ids where values are the same. */
export function orderOf(field: Field | null, { sort_by, sort_dir }: Sorted): RawBuilder<unknown> {
  const direction = sql.raw(sort_dir)
  // An instant is never null, and `nulls last` would keep its index from being used.
  return field
    ? sql`${sortValue(field)} ${direction} nulls last, profile.id ${direction}`
    : sql`${sql.ref(`profile.${sort_by}`)} ${direction}, profile.id ${direction}`
}

function sortValue({ column, id, data_type, formula }: Field): RawBuilder<unknown> {
  const text = data_type === 'String'
  if (formula)
    return text
      ? sql`${computedColumn({ data_type, formula })} collate "th-x-icu"`
      : computedColumn({ data_type, formula })
  if (column) return text ? sql`${sql.ref(`profile.${column}`)} collate "th-x-icu"` : sql.ref(`profile.${column}`)
  const key = String(id)
  // Values of JSON know their own order: numbers as numbers, days as their digits, false before true.
  return text ? sql`(profile.custom ->> ${key}) collate "th-x-icu"` : sql`profile.custom -> ${key}`
}
