import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { lockFieldNames } from './field-names.ts'

// The same words are in the migration that marked the fields of older stores.
const MONEY = /ยอด|ราคา|เงิน|มูลค่า|รายได้|amount|total|price|spen[dt]|paid|revenue|sales/
const NO_MONEY =
  /จำนวน(?!เงิน)|แต้ม|คะแนน|น้ำหนัก|ต่อหน่วย|ต่อชิ้น|ส่วนลด|ภาษี|ค้าง|คงเหลือ|count|qty|quantity|point|score|unit|discount|tax|balance|percent|%/

/** True if the names of a field mean an amount of money. */
export function meansMoney({ display_name, field_name }: { display_name: string; field_name: string }): boolean {
  const names = `${display_name} ${field_name}`.toLowerCase()
  return MONEY.test(names) && !NO_MONEY.test(names)
}

const number = sql<boolean>`data_type = 'Number' and field_type = 'custom_activity' and converting_to is null`

/** Makes a field the amount of purchases if the store has none yet. Returns true if it did. */
export async function markFirstAmount(db: Db, storeId: number, id: number): Promise<boolean> {
  await lockFieldNames(db, storeId)
  // A field that became something else than a number is no amount any more.
  await sql`update activity_field set purpose = null
    where store_id = ${storeId} and purpose = 'amount' and not (${number})`.execute(db)
  const { rows } = await sql`update activity_field set purpose = 'amount'
    where store_id = ${storeId} and id = ${id} and purpose is null and ${number}
      and not exists (select from activity_field where store_id = ${storeId} and purpose = 'amount')
    returning id`.execute(db)
  return rows.length > 0
}

/** Makes a field the amount of purchases, in place of any other, or takes that away. Returns false if it is no plain number. */
export async function setAmount(db: Db, storeId: number, id: number, on: boolean): Promise<boolean> {
  await lockFieldNames(db, storeId)
  await sql`update activity_field set purpose = null
    where store_id = ${storeId} and purpose = 'amount' and (id = ${id}) <> ${on}::boolean`.execute(db)
  if (!on) return true
  const { rows } = await sql`update activity_field set purpose = 'amount'
    where store_id = ${storeId} and id = ${id} and purpose is distinct from 'note' and ${number} returning id`.execute(
    db,
  )
  return rows.length > 0
}

/** Field of the amounts, and the activity types that have it: those are purchases. */
export interface Purchases {
  field: number
  types: number[]
}

/** Returns undefined if the store has no amounts. */
export async function purchasesOf(db: Db, storeId: number): Promise<Purchases | undefined> {
  const { rows } = await sql<Purchases>`
    select f.id as field, array(select t.id from activity_type t
      where t.store_id = f.store_id and f.id = any(t.field_ids) order by t.id) as types
    from activity_field f where f.store_id = ${storeId} and f.purpose = 'amount' and ${number}`.execute(db)
  return rows[0]
}

/** Amounts beyond it count as it: sums stay numbers. */
const MAX_AMOUNT = 1e12

/** SQL for the amount of an activity `a`, null if it is no purchase. */
export function amountOf(purchases: Pick<Purchases, 'field'> | undefined): RawBuilder<number | null> {
  const key = sql`${String(purchases?.field ?? '')}::text`
  return sql`case when jsonb_typeof(a.fields -> ${key}) = 'number'
      then least(greatest((a.fields ->> ${key})::numeric, ${-MAX_AMOUNT}::numeric), ${MAX_AMOUNT}::numeric) end`
}
