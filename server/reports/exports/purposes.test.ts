import { buffer } from 'node:stream/consumers'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { auditLog } from '@ruam/contract/reports/audit-log.ts'
import { exports } from '@ruam/contract/reports/exports.ts'
import { beforeEach, expect, test } from 'vitest'
import yauzl from 'yauzl'
import { csvRows, exported } from '../../testing/reports/exports.testing.ts'
import { newStore, type TestStore } from '../../testing/store.testing.ts'

let store: TestStore
beforeEach(async () => {
  store = await newStore()
})

const customer = async (values: Record<number, string | number>) => {
  const fields = Object.entries(values).map(([id, value]) => ({ id: Number(id), value }))
  return (await store.call(profiles.create, { body: { fields } })).id
}
type Body = Parameters<typeof exported>[1]
const rowsOf = async (body: Partial<Body>, by = store) =>
  csvRows((await exported(by, { type: 'profile', file_type: 'csv', ...body })).file)
/** Ids of system fields: first and last name, prefix, phone, citizen id, address, income. */
const [FIRST, LAST, PREFIX, PHONE, CITIZEN, ADDRESS, INCOME] = [1, 2, 5, 9, 10, 17, 19]

test('a file for letters holds the name on the envelope, the address and the phone of customers with an address', async () => {
  await customer({ [FIRST]: 'ญาดา', [LAST]: 'ศรีสุข', [PHONE]: '0812345670', [ADDRESS]: '230 หมู่ 6 ต.สุเทพ' })
  await customer({ [PREFIX]: 'นาย', [FIRST]: 'กี่', [PHONE]: '021234567', [ADDRESS]: '14/2' })
  await customer({ [FIRST]: 'ไม่มีบ้าน', [PHONE]: '0891112222' })
  expect(await rowsOf({ purpose: 'letters' })).toEqual([
    ['ชื่อบนซอง', 'ที่อยู่', 'เบอร์โทร'],
    ['คุณญาดา ศรีสุข', '230 หมู่ 6 ต.สุเทพ', '081-234-5670'],
    ['นายกี่', '14/2', '02-123-4567'],
  ])
  expect(await rowsOf({ purpose: 'letters', with_empty: true })).toHaveLength(4)
})

test('a file to work in drops columns that are empty in every row, and has headers without marks', async () => {
  const own = await store.call(profileFields.create, {
    body: { field_name: 'size', display_name: 'ไซซ์', data_type: 'String' },
  })
  const id = await customer({ [FIRST]: 'มะลิ', [PHONE]: '053123456', [own.id]: 'L' })
  await customer({ [FIRST]: 'อื่น', [LAST]: 'มีนามสกุล' })
  const [header, row] = await rowsOf({ purpose: 'excel', profile_ids: [id] })
  expect(header!.slice(0, 4)).toEqual(['เลขที่ลูกค้า', 'ชื่อ', 'เบอร์โทร', 'ไซซ์'])
  expect(row!.slice(0, 4)).toEqual([String(id), 'มะลิ', '053-123-456', 'L'])
  const [whole] = await rowsOf({ purpose: 'excel', profile_ids: [id], with_empty: true })
  expect(whole).toEqual(expect.arrayContaining(['นามสกุล', 'อาชีพ']))
})

test('a file that comes back keeps phones as they are stored and the mark of the customer number', async () => {
  await customer({ [FIRST]: 'มะลิ', [PHONE]: '0812345670' })
  const [header, row] = await rowsOf({ purpose: 'back' })
  expect(header![0]).toMatch(/^เลขที่ลูกค้า \[[0-9a-f]{6}\]$/)
  expect(row).toContain('+66812345670')
})

test('sensitive fields are in a file only with a reason, which the audit log keeps', async () => {
  await customer({ [FIRST]: 'มะลิ', [CITIZEN]: '1101700230708', [INCOME]: 50_000 })
  const without = (await rowsOf({ purpose: 'excel' })).flat()
  expect(without.filter((cell) => /เลขประจำตัวประชาชน|1101700230708|50000/.test(cell))).toEqual([])
  const reason = 'ส่งให้ผู้สอบบัญชี'
  const { item, file } = await exported(store, {
    ...{ type: 'profile', file_type: 'csv', purpose: 'excel', sensitive_reason: reason },
  })
  expect(csvRows(file).flat()).toEqual(expect.arrayContaining(['เลขประจำตัวประชาชน', '1101700230708', '50000']))
  const query = { action: 'export_started', subject_id: String(item.export_id) }
  const [entry] = (await store.call(auditLog.list, { query })).data
  expect(entry!.details).toMatchObject({ purpose: 'excel', sensitive: true, reason })
})

test('without the right to sensitive values a person exports all the rest, and no sensitive field with any reason', async () => {
  await customer({ [FIRST]: 'มะลิ', [INCOME]: 50_000 })
  const marketer = { ...store, ...(await store.member(['cdp-core.profile.read', 'cdp-core.profile.download'])) }
  expect((await rowsOf({ purpose: 'excel' }, marketer)).flat()).not.toContain('รายได้')
  const refused = await marketer.try(exports.create, {
    body: { type: 'profile', file_type: 'csv', purpose: 'excel', sensitive_reason: 'อยากรู้' },
  })
  expect([refused.status, refused.body.details]).toEqual([403, { permission: 'cdp-core.profile-sensitive.read' }])
  const preview = await marketer.call(exports.preview, { body: { purpose: 'excel', sensitive: true } })
  expect(preview.sensitive_fields).toEqual([])
})

test('the preview shows the first five rows of the file, masks sensitive values and names what is left out', async () => {
  for (let n = 1; n <= 6; n++)
    await customer({
      [FIRST]: `ชื่อ ${n}`,
      [PHONE]: `089111222${n}`,
      [INCOME]: 10_000 + n,
      ...(n > 1 && { [ADDRESS]: `บ้าน ${n}` }),
    })
  const preview = await store.call(exports.preview, { body: { purpose: 'excel', sensitive: true } })
  const [header, ...rows] = await rowsOf({ purpose: 'excel', sensitive_reason: 'ตรวจ' })
  const income = header!.indexOf('รายได้')
  const hidden = (row: (string | null)[]) => row.map((cell, place) => (place === income ? '•••' : (cell ?? '')))
  expect(preview.columns.map((column) => column.header)).toEqual(header)
  expect(preview.rows.map((row) => row.map((cell) => cell ?? ''))).toEqual(rows.slice(0, 5).map(hidden))
  expect(preview.empty).toEqual(expect.arrayContaining(['นามสกุล', 'อาชีพ']))
  expect(preview.sensitive_fields).toEqual(['เลขประจำตัวประชาชน', 'รายได้'])
  const letters = await store.call(exports.preview, { body: { purpose: 'letters' } })
  expect([letters.left_out, letters.rows[0]]).toEqual([1, ['คุณชื่อ 2', 'บ้าน 2', '089-111-2222']])
})

test('the sheet of a workbook has a frozen head and can be filtered', async () => {
  await customer({ [FIRST]: 'มะลิ' })
  await customer({ [FIRST]: 'น้ำ' })
  const { file } = await exported(store, { type: 'profile', file_type: 'xlsx', purpose: 'letters', with_empty: true })
  const zip = await yauzl.fromBufferPromise(file)
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName !== 'xl/worksheets/sheet1.xml') continue
    const xml = (await buffer(await zip.openReadStreamPromise(entry))).toString()
    expect(xml).toContain('state="frozen"')
    expect(xml).toContain('<autoFilter ref="A1:C3"/>')
  }
})

test('the columns of a purpose can be added, left out and ordered', async () => {
  const id = await customer({ [FIRST]: 'มะลิ', [PHONE]: '0812345670', [CITIZEN]: '1101700230708', [INCOME]: 50_000 })
  const ids = async (
    columns: string[] | undefined,
    rest: { purpose: 'letters' | 'excel' | 'back'; sensitive?: true },
  ) => {
    const body = { ...rest, profile_ids: [id], ...(columns && { columns }) }
    return (await store.call(exports.preview, { body })).columns.map((column) => column.id)
  }
  expect(await ids(undefined, { purpose: 'letters' })).toEqual(['letterName', 'address', 'phone'])
  expect(await ids(['phone', 'letterName', 'company'], { purpose: 'letters' })).toEqual([
    'phone',
    'letterName',
    'company',
  ])
  expect(await ids(['phone', 'citizenId'], { purpose: 'excel' })).toEqual(['phone'])
  expect(await ids(['phone'], { purpose: 'excel', sensitive: true })).toEqual(['phone', 'citizenId', 'income'])
  expect(await ids(['income', 'phone'], { purpose: 'excel', sensitive: true })).toEqual(['income', 'phone'])
  expect(await ids(['phone'], { purpose: 'back' })).toEqual(['id', 'phone'])
  const preview = await store.call(exports.preview, { body: { purpose: 'excel' } })
  expect(preview.choices.map((one) => one.id)).toEqual(
    expect.arrayContaining(['letterName', 'address', 'lineReach', 'labels']),
  )
  expect(preview.choices.some((one) => one.sensitive)).toBe(false)
  // A column that was chosen stays, also without any value.
  const rows = await rowsOf({ purpose: 'excel', columns: ['phone', 'lastName', 'firstName'] })
  expect(rows).toEqual([
    ['เบอร์โทร', 'นามสกุล', 'ชื่อ'],
    ['081-234-5670', '', 'มะลิ'],
  ])
  const unknown = await store.try(exports.create, {
    body: { type: 'profile', file_type: 'csv', columns: ['letterName'] },
  })
  expect(unknown.status).toBe(400)
})
