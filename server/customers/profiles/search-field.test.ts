import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { importFile } from '../../testing/imports/data-sources.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'
import { typeWithField } from '../../testing/things/fields.ts'

let store: TestStore
beforeAll(async () => {
  store = await newStore()
  await importFile(
    store,
    [
      'ชื่อ,นามสกุล,เบอร์โทรศัพท์,อีเมล,เลขบัตรประชาชน,บริษัท',
      'แก้วตา,น้ำใส,0812345670,Kaew@example.com,1101700230708,ร้านข้าว',
      'แก้วใจ,น้ำใส,0812345679,kaewjai@example.com,,ร้านขนม',
      'Somchai,Jaidee,021234567,,,100% Organic',
    ].join('\n'),
  )
})

const begin = async (field: string, value: string) =>
  (await store.call(profiles.searchField, { params: { field }, query: { value } })).data

describe('values of a field are offered', () => {
  test.each([
    ['firstName', 'แก้ว', ['แก้วใจ', 'แก้วตา']],
    ['firstName', 'เเก้วต', ['แก้วตา']],
    ['firstName', 'SOM', ['Somchai']],
    ['firstName', 'chai', []],
    ['lastName', 'น', ['น้ำใส']],
    ['company', '100%', ['100% Organic']],
    ['company', '%', []],
    ['phone', '081-234', ['+66812345670', '+66812345679']],
    ['phone', '+6681', ['+66812345670', '+66812345679']],
    ['phone', '๐๒', ['+6621234567']],
    ['phone', 'x', []],
    ['email', 'KAEWJ', ['kaewjai@example.com']],
    ['citizenId', '1101', ['1101700230708']],
  ])('%s: %s', async (field, value, expected) => {
    expect((await begin(field, value)).toSorted((a, b) => String(a).localeCompare(String(b), 'th'))).toEqual(expected)
  })

  test('custom fields are offered too, at most twenty, each once', async () => {
    const body = { field_name: 'town', display_name: 'เมือง', data_type: 'String' as const }
    const { id } = await store.call(profileFields.create, { body })
    const { admin } = await testServer()
    await admin.query(
      "insert into profile (store_id, custom) select $1, jsonb_build_object($2::text, 'เมือง ' || n % 30) from generate_series(1, 60) n",
      [store.storeId, id],
    )
    const towns = await begin('town', 'เมือง')
    expect([towns.length, new Set(towns).size, await begin('town', 'เมือง 29')]).toEqual([20, 20, ['เมือง 29']])
  })
})

describe('a value of a profile that has not changed for a long time', () => {
  const OTHERS = 20_500
  let crowd: TestStore
  let own: Record<'word' | 'level' | 'points' | 'secret', number>
  beforeAll(async () => {
    crowd = await newStore()
    const make = async (name: string, data_type: 'String' | 'Number', sensitive = false) =>
      (await crowd.call(profileFields.create, { body: { field_name: name, display_name: name, data_type, sensitive } }))
        .id
    own = {
      word: await make('word', 'String'),
      level: await make('level', 'String'),
      points: await make('points', 'Number'),
      secret: await make('secret', 'String', true),
    }
    const { admin } = await testServer()
    const { word, level, points, secret } = own
    const people = `insert into profile (store_id, first_name, occupation, gender, company, custom, updated_at)
      select $1, $2::text || n, $3, 'หญิง', $4, $5, $6::timestamptz from generate_series(1, $7::int) n`
    const many = { [word]: 'ทั่วไป', [level]: 'ทอง', [points]: 10, [secret]: 'ก' }
    await admin.query(people, [crowd.storeId, 'คน', 'พนักงาน', 'ร้านใหม่', many, '2026-01-02', OTHERS])
    const few = { [word]: 'ทะเล สองคำ', [level]: 'ทองแดง "พิเศษ"', [points]: 12, [secret]: 'กล่อง' }
    await admin.query(people, [crowd.storeId, 'แก้ว', 'พ่อครัว', 'รักษ์\nป่า', few, '2020-01-02', 1])
  }, 60_000)

  test.each([
    ['firstName', 'เเก้', ['แก้ว1']],
    ['occupation', 'พ', ['พนักงาน', 'พ่อครัว']],
    ['occupation', 'พ่อ', ['พ่อครัว']],
    ['occupation', 'ฮ', []],
    ['company', 'ร', ['รักษ์\nป่า', 'ร้านใหม่']],
    ['company', 'รักษ์', ['รักษ์\nป่า']],
    ['word', 'ท', ['ทะเล สองคำ', 'ทั่วไป']],
    ['word', 'ทะเล สอ', ['ทะเล สองคำ']],
    ['level', 'ทอง', ['ทอง', 'ทองแดง "พิเศษ"']],
    ['level', 'ทองแดง "พ', ['ทองแดง "พิเศษ"']],
    ['level', '', ['ทอง', 'ทองแดง "พิเศษ"']],
    ['points', '1', [10, 12]],
    ['points', '๑๒', [12]],
    ['secret', 'กล', ['กล่อง']],
  ])('is offered for %s: %s', async (field, value, expected) => {
    const { data } = await crowd.call(profiles.searchField, { params: { field }, query: { value } })
    expect(data).toEqual(expected)
  })

  test('is offered for activities too', async () => {
    const { type, field, name } = await typeWithField(crowd)
    const { admin } = await testServer()
    const activities = `insert into activity (store_id, profile_id, type_id, activity_at, fields)
      select $1, (select min(id) from profile where store_id = $1), $2, $3::timestamptz, jsonb_build_object($4::text, $5::text)
      from generate_series(1, $6::int)`
    await admin.query(activities, [crowd.storeId, type, '2026-01-02', field, 'ซื้อ', OTHERS])
    await admin.query(activities, [crowd.storeId, type, '2020-01-02', field, 'ซ่อม', 1])
    const offered = (value: string) =>
      crowd.call(profileActivities.searchField, { params: { id: String(type), field: name }, query: { value } })
    expect([(await offered('ซ')).data, (await offered('ซ่')).data]).toEqual([['ซื้อ', 'ซ่อม'], ['ซ่อม']])
  })
})

test('values of an unknown field are not found, and sensitive ones need the permission', async () => {
  expect((await store.try(profiles.searchField, { params: { field: 'nothing' }, query: { value: 'a' } })).status).toBe(
    404,
  )
  const clerk = await store.member(['cdp-core.profile.read'])
  const refused = await clerk.try(profiles.searchField, { params: { field: 'citizenId' }, query: { value: '1' } })
  expect([refused.status, refused.body.details]).toEqual([403, { permission: 'cdp-core.profile-sensitive.read' }])
})

test('values of another store, and of deleted profiles, are not offered', async () => {
  const { admin } = await testServer()
  const other = await newStore()
  await admin.query("insert into profile (store_id, phone, first_name) values ($1, '+66899999999', 'ไกล')", [
    other.storeId,
  ])
  await admin.query("insert into profile (store_id, phone, deleted_at) values ($1, '+66899999999', now())", [
    store.storeId,
  ])
  expect([await begin('phone', '0899'), await begin('firstName', 'ไกล')]).toEqual([[], []])
})

describe('profiles with the same phone or e-mail', () => {
  const same = async (query: { phone?: string; email?: string }) =>
    (await store.call(profiles.same, { query })).data.map(({ name, by }) => [name, by])

  test.each([
    [{ phone: '081 234 5670' }, [['แก้วตา น้ำใส', 'phone']]],
    [{ phone: '+66 (0)81-234-5679' }, [['แก้วใจ น้ำใส', 'phone']]],
    [{ email: 'KAEW@example.com ' }, [['แก้วตา น้ำใส', 'email']]],
    [
      { phone: '0812345679', email: 'kaew@example.com' },
      [
        ['แก้วใจ น้ำใส', 'phone'],
        ['แก้วตา น้ำใส', 'email'],
      ],
    ],
    [{ phone: '0812345670', email: 'kaew@example.com' }, [['แก้วตา น้ำใส', 'phone']]],
    [{ phone: '0812' }, []],
    [{ phone: '', email: '' }, []],
    [{}, []],
  ])('is named for %o', async (query, expected) => {
    expect(await same(query)).toEqual(expected)
  })

  test('have a fallback name, are ten at most, and exclude deleted ones', async () => {
    const { admin } = await testServer()
    const own = await newStore()
    await admin.query(
      "insert into profile (store_id, email, deleted_at) select $1, 'a@b.co', case n when 12 then now() end from generate_series(1, 12) n",
      [own.storeId],
    )
    const { data } = await own.call(profiles.same, { query: { email: 'a@b.co' } })
    expect([data.length, new Set(data.map(({ name }) => name))]).toEqual([10, new Set(['a@b.co'])])
  })
})
