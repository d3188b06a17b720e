import type { MappingBody } from '@ruam/contract/imports/mapping.ts'
import type { Columns, SampleTarget } from './file.ts'
import { MEMBER_LABEL, ONLINE_LABEL } from './label-names.ts'
import { GROUP, memberColumns } from './members.ts'
import { orderColumns } from './orders.ts'
import type { SampleFiles } from './sample-files.ts'
import { PURCHASE, type SampleDefinitions, SIGN_UP } from './things.ts'

/** A data source of the sample, and what every row of its file carries. */
export interface SampleSource {
  name: string
  description: string
  columns: Columns
  /** Which of the sample's files it has. */
  file: keyof SampleFiles
  label: string
  activityType: string
  equalActivities: MappingBody['equal_activities']
  /** Names of the fields that tell people apart, in the order they are asked. */
  keys: readonly string[]
}

/** In the order they are imported. */
export const sampleSources: readonly SampleSource[] = [
  {
    name: 'สมาชิกหน้าร้าน (ข้อมูลตัวอย่าง)',
    description: 'รายชื่อสมมติ ไม่ใช่บุคคลจริง มีบางแถวที่นำเข้าไม่ได้ให้ลองแก้ไข',
    columns: memberColumns,
    file: 'members',
    label: MEMBER_LABEL,
    activityType: SIGN_UP,
    // A member signs up once, however often the list names them.
    equalActivities: 'once',
    keys: ['memberNo', 'phone'],
  },
  {
    name: 'คำสั่งซื้อออนไลน์ (ข้อมูลตัวอย่าง)',
    description: 'คำสั่งซื้อสมมติย้อนหลังหนึ่งปี ไม่ใช่บุคคลจริง',
    columns: orderColumns,
    file: 'orders',
    label: ONLINE_LABEL,
    activityType: PURCHASE,
    equalActivities: 'each',
    keys: ['phone', 'email'],
  },
]

/** Mapping of the file to the store's fields. */
export function mappingOf(
  { columns, label, activityType, equalActivities, keys }: SampleSource,
  things: SampleDefinitions,
): MappingBody {
  const destination = ({ field, of }: SampleTarget) =>
    of === 'profile' ? things.profileFields.get(field)! : things.activityFields.get(field)!
  return {
    activity_id: things.activityTypes.get(activityType)!,
    activity_key: null,
    equal_activities: equalActivities,
    lines: null,
    every_row_is_new: false,
    // Rows with an unreadable cell fail, so that the sample shows a correction file.
    unreadable_cells: 'fail',
    mended: [],
    labels: [things.labels.get(label)!],
    row_labels: { columns: [String(columns.findIndex(({ header }) => header === GROUP) + 1)], unknown: 'make' },
    consents: [],
    number_column: null,
    line_account_id: null,
    mapping: columns.flatMap(({ targets }, place) =>
      targets.map((target) => {
        const { id, type } = destination(target)
        return {
          source_schema_id: String(place + 1),
          destination_id: id,
          destination_type: type,
          part: target.part ?? 'whole',
          overwrite: target.overwrite ?? 'always',
          empty: 'keep',
          date_order: null,
          two_digit_years: null,
        }
      }),
    ),
    match: { keys: keys.map((key) => things.profileFields.get(key)!.id), mode: 'both', keyless: 'fail' },
  }
}
