import { notice } from '../platform/notice.ts'

const ofExpiry = {
  topic: 'store',
  data: ['credential_id', 'days'],
  names: { name: ['credential', 'credential_id'] },
} as const

const text = {
  th: 'เหลือ {days} วัน กรุณาออกคีย์ใหม่ก่อนที่โปรแกรมจะหยุดทำงาน',
  en: 'Days left: {days}. Create a new secret before programs stop working.',
}

/** An API key ends within 14 days. */
export const keyExpiryNotice = notice({
  ...ofExpiry,
  kind: 'api_key_expiring',
  readBy: 'cdp-core.api-key.read',
  leadsTo: { screen: 'data-source-openapi-key' },
  says: { completed: { title: { th: 'API key “{name}” ใกล้หมดอายุ', en: 'The API key “{name}” expires soon' }, text } },
})

/** An API token ends within 14 days. */
export const tokenExpiryNotice = notice({
  ...ofExpiry,
  kind: 'api_token_expiring',
  readBy: 'datasource-open-api-token.read',
  leadsTo: { screen: 'data-source-openapi-token' },
  says: {
    completed: { title: { th: 'API token “{name}” ใกล้หมดอายุ', en: 'The API token “{name}” expires soon' }, text },
  },
})
