import { readFileSync } from 'node:fs'
import { activities } from '@ruam/contract/customers/activities.ts'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { files } from '@ruam/contract/formats/files.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { firstCases } from '../../testing/first-cases.testing.ts'
import { acceptSuggested, importFile, loaded, runMapping } from '../../testing/imports/data-sources.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'

let store: TestStore
beforeEach(async () => {
  store = await newStore()
})

const caseNamed = (name: string) => readFileSync(new URL(`../../testing/imports/cases/${name}`, import.meta.url))

let uploads = 0
/** Uploads a case and accepts what is suggested. */
async function mapped(name: string) {
  const { file_id, file_type } = (await store.upload(files.import, name, caseNamed(name))).body
  const body = { file_id, file_type, name: `${name} ${++uploads}` }
  const { datasource_id: id } = await store.call(dataSources.create, { body })
  await loaded(store, id)
  const { warnings } = (await store.call(dataSources.get, { params: { id: String(id) } })).file!
  return { id, warnings, body: await acceptSuggested(store, id) }
}

/** Imports a case by what is suggested, dry and real. */
async function taken(name: string) {
  const { id, warnings, body } = await mapped(name)
  const run = await runMapping(store, id, body)
  expect(run.dryStats).toEqual(run.stats)
  return { ...run, warnings }
}

async function rowsOf<Row>(sql: string): Promise<Row[]> {
  const { admin } = await testServer()
  return (await admin.query(sql, [store.storeId])).rows
}

/** Every customer in one line: name, contacts, further contacts, notes in brackets. */
const people = async () =>
  (
    await rowsOf<{ who: string }>(
      `select concat_ws(' ', prefix_name, first_name, last_name, company, phone, email, address,
          (select string_agg(value, ' ' order by value) from profile_contact c where c.store_id = $1 and c.profile_id = profile.id),
          (select '(' || string_agg(kind || ' ' || value, ', ' order by value) || ')' from profile_name n
            where n.store_id = $1 and n.profile_id = profile.id)) as who
       from profile where store_id = $1 and deleted_at is null order by id`,
    )
  ).map(({ who }) => who)

const nameless = async () =>
  (
    await rowsOf<{ count: number }>(
      `select count(*)::int as count from profile where store_id = $1 and deleted_at is null
       and num_nonnulls(first_name, last_name, first_name_en, last_name_en, company, phone, email, citizen_id, line_user_id) = 0`,
    )
  )[0]!.count

const births = async () =>
  (
    await rowsOf<{ who: string }>(
      "select concat_ws(' ', first_name, birth_date) as who from profile where store_id = $1 order by id",
    )
  ).map(({ who }) => who)

/** Every purchase in one line: its number, if it has one, and its sum. */
const orders = async () =>
  (
    await rowsOf<{ text: string }>(
      `select concat_ws(' ', a.fields ->> (select id::text from activity_field where store_id = $1 and purchase_part = 'order_number'),
          a.fields ->> (select id::text from activity_field where store_id = $1 and purpose = 'amount')) as text
       from activity a where store_id = $1 order by activity_at, 1`,
    )
  ).map(({ text }) => text)

const expected: [file: string, people: string[]][] = [
  ['04-facebook.csv', ['กมล ใจดี +66815550004']],
  ['06-cut.csv', ['กมล +66815550006']],
  ['07-cp874-ff.csv', ['กมล +66815550007']],
  [
    '10-firm-phone.csv',
    ['กมล ใจดี +66815550010 +6625550010', 'ขวัญ ทองคำ +66815550110 +6625550010', 'ชาลี มั่นคง +66815550210 +6625550010'],
  ],
  [
    '14-two-mails.csv',
    ['กมล ใจดี +66815550014 a@x.test b@x.test', 'ขวัญ ใจดี +66815550114 c@x.test', 'ชาลี ใจดี +66815550214 d@x.test'],
  ],
  ['15-phone-note.csv', ['กมล ใจดี +66815550015 (note ลูกสาว)', 'ขวัญ ทองคำ +66815550115']],
  ['19-formula.xlsx', ['กมล ใจดี +66815550019']],
  ['20-line-quoted.csv', ['กมล ใจดี +66815550020', 'ขวัญ ใจดี +66815550120']],
  [
    '28-names.csv',
    [
      'สมศรี ใจดี +66815552800 (nickname แอน)',
      'ร้อยตำรวจเอกหญิง สมศรี ใจดี +66815552801',
      'คุณหญิง สมศรี ใจดี +66815552802',
      'ว่าที่ร้อยตรี สมชาย ทองคำ +66815552803',
      'Mr. สมชาย ทองคำ +66815552804',
      'น.อ. สมชาย ทองคำ +66815552805',
      'คุณ แอน บริษัท ตัวอย่าง จำกัด +66815552806',
      'สมศรี ใจดี +66815552807 (note จ.เชียงใหม่)',
      'สมศรี ใจดี +66815552808 (note VIP)',
      'สมศรี ทองคำ +66815552809 (maiden_name ใจดี)',
      'สมศรี ใจดี +66815552810 (nickname แอน)',
      'สมศรี ใจดี +66815552811 (note 0815559999)',
      'พระมหา สมชาย ฐิตญาโณ +66815552812',
      'เด็กหญิง ปุณณภา ใจดี +66815552813',
      'ผู้ช่วยศาสตราจารย์ ดอกเตอร์ สมชาย ทองคำ +66815552814',
    ],
  ],
  ['30-mixed-contact.csv', ['กมล ใจดี +66815550301', 'ขวัญ ทองคำ kwan@example.org', 'ชาลี มั่นคง +66815550303']],
]

describe('"next, next"', () => {
  firstCases(4)(expected)('imports %s as it is meant, and twice in a row adds nobody', async (name, right) => {
    const run = await taken(name)
    expect(run.stats).toMatchObject({ added: right.length, failed: 0, held: 0 })
    expect(await people()).toEqual(right)
    expect((await taken(name)).stats).toMatchObject({ added: 0, updated: 0, failed: 0, held: 0 })
    expect([await people(), await nameless()]).toEqual([right, 0])
  })

  test('finds nobody in a row of masks, and says which columns hide their values', async () => {
    const { id, body } = await mapped('05-masked.csv')
    const { source_mapping } = await store.call(dataSources.getMapping, { params: { id: String(id) } })
    expect(source_mapping.slice(0, 2)).toMatchObject([
      { reason: 'masked', evidence: [{ kind: 'masked', what: 'name', count: 1, cells: 1 }] },
      { reason: 'masked', evidence: [{ kind: 'masked', what: 'phone', count: 1, cells: 1 }] },
    ])
    const refused = await store.try(dataSources.putMapping, { params: { id: String(id) }, body })
    expect((refused.body as { error: string }).error).toBe('match_keys_missing')
    const match = { keys: [], mode: 'new' as const }
    expect((await runMapping(store, id, { ...body, match, every_row_is_new: true })).stats).toMatchObject({
      added: 0,
      failed: 1,
    })
    expect((await store.call(profiles.list, { query: {} })).total).toBe(0)
  })

  firstCases(1)([
    ['06-cut.csv', 3, 'ในเมือ\ufffd'],
    ['07-cp874-ff.csv', 2, null],
  ])('marks the broken cell of %s and lists it', async (name, column, cell) => {
    const { id, real, stats, warnings } = await taken(name)
    expect([stats.unread_rows, stats.unread_cells, warnings.length]).toEqual([1, 1, 1])
    const params = { id: String(id), run_id: real }
    const { data } = await store.call(importRun.records, { params, query: { status: 'unread' } })
    const marked = data[0]!.data[column - 1]!
    expect(marked.error).not.toBeNull()
    if (cell !== null) expect(marked.value).toBe(cell)
  })

  test('names formulas without stored values', { tags: ['verify'] }, async () => {
    const { id, warnings } = await taken('19-formula.xlsx')
    const { source_mapping } = await store.call(dataSources.getMapping, { params: { id: String(id) } })
    expect(source_mapping[3]).toMatchObject({ reason: 'formulas', evidence: [{ kind: 'formulas', count: 1 }] })
    expect(warnings).toHaveLength(1)
  })

  test('suggests member codes that count upwards as a key', { tags: ['verify'] }, async () => {
    const run = await taken('16-member-code.csv')
    expect(run.stats).toMatchObject({ added: 8 })
    const params = { id: String(run.id) }
    const { match, mapping } = await store.call(dataSources.getMapping, { params })
    expect(mapping.find(({ destination_id }) => destination_id === match.keys[0])?.source_schema_id).toBe('1')
    expect((await taken('16-member-code.csv')).stats).toMatchObject({ added: 0, duplicated: 8 })
  })

  firstCases(1)([
    ['25-same-phones-other-people.csv', 3],
    ['26-child-with-mothers-id.csv', 1],
    ['27-codes-given-out-again.csv', 3],
  ])('changes nobody of 24-people.csv by %s', async (name, waiting) => {
    await taken('24-people.csv')
    const before = await people()
    const run = await taken(name)
    expect(run.stats).toMatchObject({ added: 0, updated: 0, duplicated: 0, held: waiting })
    expect([await people(), await nameless()]).toEqual([before, 0])
    expect((await taken(name)).stats).toMatchObject({ added: 0, updated: 0 })
  })

  test('reads real date cells of Buddhist years as Buddhist', { tags: ['verify'] }, async () => {
    await taken('01-be-typed.xlsx')
    expect(await births()).toEqual(['กมล 1987-04-15'])
  })

  test('leaves dates of either order empty and asks about them once', async () => {
    const { id } = await taken('31-two-date-orders.csv')
    expect(await births()).toEqual(['กมล 1990-12-25', 'ขวัญ', 'ชาลี 1991-12-25', 'ดวงใจ'])
    const { source_mapping } = await store.call(dataSources.getMapping, { params: { id: String(id) } })
    expect(source_mapping.flatMap(({ questions }) => questions)).toEqual(['date_order'])
  })

  test('gives all rows of merged cells their value', async () => {
    const run = await taken('11-merged.xlsx')
    expect(run.stats).toMatchObject({ added: 1, failed: 0, total: 2 })
    expect([await people(), await nameless()]).toEqual([['กมล ใจดี +66815550011'], 0])
  })

  firstCases(1)([
    ['21-orders-masked.csv', 4, ['2511A1 890', '2511A2 250', '2511A3 890', '2511A4 1070', '2511A5 500', '2511A6 320']],
    ['22-orders-open.csv', 4, ['2511A1 890', '2511A2 250', '2511A3 890', '2511A4 1070', '2511A5 500', '2511A6 320']],
    ['23-order-total-on-each-line.csv', 2, ['R001 300', 'R002 120', 'R003 120', 'R004 -120']],
  ])(
    'makes the orders of %s purchases with their sums, and twice in a row adds none',
    async (name, customers, sums) => {
      await store.call(activities.makePurchaseType)
      const run = await taken(name)
      expect(run.stats).toMatchObject({ added: customers, failed: 0, activities: sums.length })
      expect(await orders()).toEqual(sums)
      expect((await taken(name)).stats).toMatchObject({ added: 0, updated: 0, failed: 0, activities: 0 })
      expect([await orders(), (await people()).length]).toEqual([sums, customers])
    },
  )

  test('brings sales by member code to the known members, and counts unknown codes', { tags: ['verify'] }, async () => {
    const body = { field_name: 'memberCode', display_name: 'รหัสสมาชิก', data_type: 'String' as const }
    await store.call(activities.makePurchaseType)
    const code = (await store.call(profileFields.create, { body })).id
    const members = 'รหัสสมาชิก,ชื่อ,นามสกุล,เบอร์โทร\n000001,กมล,ใจดี,0815550291\n000002,ขวัญ,ใจดี,0815550292\n'
    await importFile(store, members, { keys: [code] })
    const before = await people()
    for (const activities of [3, 0]) {
      const run = await taken('29-member-sales.csv')
      expect(run.stats).toMatchObject({ added: 0, failed: 1, activities })
      expect([await orders(), await people()]).toEqual([['250', '90', '310'], before])
    }
  })
})
