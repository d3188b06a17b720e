import { profileDuplicates } from '@ruam/contract/customers/duplicates.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { expect, test } from 'vitest'
import { storeOf } from '../../testing/duplicates/merge-scene.testing.ts'
import { fieldOf, namesOf, openPairs, scanned, scanStore } from '../../testing/duplicates/profile-duplicates.testing.ts'
import { firstCases } from '../../testing/first-cases.testing.ts'
import { importFile } from '../../testing/imports/data-sources.testing.ts'
import { jobOver } from '../../testing/jobs.testing.ts'
import { type Member, testServer } from '../../testing/store.testing.ts'
import { until } from '../../testing/until.testing.ts'

const [LINE_USER_ID, CITIZEN_ID] = [20, 10]

test('an import starts a scan, and of certain pairs the one that merges more data comes first', async () => {
  const store = await storeOf('ชื่อ,นามสกุล,เบอร์โทร,วันเกิด,อีเมล', [
    'ปิติ,ใจดี,0899999999,,',
    'ปิติ,ใจดี,0899999999,,',
    'ญาดา,ศรีสุข,0812345670,01/02/2530,',
    'ญาดา,ศรีสุก,0812345670,01/02/2530,yada@example.com',
  ])
  const pairs = await openPairs(store)
  expect(pairs.map(({ reasons }) => reasons)).toEqual([
    ['same_phone', 'similar_name', 'same_birth_date'],
    ['same_phone', 'similar_name'],
  ])
  expect(pairs[0]!.score).toBeGreaterThan(0.95)
  expect((await store.call(profileDuplicates.list, { query: {} })).scanned_at).not.toBeNull()
})

firstCases(2)([
  ['with first and last name in each other’s place', 'ญาดา,ศรีสุข,2530-02-01', 'ศรีสุข,ญาดา,2530-02-01'],
  ['with a title typed onto the name', 'สมหญิง,ศรีสุข,2530-02-01', 'นางสมหญิง,ศรีสุข,2530-02-01'],
  ['with a letter mistyped', 'สมศักดิ์,ศรีสุข,2530-02-01', 'สมศักดื์,ศรีสุข,2530-02-01'],
  ['with day and month in each other’s place', 'วิภาวรรณ,อินทรสุวรรณ,2530-02-01', 'วิภาวรรณ,อินทรสุวรรณ,2530-01-02'],
])('a person is found twice %s', async (_, one, other) => {
  const store = await storeOf('ชื่อ,นามสกุล,วันเกิด', [one, other, 'มานะ,รักเรียน,2531-05-05'])
  expect((await openPairs(store)).length).toBe(1)
})

firstCases(1)([
  ['in Latin letters with one birthday', 'มาลี,พรหมมา,,2530-02-01', 'MALEE,PROMMA,,2530-02-01'],
  ['in Latin letters, last name first, with one phone', 'มาลี,พรหมมา,0611234567,', 'PROMMA,MALEE,0611234567,'],
  ['with one digit of the phone wrong', 'มาลี,พรหมมา,0611234567,', 'มาลี,พรหมมา,0611934567,'],
  ['with two digits of the phone swapped', 'มาลี,พรหมมา,0611234567,', 'มาลี,พรหมมา,0611324567,'],
])('a person is found twice %s', async (_, one, other) => {
  const store = await storeOf('ชื่อ,นามสกุล,เบอร์โทร,วันเกิด', [one, other, 'มานะ,รักเรียน,0699999999,2531-05-05'])
  expect((await openPairs(store)).length).toBe(1)
})

test('relatives whose phones are one digit apart are not shown', async () => {
  const store = await storeOf('ชื่อ,นามสกุล,เบอร์โทร', ['ญาดา,ศรีสุข,0611234567', 'มานะ,ศรีสุข,0611234568'])
  expect(await openPairs(store)).toEqual([])
})

test('a family with one phone is not shown', async () => {
  const store = await storeOf('ชื่อ,นามสกุล,เบอร์โทร', ['ญาดา,ศรีสุข,0812345670', 'มานะ,ศรีสุข,0812345670'])
  expect(await openPairs(store)).toEqual([])
})

test('branches of a shop with one phone are not shown, except one that exists twice', async () => {
  const store = await storeOf('ชื่อ,เบอร์โทร,ที่อยู่', [
    'ร้านทองศรีสุข สาขาบางนา,0212345678,99 ถนนเทพรัตน',
    'ร้านทองศรีสุข สาขาบางแค,0212345678,12 ถนนเพชรเกษม',
    'ร้านทองศรีสุข สาขา 3,0212345678,',
    'ร้านทองศรีสุข สาขา 4,0212345678,',
    'ร้านทองศรีสุข สาขาบางแค,0212345678,12 ถนนเพชรเกษม',
    // With fewer addresses, word frequencies are unknown.
    ...Array.from({ length: 20 }, (_, place) => `ลูกค้า${String.fromCharCode(0x0e01 + place)},,${place * 37} ถนนสุขุมวิท`),
  ])
  expect((await openPairs(store)).map(namesOf)).toEqual([['ร้านทองศรีสุข สาขาบางแค', 'ร้านทองศรีสุข สาขาบางแค']])
})

test('three profiles of one person show all three pairs, even the one with too little in common', {
  tags: ['verify'],
}, async () => {
  const store = await storeOf('ชื่อ,นามสกุล,เบอร์โทร,วันเกิด,อีเมล', [
    'สมชาย,ศรีสุขใจ,0812345670,,',
    'สมชาย,ศรีสุขใจ,0812345670,2530-02-01,somchai@example.com',
    'สมชาย,ใจงาม,,2530-02-01,somchai@example.com',
  ])
  const pairs = await openPairs(store)
  expect(pairs.length).toBe(3)
  expect(pairs.filter(({ reasons }) => reasons.includes('linked')).length).toBe(1)
  expect((await scanStore(store)).length).toBe(3)
})

test('different citizen ids are two people, whatever else they share', { tags: ['verify'] }, async () => {
  const store = await storeOf('ชื่อ,นามสกุล,เบอร์โทร,วันเกิด,เลขบัตรประชาชน', [
    'ญาดา,ศรีสุข,,2530-02-01,1101700230708',
    'ญาดา,ศรีสุข,,2530-02-01,3101700230704',
    'ปิติ,ใจดี,0812345670,2530-02-01,5101700230701',
    'ปิติ,ใจดี,0812345670,2530-02-01,1101700230716',
  ])
  const { data } = await store.call(profiles.list, { query: {} })
  expect(data.filter((profile) => fieldOf(profile, 'citizenId')).length).toBe(4)
  expect(await openPairs(store)).toEqual([])
})

test('a phone shared by too many profiles yields no pairs, and the list shows how many share it', {
  tags: ['verify'],
}, async () => {
  const names = Array.from({ length: 30 }, (_, place) => `ลูกค้า${String.fromCharCode(0x0e01 + place)},0812345670`)
  const store = await storeOf('ชื่อ,เบอร์โทร', names)
  const { data, shared_by_many } = await store.call(profileDuplicates.list, { query: {} })
  expect([data.length, shared_by_many]).toEqual([0, 30])
})

test('the next scan removes outdated pairs, and finds pairs of changed profiles', { tags: ['verify'] }, async () => {
  const store = await storeOf('ชื่อ,เบอร์โทร', ['ก้อง,0811111111', 'ก้อง,0811111111', 'แก้ว,0822222222', 'แก้ว,0833333333'])
  expect((await openPairs(store)).map(namesOf)).toEqual([['ก้อง', 'ก้อง']])
  const { admin } = await testServer()
  const change = 'update profile set phone = $3, updated_at = now() where store_id = $1 and phone = $2'
  await admin.query(`${change} and line_user_id like '%1'`, [store.storeId, '+66811111111', '+66844444444'])
  await admin.query(change, [store.storeId, '+66833333333', '+66822222222'])
  expect((await scanStore(store)).map(namesOf)).toEqual([['แก้ว', 'แก้ว']])
})

test('"not a duplicate" is kept by later scans', { tags: ['verify'] }, async () => {
  const store = await storeOf('ชื่อ,เบอร์โทร', ['ก้อง,0811111111', 'ก้อง,0811111111'])
  const [pair] = await openPairs(store)
  const params = { id: String(pair!.id) }
  await store.call(profileDuplicates.dismiss, { params })
  expect(await scanStore(store)).toEqual([])
  const { data } = await store.call(profileDuplicates.list, { query: { status: 'dismissed' } })
  expect(data.map(({ id }) => id)).toEqual([pair!.id])
  expect((await store.try(profileDuplicates.dismiss, { params })).status).toBe(409)
})

test('a pair chosen by a member ranks first, and a scan keeps it', { tags: ['verify'] }, async () => {
  const store = await storeOf('ชื่อ,เบอร์โทร', ['ก้อง,0811111111', 'แก้ว,0822222222'])
  const { data } = await store.call(profiles.list, { query: {} })
  const profile_ids = data.map(({ id }) => id)
  const chosen = await store.call(profileDuplicates.create, { body: { profile_ids } })
  expect([chosen.score, chosen.reasons, chosen.profiles.map(({ id }) => id)]).toEqual([
    1,
    ['chosen'],
    profile_ids.toSorted((a, b) => a - b),
  ])
  expect((await scanStore(store)).map(({ id }) => id)).toEqual([chosen.id])
  const twice = { profile_ids: [profile_ids[0]!, profile_ids[0]!] }
  expect((await store.try(profileDuplicates.create, { body: twice })).status).toBe(400)
})

test('concurrently requested scans never run in parallel', { tags: ['verify'] }, async () => {
  const store = await storeOf('ชื่อ,เบอร์โทร', ['ก้อง,0811111111', 'ก้อง,0811111111'])
  await Promise.all(Array.from({ length: 10 }, () => store.call(profileDuplicates.scan)))
  await scanned(store)
  const { admin } = await testServer()
  const { rows } = await admin.query(
    `select b.id from job a join job b on b.store_id = a.store_id and b.id > a.id and b.created_at < a.finished_at
     where a.store_id = $1 and a.kind = 'duplicate_scan' and b.kind = 'duplicate_scan'`,
    [store.storeId],
  )
  expect(rows).toEqual([])
})

test('a scan counts each customer once, although it reads each twice', { tags: ['verify'] }, async () => {
  const store = await storeOf('ชื่อ,เบอร์โทร', ['ก้อง,0811111111', 'แก้ว,0822222222', 'กิ่ง,0833333333'])
  await scanned(store)
  const { job_id } = await store.call(profileDuplicates.scan)
  const job = await jobOver(store, job_id)
  expect([job.done, job.total]).toEqual([3, 3])
})

test('a scan that goes on for imports that ended meanwhile still counts each customer once', async () => {
  const store = await storeOf('ชื่อ,เบอร์โทร', ['ก้อง,0811111111', 'แก้ว,0822222222', 'กิ่ง,0833333333'])
  await scanned(store)
  const { admin } = await testServer()
  const ended = "update run set finished_at = now() + $2::interval where store_id = $1 and kind = 'real'"
  await admin.query(ended, [store.storeId, '1 hour'])
  const { job_id } = await store.call(profileDuplicates.scan)
  await until(async () => {
    const { rows } = await admin.query<{ repeated: boolean }>(
      "select coalesce((cursor ->> 'repeated')::boolean, false) as repeated from job where store_id = $1 and id = $2",
      [store.storeId, job_id],
    )
    return rows[0]!.repeated
  })
  await admin.query(ended, [store.storeId, '-1 hour'])
  const job = await jobOver(store, job_id)
  expect([job.done, job.total]).toEqual([3, 3])
})

test('a scan waits while an import works, and then finds its pairs', { tags: ['verify'] }, async () => {
  const store = await storeOf('ชื่อ,เบอร์โทร', ['ก้อง,0811111111', 'แก้ว,0822222222'])
  await scanned(store)
  const { admin } = await testServer()
  await admin.query("update run set status = 'processing' where store_id = $1 and kind = 'real'", [store.storeId])
  const { job_id } = await store.call(profileDuplicates.scan)
  await until(async () => {
    const { rows } = await admin.query<{ cursor: { pauses: number } | null }>(
      'select cursor from job where store_id = $1 and id = $2',
      [store.storeId, job_id],
    )
    return (rows[0]!.cursor?.pauses ?? 0) > 0
  })
  await admin.query(`update profile set first_name = 'ก้อง', phone = '+66811111111' where store_id = $1`, [
    store.storeId,
  ])
  await admin.query("update run set status = 'completed' where store_id = $1 and kind = 'real'", [store.storeId])
  expect((await jobOver(store, job_id)).status).toBe('completed')
  expect(await openPairs(store)).toHaveLength(1)
})

test('an import that changes no profile starts no scan', { tags: ['verify'] }, async () => {
  const store = await storeOf('ชื่อ,เบอร์โทร', ['ก้อง,0811111111', 'ก้อง,0811111111'])
  const { admin } = await testServer()
  const scans = "select count(*)::int as n from job where store_id = $1 and kind = 'duplicate_scan'"
  const before = (await admin.query(scans, [store.storeId])).rows[0].n
  await importFile(store, `LINE User ID,ชื่อ,เบอร์โทร\nU${'0'.repeat(32)},ก้อง,0811111111\n`, {
    name: 'อีกครั้ง',
    keys: [LINE_USER_ID],
  })
  expect((await admin.query(scans, [store.storeId])).rows[0].n).toBe(before)
})

test('a value that the caller may not see is a constant in a pair, and its reason is not named', async () => {
  const store = await storeOf('ชื่อ,เบอร์โทร,เลขบัตรประชาชน', [
    'ก้อง,0811111111,1101700230708',
    'ก้อง,0811111111,1101700230708',
  ])
  const staff = await store.member(['cdp-core.profile.merge'])
  const { data } = await staff.call(profileDuplicates.list, { query: {} })
  const shown = data[0]!.profiles.map(({ fields }) => fields.find(({ id }) => id === CITIZEN_ID))
  expect(shown.map((field) => [field?.value, field?.masked])).toEqual(Array(2).fill(['•••', true]))
  const reasons = async (who: Pick<Member, 'call'>) =>
    (await who.call(profileDuplicates.get, { params: { id: String(data[0]!.id) } })).reasons
  expect(await reasons(store)).toContain('same_citizen_id')
  for (const told of [data[0]!.reasons, await reasons(staff)]) {
    expect(told).toContain('same_phone')
    expect(told).not.toContain('same_citizen_id')
  }
})
