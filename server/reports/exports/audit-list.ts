import { sql } from 'kysely'
import type { ListFile } from './list-file.ts'

/** Acts of the audit log, the newest first. */
export const auditList: ListFile = {
  title: { th: 'ประวัติการใช้งาน', en: 'Audit log' },
  right: 'cdp-core.audit-log.read',
  from: (storeId) => sql`audit_log r left join users u on u.id = r.user_id
    left join credential k on k.store_id = r.store_id and k.id = (r.details ->> 'credential_id')::int where r.store_id = ${storeId}`,
  order: sql`r.at desc, r.id desc`,
  at: sql`r.at`,
  columns: [
    { header: { th: 'เมื่อ', en: 'When' }, type: 'instant', value: () => sql`r.at` },
    {
      header: { th: 'ผู้ใช้', en: 'Person' },
      type: 'text',
      value: () => sql`coalesce(btrim(u.first_name || ' ' || u.last_name), k.name)`,
    },
    { header: { th: 'การกระทำ', en: 'Action' }, type: 'text', value: () => sql`r.action` },
    { header: { th: 'เรื่อง', en: 'Subject' }, type: 'text', value: () => sql`r.subject_type` },
    { header: { th: 'เลขที่เรื่อง', en: 'Subject number' }, type: 'text', value: () => sql`r.subject_id` },
    { header: { th: 'ที่อยู่เครือข่าย', en: 'Address' }, type: 'text', value: () => sql`r.address` },
    { header: { th: 'อุปกรณ์', en: 'Device' }, type: 'text', value: () => sql`r.device` },
  ],
}
