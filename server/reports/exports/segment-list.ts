import { sql } from 'kysely'
import type { ListFile } from './list-file.ts'
import { either, headers, yesOrNo } from './list-words.ts'

/** Labels and segments with how many people they hold. */
export const segmentList: ListFile = {
  title: { th: 'เซกเมนต์และป้ายกำกับ', en: 'Segments and labels' },
  right: 'cdp-core.label.read',
  from: (storeId) => sql`label r where r.store_id = ${storeId}`,
  order: sql`r.name, r.id`,
  words: sql`r.name`,
  at: sql`r.updated_at`,
  columns: [
    { header: headers.id, type: 'text', value: () => sql`r.id` },
    { header: headers.name, type: 'text', value: () => sql`r.name` },
    {
      header: headers.type,
      type: 'text',
      value: (language) => either(sql`r.type = 'advanced'`, language, ['เซกเมนต์', 'Segment'], ['ป้ายกำกับ', 'Label']),
    },
    { header: headers.description, type: 'text', value: () => sql`r.description` },
    { header: { th: 'จำนวนลูกค้า', en: 'Customers' }, type: 'number', value: () => sql`r.target_count` },
    {
      header: { th: 'แสดงในรายการ', en: 'Shown in lists' },
      type: 'text',
      value: (language) => yesOrNo(sql`r.display_enabled`, language),
    },
    { header: headers.createdAt, type: 'instant', value: () => sql`r.created_at` },
    { header: headers.updatedAt, type: 'instant', value: () => sql`r.updated_at` },
  ],
}
