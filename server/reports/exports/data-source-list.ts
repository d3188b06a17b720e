import { sql } from 'kysely'
import type { ListFile } from './list-file.ts'
import { headers } from './list-words.ts'

const counts = [
  ['total', { th: 'ทั้งหมด', en: 'Total' }],
  ['success', { th: 'เพิ่มใหม่', en: 'Added' }],
  ['update', { th: 'อัปเดต', en: 'Updated' }],
  ['duplicate', { th: 'ซ้ำ', en: 'Duplicate' }],
  ['failed', { th: 'ผิดพลาด', en: 'Failed' }],
] as const

/** Data sources with the counts of their last run. */
export const dataSourceList: ListFile = {
  title: { th: 'แหล่งข้อมูล', en: 'Data sources' },
  right: 'cdp-core.datasource.read',
  from: (storeId) => sql`data_source r where r.store_id = ${storeId} and r.deleted_at is null`,
  order: sql`r.id desc`,
  words: sql`r.name`,
  at: sql`r.created_at`,
  columns: [
    { header: headers.id, type: 'text', value: () => sql`r.id` },
    { header: headers.name, type: 'text', value: () => sql`r.name` },
    { header: headers.description, type: 'text', value: () => sql`r.description` },
    { header: headers.type, type: 'text', value: () => sql`r.type` },
    { header: headers.status, type: 'text', value: () => sql`r.status` },
    ...counts.map(([key, header]) => ({
      header,
      type: 'number' as const,
      value: () => sql`coalesce(r.stats ->> ${sql.lit(key)}, '0')`,
    })),
    { header: headers.createdAt, type: 'instant', value: () => sql`r.created_at` },
    { header: headers.updatedAt, type: 'instant', value: () => sql`r.updated_at` },
  ],
}
