import { presetRoles } from '@ruam/contract/access/preset-roles.ts'
import type { Language } from '@ruam/contract/errors/catalog.ts'
import { type RawBuilder, sql } from 'kysely'
import { answerIn } from '../../customers/consents/standing.ts'
import { exportedColumns } from '../../formats/files/exported-columns.ts'
import { either, headers, type ListFile, yesOrNo } from './list-file.ts'

/** Members of the store with their roles. */
export const peopleList: ListFile = {
  title: { th: 'ผู้ใช้ในร้าน', en: 'People of the store' },
  right: 'user.user.read',
  from: (storeId) => sql`store_member r join users u on u.id = r.user_id
    join role on role.store_id = r.store_id and role.id = r.role_id where r.store_id = ${storeId} and r.removed_at is null`,
  order: sql`u.first_name, u.last_name, u.id`,
  words: sql`u.first_name || ' ' || u.last_name || ' ' || u.email`,
  at: sql`r.created_at`,
  columns: [
    { header: headers.name, type: 'text', value: () => sql`btrim(u.first_name || ' ' || u.last_name)` },
    { header: { th: 'อีเมล', en: 'Email' }, type: 'text', value: () => sql`u.email` },
    { header: { th: 'บทบาท', en: 'Role' }, type: 'text', value: (language) => roleTitle(language, 'role.name') },
    { header: { th: 'เข้าร่วมเมื่อ', en: 'Joined at' }, type: 'instant', value: () => sql`r.created_at` },
    { header: { th: 'ใช้ล่าสุด', en: 'Last active at' }, type: 'instant', value: () => sql`r.seen_at` },
  ],
}

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

const runCounts = [
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
    ...runCounts.map(([key, header]) => ({
      header,
      type: 'number' as const,
      value: () => sql`coalesce(r.stats ->> ${sql.lit(key)}, '0')`,
    })),
    { header: headers.createdAt, type: 'instant', value: () => sql`r.created_at` },
    { header: headers.updatedAt, type: 'instant', value: () => sql`r.updated_at` },
  ],
}

const ofFields = (from: (storeId: number) => RawBuilder<unknown>) => ({
  right: 'cdp-core.datasource.read' as const,
  from,
  order: sql`r.id`,
  words: sql`r.display_name || ' ' || r.field_name`,
  at: sql`r.created_at`,
})

const fieldColumns = (computed: string): ListFile['columns'] => [
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

/** The profile fields that a store has made. */
export const profileFieldList: ListFile = {
  ...ofFields((storeId) => sql`profile_field r where r.store_id = ${storeId}`),
  title: { th: 'ฟิลด์โปรไฟล์', en: 'Profile fields' },
  columns: [
    ...fieldColumns('transform_profile'),
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
  ...ofFields((storeId) => sql`activity_field r where r.store_id = ${storeId}`),
  title: { th: 'ฟิลด์กิจกรรม', en: 'Activity fields' },
  columns: [...fieldColumns('transform_activity'), ...times],
}

/** Roles with their permissions, and how many people hold them. */
export const roleList: ListFile = {
  title: { th: 'บทบาท', en: 'Roles' },
  right: 'store.role.read',
  from: (storeId) => sql`role r where r.store_id = ${storeId}`,
  order: sql`r.id`,
  words: sql`r.name`,
  at: sql`r.updated_at`,
  columns: [
    { header: headers.id, type: 'text', value: () => sql`r.id` },
    { header: headers.name, type: 'text', value: (language) => roleTitle(language, 'r.name') },
    { header: headers.description, type: 'text', value: () => sql`r.description` },
    { header: { th: 'สิทธิ์', en: 'Permissions' }, type: 'text', value: () => sql`array_to_string(r.permissions, ', ')` },
    {
      header: { th: 'จำนวนผู้ใช้', en: 'People' },
      type: 'number',
      value: () =>
        sql`(select count(*) from store_member m where m.store_id = r.store_id and m.role_id = r.id and m.removed_at is null)`,
    },
    { header: headers.updatedAt, type: 'instant', value: () => sql`r.updated_at` },
  ],
}

/** The ledger of consents: every answer of people who are there and not restricted, with their number. */
export const consentList: ListFile = {
  title: { th: 'ความยินยอม', en: 'Consents' },
  right: 'cdp-core.profile.read',
  from: (storeId) => sql`consent_entry r join consent_purpose p on p.store_id = r.store_id and p.id = r.purpose_id
    join profile on profile.store_id = r.store_id and profile.id = r.profile_id
    where r.store_id = ${storeId} and profile.deleted_at is null and profile.merged_into is null and profile.restricted_at is null`,
  order: sql`r.at desc, r.id desc`,
  words: sql`p.name`,
  at: sql`r.at`,
  columns: [
    { header: exportedColumns.id, type: 'text', value: () => sql`r.profile_id` },
    { header: { th: 'วัตถุประสงค์', en: 'Purpose' }, type: 'text', value: () => sql`p.name` },
    {
      header: { th: 'คำตอบ', en: 'Answer' },
      type: 'text',
      value: (language) =>
        either(sql`${answerIn('r')} = 'granted'`, language, ['ยินยอม', 'Granted'], ['ถอนความยินยอม', 'Withdrawn']),
    },
    { header: { th: 'เมื่อ', en: 'When' }, type: 'instant', value: () => sql`r.at` },
  ],
}

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
    { header: { th: 'รายการ', en: 'Item' }, type: 'text', value: () => sql`r.subject_type` },
    { header: { th: 'เลขที่รายการ', en: 'Item number' }, type: 'text', value: () => sql`r.subject_id` },
    { header: { th: 'IP', en: 'IP address' }, type: 'text', value: () => sql`r.address` },
    { header: { th: 'อุปกรณ์', en: 'Device' }, type: 'text', value: () => sql`r.device` },
  ],
}

/** Title of a role: preset ones in the reader's language. */
function roleTitle(language: Language, name: 'role.name' | 'r.name') {
  const cases = presetRoles.map((role) => sql`when ${sql.lit(role.name)} then ${sql.lit(role.title[language])}`)
  return sql`case ${sql.ref(name)} ${sql.join(cases, sql` `)} else ${sql.ref(name)} end`
}
