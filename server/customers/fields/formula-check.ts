import { type ActivityFormula, formulaTypes, type ProfileFormula } from '@ruam/contract/customers/formulas.ts'
import { activityDate, type DataType } from '@ruam/contract/platform/system-fields.ts'
import type { Db } from '../../database/db.ts'
import type { Field } from './fields.ts'

/** Why a formula can't be used, in the words of `formula_invalid`. */
interface FormulaProblem {
  th: string
  en: string
}

/** The type of a formula's values and whether they give something sensitive away, or what is wrong with it. */
export type CheckedFormula = { data_type: DataType; sensitive: boolean } | { problem: FormulaProblem }

const problems = {
  noField: { th: 'ฟิลด์ที่เลือกถูกลบไปแล้ว', en: 'the field it names does not exist' },
  noType: { th: 'ประเภทกิจกรรมที่เลือกถูกลบไปแล้ว', en: 'the activity type it names does not exist' },
  notInType: { th: 'ฟิลด์ที่เลือกไม่อยู่ในประเภทกิจกรรมนี้', en: 'the field is not part of the activity type' },
  noDate: { th: 'ฟิลด์ที่เลือกต้องเป็นวันที่', en: 'the field has to hold dates' },
  noNumber: { th: 'ฟิลด์ที่เลือกต้องเป็นตัวเลข', en: 'the field has to hold numbers' },
  computed: { th: 'คำนวณจากฟิลด์คำนวณอีกชั้นไม่ได้', en: 'a computed field cannot be computed from another one' },
  otherType: { th: 'ชนิดข้อมูลไม่ตรงกับผลลัพธ์ของสูตร', en: 'the data type is not that of its result' },
  notComputed: { th: 'ฟิลด์นี้ไม่ใช่ฟิลด์คำนวณ', en: 'the field is not a computed one' },
} as const satisfies Record<string, FormulaProblem>

const wrong = (name: keyof typeof problems) => ({ problem: problems[name] })

/** Returns the result type of a profile formula with the store's current fields. */
export async function checkProfileFormula(
  db: Db,
  storeId: number,
  formula: ProfileFormula,
  fields: readonly Field[],
): Promise<CheckedFormula> {
  if (formula.function === 'age' || formula.function === 'days_since') {
    const field = fields.find((known) => known.id === formula.field_id)
    if (!field) return wrong('noField')
    if (field.type === 'transform_profile') return wrong('computed')
    return field.data_type === 'Date' ? { data_type: 'Number', sensitive: field.sensitive } : wrong('noDate')
  }
  const type = await db
    .selectFrom('activity_type')
    .select('field_ids')
    .where('store_id', '=', storeId)
    .where('id', '=', formula.activity_id)
    .executeTakeFirst()
  if (!type) return wrong('noType')
  if (!('field_id' in formula)) return { data_type: 'Number', sensitive: false }
  if (formula.function === 'activity_last' && formula.field_id === activityDate.id)
    return { data_type: 'Date', sensitive: false }
  const field = await activityFieldOf(db, storeId, formula.field_id)
  if (!field) return wrong('noField')
  if (field.field_type === 'transform_activity') return wrong('computed')
  if (!type.field_ids.includes(formula.field_id)) return wrong('notInType')
  if (formula.function === 'activity_sum' && field.data_type !== 'Number') return wrong('noNumber')
  return { data_type: formulaTypes[formula.function] ?? field.data_type, sensitive: false }
}

/** Returns the result type of an activity formula. */
export async function checkActivityFormula(db: Db, storeId: number, formula: ActivityFormula): Promise<CheckedFormula> {
  const [ids, needed] =
    formula.function === 'sum'
      ? ([formula.field_ids, 'Number'] as const)
      : ([[formula.field_id].filter((id) => id !== activityDate.id), 'Date'] as const)
  for (const id of ids) {
    const field = await activityFieldOf(db, storeId, id)
    if (!field) return wrong('noField')
    if (field.field_type === 'transform_activity') return wrong('computed')
    if (field.data_type !== needed) return wrong(needed === 'Number' ? 'noNumber' : 'noDate')
  }
  return { data_type: 'Number', sensitive: false }
}

/** The same of a field that is made or changed: it must have the type of its result. */
export function fitting(checked: CheckedFormula, data_type: DataType): CheckedFormula {
  return 'problem' in checked || checked.data_type === data_type ? checked : wrong('otherType')
}

/** The refusal of a formula for a field that is not computed. */
export const notComputed: CheckedFormula = wrong('notComputed')

function activityFieldOf(db: Db, storeId: number, id: number) {
  return db
    .selectFrom('activity_field')
    .select(['data_type', 'field_type'])
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .executeTakeFirst()
}
