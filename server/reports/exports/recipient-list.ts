import type { Language } from '@ruam/contract/errors/catalog.ts'
import { type RawBuilder, sql } from 'kysely'
import { calledName, friendName } from '../../broadcasts/settings/queries.ts'
import { exportedColumns } from '../../formats/files/exported-columns.ts'
import type { ListFile } from './list-file.ts'
import { headers } from './list-file.ts'

const statuses: Record<string, [string, string]> = {
  queued: ['รอส่ง', 'Waiting'],
  accepted: ['ส่งแล้ว', 'Sent'],
  failed: ['ส่งไม่สำเร็จ', 'Failed'],
  skipped: ['ไม่ได้ส่ง', 'Not sent'],
  unknown: ['ไม่ทราบผล', 'Unknown'],
}

const reasons: Record<string, [string, string]> = {
  not_linked: ['ไม่มี LINE', 'No LINE'],
  blocked: ['บล็อกบัญชี', 'Blocked the account'],
  withdrawn: ['ไม่ยินยอมรับข่าวสาร', 'Withdrew consent'],
  under_age: ['อายุต่ำกว่า 20 ปี ผู้ปกครองยังไม่ยินยอม', 'Under 20 without a guardian’s consent'],
  unknown_consent: ['ยังไม่ได้ให้ความยินยอม', 'Never gave consent'],
  restricted: ['ขอให้ระงับการใช้ข้อมูล', 'Restricted use of their data'],
  capped: ['ครบโควตาต่อสัปดาห์แล้ว', 'Weekly limit reached'],
  erased: ['ลบหรือขอลบข้อมูลแล้ว', 'Deleted or erased'],
  merged: ['รวมกับผู้รับรายอื่นแล้ว', 'Merged with another recipient'],
  over_quota: ['เกินโควตา', 'Over the quota'],
  canceled: ['หยุดส่งแล้ว', 'Stopped'],
  line_refused: ['ไม่พบผู้ใช้นี้ใน LINE', 'User not found on LINE'],
  held_out: ['กลุ่มเปรียบเทียบ', 'Comparison group'],
  sent_before: ['ได้รับไปแล้วก่อนกู้คืนข้อมูล', 'Received before the restore'],
}

/** Replaces words of ours by those of the reader. */
const worded = (column: RawBuilder<unknown>, words: Record<string, [string, string]>, language: Language) => {
  const cases = Object.entries(words).map(
    ([word, [th, en]]) => sql`when ${sql.lit(word)} then ${sql.lit(language === 'th' ? th : en)}`,
  )
  return sql`case ${column} ${sql.join(cases, sql` `)} end`
}

const nameOnLine = friendName(sql`r.store_id`, sql`b.channel_id`, sql`r.external_id`)

/** Friends who are not customers are named by LINE. Erased people have no name, and restricted ones get none in a file. */
const nameOf = (
  language: Language,
) => sql`case when profile.restricted_at is not null then null when r.profile_id is not null then ${calledName}
  when r.external_id is not null then coalesce(nullif(${nameOnLine}, ''), ${sql.lit(notCustomer[language])}) end`

const notCustomer = { th: 'เพื่อนที่ยังไม่ใช่ลูกค้า', en: 'A friend who is not a customer yet' }

/** Recipients of broadcasts with what became of each. Erased and restricted people are left as counts. */
export const recipientList: ListFile = {
  title: { th: 'ผู้รับบรอดแคสต์', en: 'Recipients of a broadcast' },
  right: 'cdp-core.profile.read',
  from: (storeId, { broadcast_id }, closed) => sql`broadcast_recipient r
    join broadcast b on b.store_id = r.store_id and b.id = r.broadcast_id
    left join profile on profile.store_id = r.store_id and profile.id = r.profile_id
    where r.store_id = ${storeId} and (${broadcast_id ?? null}::int is null or r.broadcast_id = ${broadcast_id ?? null}::int)
      and r.broadcast_id <> all(${closed}::int[]) and b.automation_id is null and b.incident_id is null`,
  order: sql`r.broadcast_id, r.position`,
  words: sql`b.name`,
  at: sql`r.updated_at`,
  columns: [
    { header: { th: 'บรอดแคสต์', en: 'Broadcast' }, type: 'text', value: () => sql`b.name` },
    {
      header: exportedColumns.id,
      type: 'text',
      value: () => sql`case when profile.restricted_at is null then r.profile_id end`,
    },
    { header: headers.name, type: 'text', value: nameOf },
    { header: headers.status, type: 'text', value: (language) => worded(sql`r.status`, statuses, language) },
    {
      header: { th: 'เหตุผล', en: 'Reason' },
      type: 'text',
      value: (language) => worded(sql`r.reason`, reasons, language),
    },
    { header: { th: 'เมื่อ', en: 'When' }, type: 'instant', value: () => sql`r.updated_at` },
  ],
}
