import { sql } from 'kysely'
import { exportedColumns } from '../../formats/files/exported-columns.ts'
import type { ListFile } from './list-file.ts'
import { either } from './list-words.ts'

/** The ledger of consents: every answer of people who are there, with their number. */
export const consentList: ListFile = {
  title: { th: 'ความยินยอม', en: 'Consents' },
  right: 'cdp-core.profile.read',
  from: (storeId) => sql`consent_entry r join consent_purpose p on p.store_id = r.store_id and p.id = r.purpose_id
    join profile on profile.store_id = r.store_id and profile.id = r.profile_id
    where r.store_id = ${storeId} and profile.deleted_at is null and profile.merged_into is null`,
  order: sql`r.at desc, r.id desc`,
  words: sql`p.name`,
  at: sql`r.at`,
  columns: [
    { header: exportedColumns.id, type: 'text', value: () => sql`r.profile_id` },
    { header: { th: 'เรื่องที่ขอความยินยอม', en: 'Purpose' }, type: 'text', value: () => sql`p.name` },
    {
      header: { th: 'คำตอบ', en: 'Answer' },
      type: 'text',
      value: (language) =>
        either(sql`r.status = 'granted'`, language, ['ยินยอม', 'Granted'], ['ถอนความยินยอม', 'Withdrawn']),
    },
    { header: { th: 'เมื่อ', en: 'When' }, type: 'instant', value: () => sql`r.at` },
  ],
}
