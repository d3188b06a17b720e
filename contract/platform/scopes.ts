import type { Permission } from './permissions.ts'

/** A scope of API keys: the rights that a person needs to grant it, and its words. */
interface ScopeInfo {
  rights: readonly Permission[]
  th: readonly [name: string, description: string]
  en: readonly [name: string, description: string]
}

/** Scopes that an API key can hold. */
export const scopes = {
  'profile:read': {
    rights: ['cdp-core.profile.read'],
    th: ['อ่านลูกค้า', 'ค้นหาและอ่านลูกค้า เฉพาะฟิลด์ที่เปิดไว้'],
    en: ['Read customers', 'Finds and reads customers, in the fields that are open.'],
  },
  'profile:write': {
    rights: ['cdp-core.profile.create', 'cdp-core.profile.edit'],
    th: ['เพิ่มและแก้ไขลูกค้า', 'ส่งลูกค้าใหม่ และแก้ไขข้อมูลลูกค้า'],
    en: ['Write customers', 'Adds and changes customers.'],
  },
  'consent:write': {
    rights: ['cdp-core.profile.edit'],
    th: ['บันทึกความยินยอม', 'บันทึกว่าลูกค้ายินยอมหรือถอนความยินยอม พร้อมหลักฐาน'],
    en: ['Record consents', 'Records that customers agree or withdraw, with the evidence.'],
  },
  'profile:delete': {
    rights: ['cdp-core.profile.delete'],
    th: ['ลบลูกค้า', 'ลบลูกค้า ซึ่งกู้คืนได้ภายใน 30 วัน'],
    en: ['Delete customers', 'Deletes customers, who can be restored for 30 days.'],
  },
  'profile-sensitive:read': {
    rights: ['cdp-core.profile-sensitive.read'],
    th: ['อ่านข้อมูลอ่อนไหว', 'เห็นค่าของฟิลด์อ่อนไหวที่เปิดไว้ เช่น เลขประจำตัวประชาชน'],
    en: ['Read sensitive values', 'Sees the values of open sensitive fields, such as citizen ids.'],
  },
  'activity:read': {
    rights: ['cdp-core.profile.read'],
    th: ['อ่านกิจกรรม', 'อ่านกิจกรรมของลูกค้า เช่น การซื้อ'],
    en: ['Read activities', 'Reads the activities of customers, such as purchases.'],
  },
  'activity:write': {
    rights: ['cdp-core.profile.edit'],
    th: ['ส่งกิจกรรม', 'ส่งกิจกรรมของลูกค้าด้วยชื่อฟิลด์ของ Ruam'],
    en: ['Write activities', 'Sends activities of customers in the field names of Ruam.'],
  },
  'label:read': {
    rights: ['cdp-core.label.read'],
    th: ['อ่านป้ายกำกับ', 'อ่านรายชื่อป้ายกำกับ และป้ายกำกับของลูกค้า'],
    en: ['Read labels', 'Reads the labels of the store and of customers.'],
  },
  'label:write': {
    rights: ['cdp-core.profile.edit', 'cdp-core.label.read'],
    th: ['ติดและถอดป้ายกำกับ', 'ติดป้ายกำกับให้ลูกค้า หรือถอดออก'],
    en: ['Set labels', 'Gives labels to customers, and takes them away.'],
  },
  'segment:read': {
    rights: ['cdp-core.label.read', 'cdp-core.profile.read'],
    th: ['อ่านเซกเมนต์', 'อ่านเซกเมนต์และลูกค้าที่อยู่ในเซกเมนต์'],
    en: ['Read segments', 'Reads segments and the customers in them.'],
  },
  'field:read': {
    rights: ['cdp-core.datasource.read'],
    th: ['อ่านฟิลด์', 'อ่านรายชื่อฟิลด์โปรไฟล์และฟิลด์กิจกรรม'],
    en: ['Read fields', 'Reads the profile and activity fields of the store.'],
  },
  'broadcast:read': {
    rights: ['cdp-core.setting-line.read'],
    th: ['อ่านบรอดแคสต์', 'อ่านบรอดแคสต์และผลการส่ง'],
    en: ['Read broadcasts', 'Reads broadcasts and how their sending went.'],
  },
  'webhook:manage': {
    rights: ['cdp-core.profile.read'],
    th: ['จัดการการแจ้งออก', 'ให้ระบบแจ้งการเปลี่ยนแปลงที่โปรแกรมอ่านได้ไปยัง URL ของโปรแกรม'],
    en: ['Manage webhooks', 'Has the changes that the program may read sent to a URL of its own.'],
  },
  'event:write': {
    rights: ['cdp-core.datasource.execute'],
    th: ['ส่งข้อมูลเข้าตัวเชื่อม', 'ส่งข้อมูลรูปแบบใดก็ได้เข้าตัวเชื่อม'],
    en: ['Send to connectors', 'Sends records of any shape to a connector.'],
  },
} as const satisfies Record<string, ScopeInfo>

export type Scope = keyof typeof scopes
export const scopeNames = Object.keys(scopes) as [Scope, ...Scope[]]

/** Rights that a person needs to grant these scopes. */
export const rightsOfScopes = (granted: readonly Scope[]): Permission[] => [
  ...new Set(granted.flatMap((scope) => scopes[scope].rights as readonly Permission[])),
]
