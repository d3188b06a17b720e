import type { labelColors } from '@ruam/contract/customers/label-colors.ts'
import type { Rule } from '@ruam/contract/customers/rules.ts'
import { systemFields } from '@ruam/contract/platform/system-fields.ts'
import { fieldsOf } from '../../customers/fields/fields.ts'
import { insertLabel } from '../../customers/labels/queries.ts'
import { dependenciesOf } from '../../customers/membership/dependencies.ts'
import { markStale, saveDependencies } from '../../customers/membership/segments.ts'
import type { StoredRule } from '../../customers/membership/stored-rule.ts'
import type { Db } from '../../database/db.ts'

interface SampleSegment {
  name: string
  description: string
  color: (typeof labelColors)[number]
  rules: Rule[]
}

const BIRTH_DATE = systemFields.find(({ name }) => name === 'birthDate')!.id

/** The activity type of a purchase, and its field of what was paid. */
interface Purchases {
  type: number
  total: number
}

/** Four of the rules that making a segment offers to begin with. */
const segmentsOf = ({ type, total }: Purchases): readonly SampleSegment[] => {
  const bought = { kind: 'activity', activity_type_id: type } as const
  const last = (n: number) => ({ last: { n, unit: 'day' as const } })
  return [
    {
      name: 'ห่างหาย 60 วัน',
      description: 'เคยซื้อ แต่ไม่ได้ซื้อใน 60 วันล่าสุด',
      color: 'orange',
      rules: [
        { ...bought, done: true },
        { ...bought, done: false, window: last(60) },
      ],
    },
    {
      name: 'ซื้อ 3 ครั้งขึ้นไปใน 90 วัน',
      description: 'ลูกค้าที่กลับมาซื้อบ่อย',
      color: 'pink',
      rules: [{ ...bought, done: true, count: { operator: 'gte', value: 3 }, window: last(90) }],
    },
    {
      name: 'ซื้อครั้งละ 1,000 ขึ้นไปใน 90 วัน',
      description: 'ลูกค้าที่ซื้อครั้งละมาก',
      color: 'green',
      rules: [{ ...bought, done: true, window: last(90), where: [{ field_id: total, operator: 'gte', value: 1000 }] }],
    },
    {
      name: 'วันเกิดเดือนนี้',
      description: 'ส่งคำอวยพรหรือของขวัญได้',
      color: 'grape',
      rules: [{ kind: 'profile', field_id: BIRTH_DATE, operator: 'month_is', value: 'this' }],
    },
  ]
}

/** Makes the segments of the sample, those whose names are not `known`; they are calculated when the imports are over. */
export async function makeSegments(
  db: Db,
  storeId: number,
  userId: number,
  purchases: Purchases,
  known: ReadonlySet<string>,
): Promise<void> {
  const fields = new Map((await fieldsOf(db, storeId, 'th')).map((field) => [field.id, field]))
  for (const { rules, ...label } of segmentsOf(purchases)) {
    if (known.has(label.name)) continue
    const rule: StoredRule = {
      filter: { profile_created_at: null, reference_label_ids: [] },
      target: { condition: 'and', groups: [{ condition: 'and', rules }] },
    }
    const id = await insertLabel(db, storeId, userId, label, { auto_apply_enabled: true, segment_rule: rule })
    await saveDependencies(db, storeId, id, dependenciesOf(rule, fields))
    await markStale(db, storeId, [id])
  }
}
