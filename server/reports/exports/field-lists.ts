import { type RawBuilder, sql } from 'kysely'
import type { ListFile } from './list-file.ts'
import { either, headers, yesOrNo } from './list-words.ts'

const columns = (computed: string): ListFile['columns'] => [
  { header: headers.id, type: 'text', value: () => sql`r.id` },
  { header: headers.name, type: 'text', value: () => sql`r.display_name` },
  { header: headers.fieldName, type: 'text', value: () => sql`r.field_name` },
  { header: headers.dataType, type: 'text', value: () => sql`r.data_type` },
  {
    header: headers.type,
    type: 'text',
    value: (language) =>
      either(sql`r.field_type = ${sql.lit(computed)}`, language, ['คำนวณ', 'Computed'], ['กำหนดเอง', 'Custom']),
  },
]
const times: ListFile['columns'] = [
  { header: headers.createdAt, type: 'instant', value: () => sql`r.created_at` },
  { header: headers.updatedAt, type: 'instant', value: () => sql`r.updated_at` },
]
const list = (from: (storeId: number) => RawBuilder<unknown>) => ({
  right: 'cdp-core.datasource.read' as const,
  from,
  order: sql`r.id`,
  words: sql`r.display_name || ' ' || r.field_name`,
  at: sql`r.created_at`,
})

/** The profile fields that a store has made. */
export const profileFieldList: ListFile = {
  ...list((storeId) => sql`profile_field r where r.store_id = ${storeId}`),
  title: { th: 'ฟิลด์โปรไฟล์', en: 'Profile fields' },
  columns: [
    ...columns('transform_profile'),
    {
      header: { th: 'ข้อมูลอ่อนไหว', en: 'Sensitive' },
      type: 'text',
      value: (language) => yesOrNo(sql`r.sensitive`, language),
    },
    ...times,
  ],
}

/** The activity fields that a store has made. */
export const activityFieldList: ListFile = {
  ...list((storeId) => sql`activity_field r where r.store_id = ${storeId}`),
  title: { th: 'ฟิลด์กิจกรรม', en: 'Activity fields' },
  columns: [...columns('transform_activity'), ...times],
}
