import { OWNER, type Permission, permissions } from '../platform/permissions.ts'

const reads: Permission[] = [
  'cdp-core.dashboard.read',
  'cdp-core.profile.read',
  'cdp-core.label.read',
  'cdp-core.datasource.read',
  'cdp-core.setting-line.read',
]
const marketing: Permission[] = permissions.filter(
  (p) => p.startsWith('cdp-core.label.') || (p.startsWith('cdp-core.broadcast.') && p !== 'cdp-core.broadcast.approve'),
)
const dataWork: Permission[] = permissions.filter(
  (p) =>
    p.startsWith('cdp-core.datasource.') ||
    p.startsWith('cdp-core.create-new-datasource.') ||
    p.startsWith('cdp-core.field.') ||
    p.startsWith('cdp-core.profile.') ||
    p.startsWith('cdp-core.api-key.') ||
    p.startsWith('datasource-open-api'),
)
const ownerOnly: Permission[] = ['store.role.delete', 'user.user.delete', 'cdp-core.profile-api.read']

/** First screens of roles. A person without the right to the screen starts with the first one that their menu has. */
export const roleHomes = ['overview', 'counter', 'customers'] as const
export type RoleHome = (typeof roleHomes)[number]

/** A role that every new store starts with, under the name that is kept; a screen shows the title. */
interface PresetRole {
  name: string
  permissions: readonly Permission[]
  home: RoleHome
  title: Readonly<Record<'th' | 'en', string>>
  /** Purpose, until the store describes the role. */
  about: Readonly<Record<'th' | 'en', string>>
}

/** The owner's can be neither edited nor deleted. */
export const presetRoles: readonly PresetRole[] = [
  {
    name: OWNER,
    permissions,
    home: 'overview',
    title: { th: 'เจ้าของร้าน', en: 'Owner' },
    about: {
      th: 'ทำได้ทุกอย่าง และเป็นผู้รับผิดชอบข้อมูลของร้าน',
      en: 'Has all permissions and is responsible for the store’s data',
    },
  },
  {
    name: 'manager',
    permissions: permissions.filter((p) => !ownerOnly.includes(p)),
    home: 'overview',
    title: { th: 'ผู้จัดการ', en: 'Manager' },
    about: {
      th: 'ดูแลงานทั้งร้าน เชิญผู้ใช้และตั้งบทบาทได้ แต่ลบผู้ใช้ไม่ได้',
      en: 'Runs the store, invites people and sets roles, but cannot remove anyone',
    },
  },
  {
    name: 'marketer',
    permissions: [
      ...new Set([...reads, ...marketing, 'cdp-core.profile.edit' as const, 'cdp-core.profile.download' as const]),
    ],
    home: 'overview',
    title: { th: 'การตลาด', en: 'Marketer' },
    about: {
      th: 'ทำเซกเมนต์ ส่งบรอดแคสต์ และส่งออกลูกค้าโดยไม่มีข้อมูลอ่อนไหว',
      en: 'Creates segments, sends broadcasts and exports customers without sensitive data',
    },
  },
  {
    name: 'data admin',
    permissions: [...new Set([...reads, ...dataWork, 'cdp-core.profile-sensitive.read' as const])],
    home: 'overview',
    title: { th: 'ผู้ดูแลข้อมูล', en: 'Data admin' },
    about: {
      th: 'นำเข้าไฟล์ จัดการฟิลด์ และเห็นข้อมูลอ่อนไหว',
      en: 'Imports files, manages fields and sees sensitive data',
    },
  },
  {
    name: 'service staff',
    permissions: [
      ...reads.filter((p) => p !== 'cdp-core.dashboard.read'),
      'cdp-core.profile.create',
      'cdp-core.profile.edit',
    ],
    home: 'counter',
    title: { th: 'พนักงานหน้าร้าน', en: 'Service staff' },
    about: {
      th: 'ค้นหา เพิ่ม และแก้ไขลูกค้า แต่ไม่เห็นข้อมูลอ่อนไหว',
      en: 'Finds, adds and edits customers, without sensitive data',
    },
  },
  {
    name: 'viewer',
    permissions: reads,
    home: 'overview',
    title: { th: 'ดูอย่างเดียว', en: 'Viewer' },
    about: { th: 'ดูข้อมูลได้ แต่แก้ไขไม่ได้', en: 'Can view data but not change it' },
  },
]

/** Comparison key of a name: ignores case, outer blanks and Unicode form, like name_key in PostgreSQL. */
const nameKey = (name: string) => name.trim().normalize('NFC').toLowerCase()

/** The name that is kept of a role: a preset's title in either language is that preset's name, so that no two roles read the same. */
export function canonicalRoleName(name: string): string {
  const typed = nameKey(name)
  const preset = presetRoles.find(({ name: kept, title }) =>
    [kept, title.th, title.en].some((one) => nameKey(one) === typed),
  )
  return preset?.name ?? name
}

/** A role's name as a reader of this language sees it. */
export const roleTitle = (name: string, language: 'th' | 'en'): string =>
  presetRoles.find((preset) => preset.name === name)?.title[language] ?? name

/** A role's description as a reader of this language sees it: that of a preset while its permissions are the preset's. */
export function roleAbout(
  { name, description, permissions }: { name: string; description: string; permissions: readonly string[] },
  language: 'th' | 'en',
): string {
  const preset = presetRoles.find((one) => one.name === name)
  const isPreset = preset && preset.permissions.toSorted().join() === permissions.toSorted().join()
  return description || (isPreset ? preset.about[language] : '')
}
