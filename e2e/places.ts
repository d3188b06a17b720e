import type { Page } from '@playwright/test'
import type { callsOf } from './calls.ts'

type Calls = ReturnType<typeof callsOf>

/** A screen as it is looked at: its address, and what is done on it first. Those without a store are seen by somebody signed out. */
export interface Place {
  name: string
  path: string
  signedOut?: boolean
  before?: (page: Page) => Promise<void>
  /** What it asks for is not there, as the browser says as well. */
  gone?: boolean
  /** It shows what people have typed in the other language too. */
  mixed?: boolean
}

const csvs = {
  th: `ชื่อ,นามสกุล,เบอร์โทร,อีเมล,เลขบัตรประชาชน,วันเกิด,เพศ,บริษัท,LINE ID
น้ำฝน,หน้าจอ,0624459087,namfon.p@example.com,1112034563562,29/02/2543,ญ,ร้านญี่ปุ่นผู้ใหญ่ลี,namfon
กี่,หน้าจอ,0861112243,,,07/11/2539,ช,,
ที่อ่านไม่ได้,หน้าจอ,08111,,,,,,
ธีรพัฒน์,หน้าจอ,091-883-4402,theeraphat.with.a.very.long.address@example.com,,31/02/2540,ชาย,,
`,
  en: `First name,Last name,Phone,Email,Citizen ID,Birth date,Gender,Company,LINE ID
Maria,Screens,0624459187,maria.s@example.com,3100501234571,29/02/2000,F,Alfreds Futterkiste,maria
Thomas,Screens,0861112333,,,07/11/1996,M,,
Unreadable,Screens,08111,,,,,,
Christina,Screens,091-883-4502,christina.with.a.very.long.address@example.com,,31/02/1997,F,,
`,
} as const

/** Others, by the phones of two of those. */
const others = {
  th: 'ชื่อ,เบอร์โทร\nมะปราง,0624459087\nส้มโอ,0861112243\n',
  en: 'First name,Phone\nMarigold,0624459187\nOlive,0861112333\n',
} as const

const words = {
  th: {
    family: 'หน้าจอ',
    company: 'ร้านญี่ปุ่นผู้ใหญ่ลี',
    filter: 'ตัวกรอง',
    export: 'ส่งออก',
    exportDone: 'เสร็จสมบูรณ์',
    build: 'เงื่อนไขทั้งหมด',
    reasons: 'เหตุผลของเซกเมนต์',
    seeReason: 'ดูเหตุผลของ',
    starter: 'ยังไม่มีเบอร์โทร',
    generalKind: 'ทั่วไป',
    columns: 'เลือกคอลัมน์',
    setField: 'แก้ค่าฟิลด์',
    panel: 'ดูย่อลูกค้า',
    notifications: 'การแจ้งเตือน',
    addCustomer: 'เพิ่มลูกค้า',
    own: 'เลือกช่วงวันที่',
    column: 'LINE ID',
    newField: '+ สร้างฟิลด์ใหม่',
    edit: 'แก้ไข',
    noValues: 'ยังไม่มีค่าในฟิลด์นี้',
    addLabel: 'เพิ่มป้ายกำกับ',
    note: 'จดบันทึก',
    consent: 'เปลี่ยนความยินยอมเรื่อง',
    newPurpose: 'เพิ่มเรื่องที่ขอความยินยอม',
    addActivity: 'เพิ่มกิจกรรม',
    options: 'ตัวเลือกของ ',
  },
  en: {
    family: 'Screens',
    company: 'Alfreds Futterkiste',
    filter: 'Filter',
    export: 'Export',
    exportDone: 'Completed',
    build: 'All conditions',
    reasons: 'Why these segments',
    seeReason: 'See why:',
    starter: 'Without a phone number',
    generalKind: 'General',
    columns: 'Columns',
    setField: 'Set a field',
    panel: 'Quick view',
    notifications: 'Notifications',
    addCustomer: 'Add customer',
    own: 'Choose dates',
    column: 'LINE ID',
    newField: '+ New field',
    edit: 'Edit',
    noValues: 'The field holds no values yet',
    addLabel: 'Add label',
    note: 'Add note',
    consent: 'Change consent to ',
    newPurpose: 'Add a purpose',
    addActivity: 'Add activity',
    options: 'Options of ',
  },
} as const

/** The id of a customer with a value of the file that was changed by hand since, so that it can be put back. */
async function editedCustomer(calls: Calls, company: string): Promise<number> {
  const found = (await calls.get(`/profile?keyword=${encodeURIComponent(company)}`)) as { data: { id: number }[] }
  const { id } = found.data[0]!
  const profile = await calls.get(`/profile/${id}`)
  const field = (profile.fields as { id: number; value: unknown }[]).find(({ value }) => value === company)!
  const fields = [{ id: field.id, value: `${company} 2` }]
  await calls.put(`/profile/${id}`, { fields, origin_time: profile.updated_at })
  return id
}

/** Whose family name is this, or who carry a label: a segment of two groups, one in the other. */
function segmentOf(name: string, family: string, label: number) {
  const named = { kind: 'profile', field_id: 2, operator: 'eq', value: family }
  const other = { condition: 'or', not: true, rules: [{ kind: 'label', operator: 'has_any', label_ids: [label] }] }
  const segment_rule = {
    auto_apply_enabled: true,
    filter: { profile_created_at: null, reference_label_ids: [] },
    target: { condition: 'and', groups: [{ condition: 'and', rules: [named, other] }] },
  }
  return { name, color: 'teal', type: 'advanced', segment_rule }
}

/** Rules as the list's address has them: one that the panel has no place for, and one whose value is hidden. */
const screenRule = (family: string) => ({
  condition: 'and',
  rules: [
    { kind: 'profile', fieldId: 2, operator: 'eq', value: family },
    { condition: 'or', rules: [{ kind: 'time', at: 'created', operator: 'in_last', value: { n: 0, unit: 'month' } }] },
  ],
})
const maskedRule = { condition: 'and', rules: [{ kind: 'profile', fieldId: 12, operator: 'eq', masked: true }] }

/** Every screen there is, over data in the language itself. */
export async function placesOf(calls: Calls, language: 'th' | 'en'): Promise<Place[]> {
  const csv = csvs[language]
  const t = words[language]
  // A test that failed is followed by another worker, which makes these again.
  const again = Date.now().toString(36)
  const done = await calls.importFile(`${t.family} 1 ${again}`, csv)
  const loaded = await calls.load(`${t.family} 2 ${again}`, csv)
  const previewed = await calls.load(`${t.family} 3 ${again}`, csv.replace(/\n\S+?,/, '\nMali,'))
  await calls.dryRun(previewed)
  const waiting = await calls.load(`${t.family} 4 ${again}`, others[language])
  await calls.dryRun(waiting)
  // The mapping offers every field and type of the store, in both languages.
  const points = { field_name: `points${again}`, display_name: `Points ${again}`, data_type: 'Number' }
  const own = await calls.post('/profile-field', points)
  const branch = { name: `branch${again}`, display_name: `Branch ${again}`, data_type: 'String' }
  const held = await calls.post('/activity-field', branch)
  const type = await calls.post('/activity-type', { name: `POS ${again}`, fields: [held.id] })
  const found = (await calls.get(`/profile?keyword=${encodeURIComponent(t.family)}`)) as { data?: { id: number }[] }
  const customer = await editedCustomer(calls, t.company)
  await calls.post(`/profile/${customer}/note`, { text: t.family })
  const purpose = await calls.post('/privacy/purpose', { name: `News ${again}`, description: 'Offers by LINE' })
  const said = { profile_id: customer, purpose_id: purpose.id }
  for (const operation of ['granted', 'withdrawn']) await calls.post('/privacy/consent', { ...said, operation })
  const latest = (await calls.get('/profile?limit=10')) as { data: { id: number }[] }
  const two = [...new Set([...found.data!, ...latest.data].map(({ id }) => id))].slice(0, 2)
  const pair = (await calls.post('/profile-duplicate', { profile_ids: two })).id
  const label = await calls.post('/label', { name: `Gold ${again}`, color: 'yellow', type: 'general' })
  const role = await calls.post('/stores/1/roles', {
    name: `${t.family} ${again}`,
    permissions: ['cdp-core.profile.read'],
  })
  const segment = await calls.post('/label', segmentOf(`Regulars ${again}`, t.family, label.id as number))
  const hidden = Buffer.from(JSON.stringify(maskedRule)).toString('base64url')
  const asked = Buffer.from(JSON.stringify(screenRule(t.family))).toString('base64url')
  const email = `mali.${again}@example.com`
  await calls.post('/stores/invitations', { email, role_id: role.id })
  const { link } = await calls.post('/stores/invitations', { email: `mana.${again}@example.com`, role_id: role.id })
  const invited = new URL(String(link))
  const me = ((await calls.get('/user-management?status=member')) as { data: { id: number }[] }).data[0]!
  const upload = (text: string) => async (page: Page) => {
    const file = { name: 'customers.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
    await page.locator('input[type=file]').setInputFiles(file)
    await page.locator('table').or(page.getByRole('alert')).first().waitFor()
  }
  return [
    { name: 'set-up', path: '/set-up#x', signedOut: true },
    { name: 'sign-in', path: '/sign-in', signedOut: true },
    { name: 'password-forgotten', path: '/password-reset', signedOut: true },
    { name: 'password-reset', path: '/password-reset#x', signedOut: true },
    { name: 'choose-store', path: '/choose-store' },
    {
      name: 'dashboard',
      path: '/1/dashboard',
      mixed: true,
      before: async (page) => page.locator('.recharts-surface').first().waitFor(),
    },
    { name: 'profile-list', path: `/1/profile-list?q=${t.family}` },
    {
      name: 'profile-list-filter',
      mixed: true,
      path: `/1/profile-list?q=${t.family}`,
      async before(page) {
        await page.getByRole('button', { name: t.filter, exact: true }).click()
        await page.locator('[popover]:popover-open select').last().selectOption(t.own)
      },
    },
    {
      name: 'export-dialog',
      mixed: true,
      path: `/1/segmentation/detail/${segment.id}`,
      async before(page) {
        await page.getByRole('button', { name: t.export, exact: true }).click()
        await page.getByRole('dialog').waitFor()
      },
    },
    {
      name: 'export-panel',
      mixed: true,
      path: '/1/segmentation/list',
      async before(page) {
        await page.getByRole('button', { name: t.export, exact: true }).click()
        await page.getByText(t.exportDone).first().waitFor()
      },
    },
    {
      name: 'notifications',
      mixed: true,
      path: '/1/profile-list',
      async before(page) {
        await page.getByRole('banner').getByRole('button', { name: t.notifications }).click()
        await page.getByRole('region', { name: t.notifications }).getByRole('listitem').first().waitFor()
      },
    },
    {
      name: 'profile-list-columns',
      path: `/1/profile-list?q=${t.family}`,
      async before(page) {
        // On a phone there are none to choose.
        await page.getByRole('button', { name: t.columns }).click()
        await page.locator('[popover]:popover-open').getByRole('searchbox').waitFor()
      },
    },
    {
      name: 'profile-list-bulk',
      path: `/1/profile-list?q=${t.family}`,
      async before(page) {
        await page.locator('thead input[type=checkbox]').check()
        await page.getByRole('button', { name: t.setField }).click()
        await page.getByRole('dialog').locator('select').first().selectOption({ index: 14 })
      },
    },
    {
      name: 'profile-list-panel',
      path: `/1/profile-list?q=${t.family}`,
      async before(page) {
        await page.locator('tbody tr').first().locator('td').nth(3).click()
        await page.getByRole('complementary', { name: t.panel }).waitFor()
      },
    },
    {
      name: 'profile-list-create',
      path: `/1/profile-list?q=${t.family}`,
      async before(page) {
        await page.getByRole('button', { name: t.addCustomer }).first().click()
        await page.getByRole('dialog').locator('input').first().waitFor()
      },
    },
    {
      name: 'profile-list-rule',
      mixed: true,
      path: `/1/profile-list#rule=${asked}`,
      async before(page) {
        await page.getByRole('button', { name: new RegExp(`^${t.filter}`) }).click()
        await page.locator('[popover]:popover-open').getByRole('button', { name: t.build }).click()
        await page.getByRole('dialog').locator('select').first().waitFor()
      },
    },
    { name: 'profile-list-masked', path: `/1/profile-list#rule=${hidden}` },
    { name: 'profile-list-deleted', path: '/1/profile-list?deleted=true' },
    { name: 'profile-list-nothing', path: '/1/profile-list?q=nobody-is-called-this' },
    { name: 'profile-detail', path: `/1/profile-detail/${customer}` },
    {
      name: 'profile-detail-source',
      path: `/1/profile-detail/${customer}`,
      async before(page) {
        await page.locator('dd').first().hover()
        await page.locator('dd button[popovertarget]').first().click()
        await page.locator('[popover]:popover-open strong').first().waitFor()
      },
    },
    {
      name: 'profile-detail-empty-fields',
      path: `/1/profile-detail/${customer}`,
      before: (page) => page.locator('button[aria-expanded=false]').click(),
    },
    {
      name: 'profile-detail-label',
      path: `/1/profile-detail/${customer}`,
      async before(page) {
        await page.getByRole('button', { name: t.addLabel }).click()
        await page.getByRole('option').first().waitFor()
      },
    },
    {
      name: 'profile-detail-note',
      path: `/1/profile-detail/${customer}`,
      async before(page) {
        await page.getByRole('button', { name: t.note, exact: true }).click()
        await page.getByRole('dialog').locator('textarea').first().waitFor()
      },
    },
    {
      name: 'profile-detail-consent',
      path: `/1/profile-detail/${customer}`,
      async before(page) {
        await page.getByRole('button', { name: `${t.consent}News ${again}` }).click()
        await page.getByRole('dialog').getByRole('listitem').first().waitFor()
      },
    },
    {
      name: 'profile-detail-purpose',
      path: `/1/profile-detail/${customer}`,
      async before(page) {
        await page.getByRole('button', { name: t.newPurpose }).click()
        await page.getByRole('dialog').locator('textarea').first().waitFor()
      },
    },
    { name: 'profile-detail-activity', path: `/1/profile-detail/${customer}/activity` },
    {
      name: 'profile-detail-activity-new',
      mixed: true,
      path: `/1/profile-detail/${customer}/activity`,
      async before(page) {
        await page.getByRole('button', { name: t.addActivity }).click()
        await page.getByRole('dialog').locator('select').waitFor()
      },
    },
    { name: 'profile-detail-history', path: `/1/profile-detail/${customer}/history` },
    { name: 'profile-detail-data-sources', path: `/1/profile-detail/${customer}/data-sources` },
    {
      name: 'profile-detail-reasons',
      mixed: true,
      path: `/1/profile-detail/${customer}`,
      async before(page) {
        await page.getByRole('button', { name: t.reasons }).click()
        await page.getByRole('dialog').getByRole('listitem').first().waitFor()
      },
    },
    { name: 'segmentation-list', path: `/1/segmentation/list?q=${again}` },
    { name: 'segmentation-list-nothing', path: '/1/segmentation/list?q=nothing-is-called-this' },
    {
      name: 'segmentation-list-delete',
      path: `/1/segmentation/list?q=${again}`,
      async before(page) {
        await page.getByRole('button', { name: `${t.options}${label.name}` }).click()
        await page.locator('[popover]:popover-open button[data-danger]').click()
        await page.getByRole('dialog').getByRole('listitem').first().waitFor()
      },
    },
    { name: 'segmentation-create', path: '/1/segmentation/create' },
    {
      name: 'segmentation-create-general',
      path: '/1/segmentation/create',
      before: (page) => page.getByRole('button', { name: new RegExp(`^${t.generalKind}`) }).click(),
    },
    {
      name: 'segmentation-create-starter',
      mixed: true,
      path: '/1/segmentation/create',
      async before(page) {
        await page.getByRole('button', { name: t.starter }).click()
        await page.locator('aside ul').first().waitFor()
      },
    },
    { name: 'segmentation-edit', mixed: true, path: `/1/segmentation/edit/${segment.id}` },
    {
      name: 'segmentation-detail',
      path: `/1/segmentation/detail/${segment.id}`,
      async before(page) {
        await page
          .getByRole('button', { name: new RegExp(`^${t.seeReason}`) })
          .first()
          .click()
        await page.locator('aside h2').waitFor()
      },
    },
    { name: 'segmentation-detail-general', path: `/1/segmentation/detail/${label.id}` },
    { name: 'profile-duplicate', path: '/1/profile-duplicate', mixed: true },
    { name: 'profile-duplicate-pair', path: `/1/profile-duplicate?pair=${pair}`, mixed: true },
    { name: 'profile-erasure', path: '/1/profile-erasure', mixed: true },
    { name: 'profile-edit', path: `/1/profile-edit/${customer}` },
    {
      name: 'profile-edit-calendar',
      path: `/1/profile-edit/${customer}`,
      async before(page) {
        await page.locator('form button[popovertarget]').first().click()
        await page.locator('[popover]:popover-open td').first().waitFor()
      },
    },
    { name: 'data-source-list', path: `/1/data-source/v2/list?q=${t.family}` },
    { name: 'data-source-list-nothing', path: `/1/data-source/v2/list?q=${t.family}&status=process_failed` },
    { name: 'data-source-list-output', path: `/1/data-source/v2/list/output/${done}?status=failed` },
    { name: 'data-source-list-create', path: '/1/data-source/v2/list/create' },
    {
      name: 'data-source-list-actions',
      path: `/1/data-source/v2/list?q=${t.family}`,
      before: (page) => page.locator('main [popovertarget]').first().click(),
    },
    { name: 'data-source-check', path: '/1/data-source/v2/check' },
    { name: 'data-source-choose-import', path: '/1/data-source/v2/choose-import' },
    { name: 'data-source-import', path: '/1/data-source/v2/import' },
    {
      name: 'data-source-import-no-header',
      path: '/1/data-source/v2/import',
      before: upload('Mali,0891110099,mali@example.com\nMana,0891110098,mana@example.com\n'),
    },
    { name: 'data-source-import-file', path: '/1/data-source/v2/import', before: upload(csv) },
    { name: 'data-source-mapping', mixed: true, path: `/1/data-source/v2/mapping?id=${loaded}` },
    {
      name: 'data-source-mapping-new-field',
      mixed: true,
      path: `/1/data-source/v2/mapping?id=${loaded}`,
      async before(page) {
        await page.getByRole('combobox', { name: t.column }).first().click()
        await page.getByRole('option', { name: t.newField }).click()
        await page.getByRole('dialog').waitFor()
      },
    },
    { name: 'data-source-mapping-not-allowed', path: `/1/data-source/v2/mapping?id=${done}` },
    { name: 'data-source-preview', path: `/1/data-source/v2/preview?id=${previewed}` },
    { name: 'data-source-preview-failed', path: `/1/data-source/v2/preview?id=${previewed}&status=failed&row=3` },
    { name: 'data-source-preview-waiting', path: `/1/data-source/v2/preview?id=${waiting}&row=2` },
    { name: 'data-source-preview-held', path: `/1/data-source/v2/preview?id=${waiting}&status=held&row=1` },
    {
      name: 'data-source-preview-held-several',
      path: `/1/data-source/v2/preview?id=${waiting}&status=held`,
      async before(page) {
        await page.locator('main ul[aria-label]').getByRole('checkbox').first().check()
        await page.locator('main ul[aria-label]').getByRole('checkbox').nth(1).check()
        await page.locator('main article table').waitFor()
      },
    },
    { name: 'data-source-output', path: `/1/data-source/v2/output?id=${done}` },
    { name: 'profile-field', path: `/1/data-source/v2/profile-field?q=${again}` },
    { name: 'profile-field-system', path: '/1/data-source/v2/profile-field?type=system_profile' },
    {
      name: 'profile-field-edit',
      path: `/1/data-source/v2/profile-field?q=${again}`,
      async before(page) {
        await page.getByRole('button', { name: `${t.edit} ${own.display_name}` }).click()
        await page.getByRole('dialog').locator('select').selectOption('Date')
        await page.getByText(t.noValues).waitFor()
      },
    },
    { name: 'activity-field', path: `/1/data-source/v2/activity-field?q=${again}` },
    { name: 'activity-type', path: `/1/data-source/v2/activity-field?tab=types&q=${again}` },
    {
      name: 'activity-type-edit',
      mixed: true,
      path: `/1/data-source/v2/activity-field?tab=types&q=${again}`,
      async before(page) {
        await page.getByRole('button', { name: `${t.edit} ${type.name}` }).click()
        await page.getByRole('dialog').locator('li').nth(1).waitFor()
      },
    },
    { name: 'role-permission', path: '/1/setting/role-permission' },
    { name: 'role-permission-create', path: '/1/setting/role-permission-create' },
    { name: 'role-permission-edit', path: `/1/setting/role-permission-edit/${role.id}` },
    { name: 'role-permission-edit-gone', path: '/1/setting/role-permission-edit/2147483647', gone: true },
    {
      name: 'role-permission-delete',
      path: '/1/setting/role-permission',
      async before(page) {
        await page.getByRole('button', { name: `${t.options}${role.name}` }).click()
        await page.locator('[popover]:popover-open button[data-danger]').click()
        await page.getByRole('dialog').locator('select').waitFor()
      },
    },
    { name: 'user-management', path: '/1/setting/user-management' },
    { name: 'user-management-invite', path: '/1/setting/user-management-create-edit' },
    {
      name: 'user-management-links',
      path: '/1/setting/user-management',
      async before(page) {
        await page.getByRole('button', { name: `${t.options}${email}` }).click()
        await page.locator('[popover]:popover-open button').first().click()
        await page.getByRole('dialog').getByRole('textbox').waitFor()
      },
    },
    { name: 'user-management-edit', path: `/1/setting/user-management-create-edit/${me.id}` },
    { name: 'user-invite', path: `/user-invite${invited.hash}`, signedOut: true },
    { name: 'user-invite-other', path: `/user-invite${invited.hash}` },
    { name: 'user-invite-invalid', path: '/user-invite', signedOut: true },
    { name: 'setting-store', path: '/1/setting/store' },
    { name: 'setting-store-edit', path: '/1/setting/store-edit' },
    { name: 'audit-log', path: '/1/setting/audit-log' },
    { name: 'setting-general-info', path: '/1/setting/general-info' },
    { name: 'setting-activity', path: '/1/setting/activity-old' },
    { name: 'account', path: '/1/account' },
    { name: 'access-denied', path: '/1/access-denied' },
    { name: 'not-found', path: '/1/nowhere' },
    { name: 'not-found-outside', path: '/nowhere', signedOut: true },
    // The last ones: a page that opens just after an acceptance may still be led from the agreement to the first screen.
    ...agreementPlaces(calls),
  ]
}

/** The agreement before anybody has decided, declined, and accepted, which it is again after them. */
function agreementPlaces(calls: Calls): Place[] {
  const about = { app_name: 'ruam', type: 'dpa' }
  const consentee = { name: 'Malee Suk', email: 'malee@example.com', position: 'Owner', company: 'Cotton House' }
  const decide = (status: string) => calls.put('/stores/store/consent', { ...about, status, consentee })
  const earlier = { version: '2026-01', result: 'accepted', decided_at: '2026-01-31T03:00:00Z' }
  const undecided = { status: 'not-found', result: 'not-found', consentee: null, decided_at: null, earlier }
  return [
    {
      name: 'dpa-create',
      path: '/1/dpa',
      async before(page) {
        const none = { dpa_status: 'not-found' }
        for (const [address, change] of [
          ['auth/token', none],
          ['1/rights', none],
          ['store/consent/detail', undecided],
        ] as const) {
          await page.route(`**/api/stores/${address}`, async (route) => {
            const response = await route.fetch()
            await route.fulfill({ response, json: { ...(await response.json()), ...change } })
          })
        }
        await page.evaluate(() => localStorage.removeItem('ruam.store-data.1'))
        await page.goto('/1/dpa/create')
        await page.locator('form').waitFor()
      },
    },
    {
      name: 'dpa-not-allowed',
      path: '/choose-store',
      async before(page) {
        await page.unrouteAll({ behavior: 'wait' })
        await decide('declined')
        await page.evaluate(() => localStorage.removeItem('ruam.store-data.1'))
        await page.goto('/1/dpa/not-allowed')
        await page.locator('main a').first().waitFor()
      },
    },
    { name: 'dpa-declined', path: '/1/dpa', before: async (page) => page.locator('form').waitFor() },
    {
      name: 'dpa',
      path: '/1/dpa',
      async before(page) {
        await decide('accepted')
        await page.goto('/1/dpa')
        await page
          .getByRole('button')
          .filter({ has: page.locator('.tabler-icon-printer') })
          .waitFor()
      },
    },
  ]
}
