import { sql } from 'kysely'
import { raiseNames } from '../../access/stores/names-version.ts'
import type { Db } from '../../database/db.ts'
import { addFieldToType } from './activity-type-queries.ts'
import { fieldNameProblem, lockFieldNames } from './field-names.ts'
import { builtInNames } from './given-names.ts'

/** Parts of a purchase beside its day. Each has a field of its own in the store's type of purchases. */
export const purchaseParts = ['amount', 'order_number', 'items', 'branch', 'channel'] as const
type PurchasePart = (typeof purchaseParts)[number]

/** Fields of a new store's purchases. The migration that adds them to new stores repeats them. */
export const PURCHASE_FIELDS: Record<PurchasePart, { field_name: string; display_name: string }> = {
  amount: { field_name: 'orderTotal', display_name: builtInNames.purchaseAmount.th },
  order_number: { field_name: 'orderNo', display_name: builtInNames.orderNumber.th },
  items: { field_name: 'items', display_name: builtInNames.purchaseItems.th },
  branch: { field_name: 'branch', display_name: builtInNames.purchaseBranch.th },
  channel: { field_name: 'channel', display_name: builtInNames.purchaseChannel.th },
}

/** The type that a store keeps purchases as, with the fields that staff or the product made for their parts. */
export interface PurchaseType {
  id: number
  amount: number
  parts: Partial<Record<PurchasePart, number>>
}

/** Returns the type whose activities count as purchases, the one with most of their parts; undefined if there is none. */
export async function purchaseTypeOf(db: Db, storeId: number): Promise<PurchaseType | undefined> {
  const { rows } = await sql<PurchaseType>`
    select t.id, f.id as amount,
      (select coalesce(jsonb_object_agg(coalesce(p.purchase_part, 'amount'), p.id), '{}') from activity_field p
        where p.store_id = t.store_id and p.id = any(t.field_ids) and (p.id = f.id or p.purchase_part is not null)) as parts
    from activity_field f join activity_type t on t.store_id = f.store_id and f.id = any(t.field_ids)
    where f.store_id = ${storeId} and f.purpose = 'amount' and f.data_type = 'Number'
      and f.field_type = 'custom_activity' and f.converting_to is null
    order by (select count(*) from activity_field p
      where p.store_id = t.store_id and p.id = any(t.field_ids) and p.purchase_part is not null) desc, t.id limit 1`.execute(
    db,
  )
  return rows[0]
}

/** Returns the store's type of purchases. Makes it, and its fields, if no type serves as one. */
export async function makePurchaseType(db: Db, storeId: number): Promise<{ id: number; made: boolean }> {
  // The second of two concurrent callers waits here and finds the type of the first.
  await lockFieldNames(db, storeId)
  const known = await purchaseTypeOf(db, storeId)
  if (known) return { id: known.id, made: false }
  const fields: number[] = []
  for (const part of purchaseParts)
    fields.push((await fieldOf(db, storeId, part)) ?? (await makeField(db, storeId, part)))
  const { rows } = await sql<{ id: number }>`
    insert into activity_type as t (store_id, name, field_ids)
    values (${storeId}, ${builtInNames.purchaseType.th}, ${fields}::int[])
    on conflict (store_id, name_key(name)) do update set updated_at = clock_timestamp(),
      field_ids = t.field_ids || array(select f from unnest(excluded.field_ids) f where f <> all(t.field_ids))
    returning id`.execute(db)
  await raiseNames(db, storeId)
  return { id: rows[0]!.id, made: true }
}

/** Adds the field of a part to the type of purchases, and makes it if the store has none. Returns its id. */
export async function addPurchaseField(db: Db, storeId: number, type: number, part: PurchasePart): Promise<number> {
  await lockFieldNames(db, storeId)
  const field = (await fieldOf(db, storeId, part)) ?? (await makeField(db, storeId, part))
  await addFieldToType(db, storeId, type, field)
  await raiseNames(db, storeId)
  return field
}

/** Returns the field that already has a part, whatever types hold it. */
async function fieldOf(db: Db, storeId: number, part: PurchasePart): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from activity_field where store_id = ${storeId} and field_type = 'custom_activity' and converting_to is null
      and case when ${part} = 'amount' then purpose = 'amount' and data_type = 'Number' else purchase_part = ${part} end`.execute(
    db,
  )
  return rows[0]?.id
}

async function makeField(db: Db, storeId: number, part: PurchasePart): Promise<number> {
  const isAmount = part === 'amount'
  // A field that became something else than a number is no amount any more.
  if (isAmount)
    await sql`update activity_field set purpose = null where store_id = ${storeId} and purpose = 'amount'`.execute(db)
  const names = await freeNames(db, storeId, PURCHASE_FIELDS[part])
  const { rows } = await sql<{ id: number }>`
    insert into activity_field (store_id, field_name, display_name, data_type, purpose, purchase_part)
    values (${storeId}, ${names.field_name}, ${names.display_name}, ${isAmount ? 'Number' : 'String'},
      ${isAmount ? 'amount' : null}, ${isAmount ? null : part}) returning id`.execute(db)
  return rows[0]!.id
}

/** Returns these names, with a number behind them if the store has others of the same. */
async function freeNames(db: Db, storeId: number, { field_name, display_name }: (typeof PURCHASE_FIELDS)['amount']) {
  for (let serial = 1; ; serial++) {
    const names =
      serial === 1
        ? { field_name, display_name }
        : { field_name: `${field_name}${serial}`, display_name: `${display_name} ${serial}` }
    if (!(await fieldNameProblem(db, storeId, names))) return names
  }
}
