import { FIRST_PURPOSE } from '@ruam/contract/customers/consents.ts'
import type { labelColors } from '@ruam/contract/customers/label-colors.ts'
import { activityDate, type DataType } from '@ruam/contract/platform/system-fields.ts'
import { insertPurpose, listPurposes } from '../../customers/consents/calls/queries.ts'
import { addFieldToType, insertActivityType, listActivityTypes } from '../../customers/fields/activity-type-queries.ts'
import type { FieldOwner } from '../../customers/fields/field-names.ts'
import { insertField, listFields, type NewField } from '../../customers/fields/field-queries.ts'
import { fieldsOf } from '../../customers/fields/fields.ts'
import { builtInNames } from '../../customers/fields/given-names.ts'
import { PURCHASE_FIELDS, purchaseParts } from '../../customers/fields/purchase-type.ts'
import { insertLabel, listLabels } from '../../customers/labels/queries.ts'
import type { Db } from '../../database/db.ts'
import { GIFT_LABEL, MEMBER_LABEL, ONLINE_LABEL, TRIAL_LABEL, VIP_LABEL, WHOLESALE_LABEL } from './label-names.ts'
import { makeSegments } from './segments.ts'

export const SIGN_UP = 'สมัครสมาชิก'
/** A new store has this type already. */
export const PURCHASE = builtInNames.purchaseType.th

const labels: readonly { name: string; color: (typeof labelColors)[number]; description: string }[] = [
  { name: MEMBER_LABEL, color: 'teal', description: 'ผู้ที่สมัครสมาชิกที่สาขา' },
  { name: ONLINE_LABEL, color: 'blue', description: 'ผู้ที่เคยสั่งซื้อทางออนไลน์' },
  { name: VIP_LABEL, color: 'yellow', description: 'ลูกค้าคนสำคัญที่ร้านเลือกเอง' },
  { name: TRIAL_LABEL, color: 'violet', description: 'ผู้ที่ตกลงทดลองสินค้าใหม่ก่อนวางขาย' },
  { name: WHOLESALE_LABEL, color: 'orange', description: 'ผู้ที่ซื้อครั้งละหลายชิ้น' },
  { name: GIFT_LABEL, color: 'pink', description: 'ผู้ที่ซื้อชุดของขวัญ' },
]

const field = (field_name: string, display_name: string, data_type: DataType = 'String'): NewField<FieldOwner> => ({
  field_name,
  display_name,
  data_type,
})

const profileFields = [
  field('memberNo', 'รหัสสมาชิก'),
  field('nickname', 'ชื่อเล่น'),
  field('memberTier', 'ระดับสมาชิก'),
  field('points', 'แต้มสะสม', 'Number'),
  field('memberSince', 'วันที่สมัครสมาชิก', 'Date'),
  field('province', 'จังหวัด'),
  field('newsletter', 'รับข่าวสาร', 'Boolean'),
]

const activityTypes: readonly { name: string; description: string; fields: readonly NewField<FieldOwner>[] }[] = [
  { name: SIGN_UP, description: 'วันที่และสาขาที่สมัคร', fields: [field('branch', 'สาขา')] },
  {
    name: PURCHASE,
    description: 'คำสั่งซื้อหนึ่งรายการ',
    fields: [
      ...purchaseParts.map((part) => ({
        ...PURCHASE_FIELDS[part],
        data_type: part === 'amount' ? ('Number' as const) : ('String' as const),
      })),
      field('quantity', 'จำนวน', 'Number'),
      field('payment', 'วิธีชำระเงิน'),
    ],
  },
]

const purposes: readonly { name: string; description: string }[] = [
  { name: FIRST_PURPOSE, description: 'ส่งข่าวและโปรโมชันทาง LINE และอีเมล ไม่เกินเดือนละ 4 ครั้ง' },
  { name: 'วิเคราะห์ข้อมูลการซื้อ', description: 'ใช้ประวัติการซื้อเพื่อแนะนำสินค้าที่น่าจะชอบ' },
]

interface ActivityDestination {
  id: number
  type: 'system_activity' | 'custom_activity'
}

/** The ids of what the sample's files are mapped to, by name. */
export interface SampleDefinitions {
  labels: ReadonlyMap<string, number>
  profileFields: ReadonlyMap<string, { id: number; type: 'system_profile' | 'custom_profile' }>
  activityFields: ReadonlyMap<string, ActivityDestination>
  activityTypes: ReadonlyMap<string, number>
  /** The purposes of consent, in the order of their list. */
  purposes: readonly number[]
}

/** Makes the labels, fields, activity types, segments and purposes of consent of the sample, those that are not there yet. */
export async function makeSampleDefinitions(db: Db, storeId: number, userId: number): Promise<SampleDefinitions> {
  const labelIds = await makeLabels(db, storeId, userId)
  await makeFields(db, 'profile', storeId, userId, profileFields)
  const purposeIds = await makePurposes(db, storeId, userId)
  const known = await fieldsOf(db, storeId, 'th')
  const activityFields = activityTypes.flatMap(({ fields }) => fields)
  const own = await makeFields(db, 'activity', storeId, userId, activityFields)
  const types = await makeActivityTypes(db, storeId, own)
  const purchases = { type: types.get(PURCHASE)!, total: own.get('orderTotal')! }
  await makeSegments(db, storeId, userId, purchases, new Set(labelIds.keys()))
  return {
    labels: labelIds,
    profileFields: new Map(
      known.map(({ name, id, type }) => [
        name,
        { id, type: type === 'system_profile' ? ('system_profile' as const) : ('custom_profile' as const) },
      ]),
    ),
    activityFields: new Map<string, ActivityDestination>([
      [activityDate.name, { id: activityDate.id, type: 'system_activity' }],
      ...[...own].map(([name, id]): [string, ActivityDestination] => [name, { id, type: 'custom_activity' }]),
    ]),
    activityTypes: types,
    purposes: purposeIds,
  }
}

async function makeLabels(db: Db, storeId: number, userId: number): Promise<Map<string, number>> {
  const all = { offset: 0, limit: 0, sort_by: 'name', sort_direction: 'asc' } as const
  const ids = new Map((await listLabels(db, storeId, all)).data.map(({ name, id }) => [name, id]))
  for (const label of labels) {
    if (!ids.has(label.name)) ids.set(label.name, await insertLabel(db, storeId, userId, label))
  }
  return ids
}

async function makePurposes(db: Db, storeId: number, userId: number): Promise<number[]> {
  const there = new Map((await listPurposes(db, storeId, { offset: 0, limit: 0 })).map(({ name, id }) => [name, id]))
  const ids = []
  for (const one of purposes) ids.push(there.get(one.name) ?? (await insertPurpose(db, storeId, userId, one)))
  return ids
}

/** Makes those of these fields that are not there, and answers the ids of all by name. */
async function makeFields(
  db: Db,
  owner: FieldOwner,
  storeId: number,
  userId: number,
  fields: readonly NewField<FieldOwner>[],
): Promise<Map<string, number>> {
  const ids = new Map((await listFields(db, owner, storeId)).map(({ field_name, id }) => [field_name, id]))
  for (const one of fields) {
    if (!ids.has(one.field_name)) ids.set(one.field_name, (await insertField(db, owner, storeId, userId, one)).id)
  }
  return ids
}

const everyType = { offset: 0, limit: 0, sort_by: 'name', sort_dir: 'asc' } as const

async function makeActivityTypes(db: Db, storeId: number, fieldIds: ReadonlyMap<string, number>) {
  const ids = new Map((await listActivityTypes(db, storeId, everyType)).data.map(({ name, id }) => [name, id]))
  for (const { name, description, fields } of activityTypes) {
    const field_ids = fields.map(({ field_name }) => fieldIds.get(field_name)!)
    const known = ids.get(name)
    if (known === undefined) ids.set(name, (await insertActivityType(db, storeId, { name, description, field_ids })).id)
    else for (const id of field_ids) await addFieldToType(db, storeId, known, id)
  }
  return ids
}
