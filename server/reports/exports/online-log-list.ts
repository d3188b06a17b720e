import { type RawBuilder, sql } from 'kysely'
import type { ListFile } from './list-file.ts'
import { either, headers, oneOf } from './list-file.ts'

const statuses: Readonly<Record<string, [th: string, en: string]>> = {
  waiting: ['รอดำเนินการ', 'Waiting'],
  done: ['ได้รับแล้ว', 'Received'],
  ignored: ['ไม่ได้ประมวลผล', 'Not processed'],
  failed: ['ผิดพลาด', 'Failed'],
  refused: ['ปฏิเสธ', 'Refused'],
}

const source: RawBuilder<unknown> = sql`case r.source when 'line' then 'LINE' when 'facebook' then 'Facebook'
  when 'openapi' then 'Open API' else 'API Connector' end`

const isEqual = (asked: Record<string, string | number | undefined>) =>
  sql.join(
    Object.entries(asked).flatMap(([column, value]) =>
      value === undefined ? [] : [sql`and ${sql.ref(`r.${column}`)} = ${value}`],
    ),
    sql` `,
  )

/** Connectors have numbers of their own. */
const ofChannels = (source: unknown, channel: unknown) =>
  channel !== undefined && source !== 'connector' ? sql`and r.source <> 'connector'` : sql``

const ofAnswers = (answered: 'yes' | 'no' | undefined) =>
  answered === undefined ? sql`` : sql`and (g.outcome = 'given') = ${answered === 'yes'}`

/** Events of the online log, the newest first; those of restricted customers without who and what. Without payloads: reading one is a right of its own, and audited. */
export const onlineLogList: ListFile = {
  title: { th: 'ประวัติช่องทาง', en: 'Online log' },
  right: 'cdp-core.online-log.read',
  from: (storeId, { source, channel_id, event_type, status, answered }) => sql`online_log r
    left join channel c on r.source in ('line', 'facebook') and c.store_id = ${storeId} and c.id = r.channel_id
    left join data_source d on r.source = 'connector' and d.store_id = ${storeId} and d.id = r.channel_id and d.deleted_at is null
    left join profile p on p.store_id = ${storeId} and p.id = r.profile_id and p.deleted_at is null and p.merged_into is null
    left join answer_given g on g.store_id = ${storeId} and g.log_id = r.id
    left join answer a on a.store_id = ${storeId} and a.id = g.answer_id
    where r.store_id = ${storeId} ${ofChannels(source, channel_id)} ${ofAnswers(answered)} ${isEqual({ source, channel_id, event_type, status })}`,
  order: sql`r.at desc, r.id desc`,
  words: sql`concat_ws(' ', p.first_name, p.last_name, p.line_display_name, p.phone, r.external_id, r.user_id)`,
  at: sql`r.at`,
  columns: [
    { header: { th: 'เมื่อ', en: 'When' }, type: 'instant', value: () => sql`r.at` },
    { header: { th: 'ช่องทาง', en: 'Channel' }, type: 'text', value: () => sql`coalesce(c.name, d.name, ${source})` },
    {
      header: { th: 'ทิศทาง', en: 'Direction' },
      type: 'text',
      value: (language) => either(sql`r.direction = 'in'`, language, ['ขาเข้า', 'In'], ['ขาออก', 'Out']),
    },
    { header: { th: 'เหตุการณ์', en: 'Event' }, type: 'text', value: () => sql`r.event_type` },
    {
      header: { th: 'สรุป', en: 'Summary' },
      type: 'text',
      value: () => sql`case when p.restricted_at is null then r.summary end`,
    },
    {
      header: { th: 'คำตอบ', en: 'Answer' },
      type: 'text',
      value: () => sql`case when g.outcome = 'given' then a.name end`,
    },
    {
      header: { th: 'เลขที่ลูกค้า', en: 'Customer number' },
      type: 'text',
      value: () => sql`case when p.restricted_at is null then p.id end`,
    },
    {
      header: { th: 'ลูกค้า', en: 'Customer' },
      type: 'text',
      value: () =>
        sql`case when p.restricted_at is null then coalesce(nullif(btrim(concat_ws(' ', p.first_name, p.last_name)), ''), p.line_display_name) end`,
    },
    { header: headers.status, type: 'text', value: (language) => oneOf(sql`r.status`, language, statuses) },
    { header: { th: 'สาเหตุ', en: 'Reason' }, type: 'text', value: () => sql`r.error` },
    { header: { th: 'ใช้เวลา (ms)', en: 'Took (ms)' }, type: 'number', value: () => sql`r.latency_ms` },
    { header: { th: 'รหัสเหตุการณ์', en: 'Event ID' }, type: 'text', value: () => sql`r.external_id` },
    { header: { th: 'รหัสคำขอ', en: 'Request ID' }, type: 'text', value: () => sql`r.request_id` },
  ],
}
