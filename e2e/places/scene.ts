import type { callsOf } from '../calls.ts'
import { peopleOfTheDay } from './counter.ts'
import { words } from './words.ts'

type Calls = ReturnType<typeof callsOf>

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

/** Data shown on screens: in one language, of every kind. */
export async function sceneOf(calls: Calls, language: 'th' | 'en') {
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
  const said = { profile_id: customer, purpose_id: purpose.id, way: 'paper', note: 'form 7' }
  for (const operation of ['granted', 'withdrawn']) await calls.post('/privacy/consent', { ...said, operation })
  const request = await calls.post('/privacy/request', { kind: 'copy', source: 'line', profile_ids: [customer] })
  const latest = (await calls.get('/profile?limit=10')) as { data: { id: number }[] }
  const two = [...new Set([...found.data!, ...latest.data].map(({ id }) => id))].slice(0, 2)
  const pair = (await calls.post('/profile-duplicate', { profile_ids: two })).id
  const label = await calls.post('/label', { name: `Gold ${again}`, color: 'yellow', type: 'general' })
  const role = await calls.post(`/stores/${calls.store}/roles`, {
    name: `${t.family} ${again}`,
    permissions: ['cdp-core.profile.read'],
  })
  const automation = await calls.post('/automation', { name: `ต้อนรับเพื่อนใหม่ ${again}` })
  const key = await calls.post('/apikey', { name: `POS key ${again}`, scopes: ['profile:read', 'activity:write'] })
  const openApi = {
    name: `Members ${again}`,
    calls: ['GET /open-api/v1/profiles'],
    fields: [1, 2, 9].map((field_id) => ({ field_id, read: true, write: null })),
  }
  const { id: openApiId } = await calls.post('/open-api', openApi)
  const token = await calls.post('/api-token', { name: `Agency ${again}`, open_api_ids: [openApiId] })
  const example = { customer: { mobile: '0891123344', first_name: t.family }, total: 120 }
  const connector = await calls.post('/datasource-connector', { name: `POS ${again}`, example })
  const segment = await calls.post('/label', segmentOf(`Regulars ${again}`, t.family, label.id as number))
  // A calculation that ends while its page is open moves what is about to be clicked.
  await calls.calculated(segment.id as number)
  const hidden = Buffer.from(JSON.stringify(maskedRule)).toString('base64url')
  const asked = Buffer.from(JSON.stringify(screenRule(t.family))).toString('base64url')
  const email = `mali.${again}@example.com`
  await calls.post('/stores/invitations', { email, role_id: role.id })
  const { link } = await calls.post('/stores/invitations', { email: `mana.${again}@example.com`, role_id: role.id })
  const invited = new URL(String(link))
  const people = await peopleOfTheDay(calls, t.people, t.followUp)
  const me = ((await calls.get('/user-management?status=member')) as { data: { id: number }[] }).data[0]!
  return {
    t,
    again,
    csv,
    done,
    loaded,
    previewed,
    waiting,
    own,
    type,
    customer,
    pair,
    label,
    role,
    key,
    automation,
    purpose,
    request,
    token,
    connector,
    segment,
    hidden,
    asked,
    email,
    invited,
    people,
    me,
  }
}

export type Scene = Awaited<ReturnType<typeof sceneOf>>
