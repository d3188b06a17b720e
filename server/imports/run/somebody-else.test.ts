import { profileDuplicates } from '@ruam/contract/customers/duplicates.ts'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { erase } from '../../testing/customers/profile-erasure.testing.ts'
import { firstCases } from '../../testing/first-cases.testing.ts'
import { createDataSource, importFile, runOf } from '../../testing/imports/data-sources.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'

const [PHONE, EMAIL] = [9, 11]
const HEADER = 'ชื่อ,นามสกุล,วันเกิด,เบอร์โทร'
const MOTHER = 'มาลี,ใจดี,05/03/2510,0812345670'
const SON = 'ธนกร,ใจดี,11/07/2538,0812345670'

let store: TestStore

beforeEach(async () => {
  store = await newStore()
})

const fileOf = (...lines: string[]) => `${HEADER}\n${lines.join('\n')}\n`
const byPhone = { keys: [PHONE] }

/** Uploads a file and runs it dry: what its rows would do. */
async function tried(content: string, name = 'ลองนำเข้า') {
  const { id } = await createDataSource(store, content, name)
  const params = { id: String(id) }
  const { mapping, match } = await store.call(dataSources.getMapping, { params })
  const keys = match.keys.length > 0 ? match.keys : [PHONE]
  await store.call(dataSources.putMapping, { params, body: { mapping, match: { ...match, keys } } })
  return { id, ...(await dryRunOf(id)) }
}

async function dryRunOf(id: number) {
  const { run_id } = await store.call(importRun.dryRun, { params: { id: String(id) } })
  const { stats } = await runOf(store, id, run_id)
  return { run_id, stats }
}

async function executed(id: number, run_id: string) {
  const real = await store.call(importRun.run, { params: { id: String(id) }, body: { run_id } })
  return (await runOf(store, id, real.run_id)).stats
}

async function held(id: number, run_id: string) {
  const params = { id: String(id), run_id }
  return (await store.call(importRun.records, { params, query: { status: 'held' } })).data
}

interface Said {
  answer: 'same' | 'other' | 'none'
  record_nos?: number[]
  person?: { profile_id: number }
}

const answer = (id: number, run_id: string, body: Said) =>
  store.call(importRun.answer, { params: { id: String(id), run_id }, body })

/** Answers for rows that wait, and runs the file dry again and then for real. */
async function settled(file: Awaited<ReturnType<typeof tried>>, said: Said) {
  await answer(file.id, file.run_id, said)
  const again = await dryRunOf(file.id)
  const stats = await executed(file.id, again.run_id)
  expect(stats).toEqual(again.stats)
  return stats
}

const everybody = async () => {
  const { data } = await store.call(profiles.list, { query: { sort_by: 'created_at', sort_dir: 'asc' } })
  return data.map(({ fields }) => fields.find(({ name }) => name === 'firstName')?.value)
}

describe('a row that finds a customer only by a phone', () => {
  firstCases(5)([
    ['with another given name', 'held', SON],
    ['with the given name mistyped', 'duplicated', 'มาาลี,ใจดี,05/03/2510,0812345670'],
    ['with the given name in Latin letters', 'updated', 'Malee,ใจดี,,0812345670'],
    ['with another surname, as after a wedding', 'updated', 'มาลี,รักไทย,05/03/2510,0812345670'],
    ['with another birth date under the same name', 'held', 'มาลี,ใจดี,19/11/2541,0812345670'],
    ['with day and month of birth in each other’s place', 'updated', 'มาลี,ใจดี,03/05/2510,0812345670'],
    ['with a birth date that a time zone has moved by a day', 'updated', 'มาลี,ใจดี,04/03/2510,0812345670'],
    ['with another given name and the same birth date', 'held', 'พิมพ์,ใจดี,05/03/2510,0812345670'],
    ['with the first of January for an unknown birth date', 'updated', 'มาลี,ใจดี,01/01/2500,0812345670'],
    ['with an initial for a name', 'duplicated', 'ม.,ใจดี,,0812345670'],
    ['with another surname and no given name', 'held', ',รักไทย,,0812345670'],
    ['with the surname first', 'duplicated', 'ใจดี,มาลี,05/03/2510,0812345670'],
    ['with a word that stands for a name', 'held', 'ลูกค้าทั่วไป,,,0812345670'],
    ['with the word a relative is called by', 'duplicated', 'ป้ามาลี,ใจดี,,0812345670'],
    ['with nothing but the phone and a birth date', 'duplicated', ',,05/03/2510,0812345670'],
  ])('%s is %s', async (_, becomes, line) => {
    await importFile(store, fileOf(MOTHER), byPhone)
    const { stats } = await tried(fileOf(line))
    expect(stats).toMatchObject({ added: 0, updated: 0, conflict: 0, [becomes]: 1, failed: becomes === 'held' ? 1 : 0 })
  })

  test('matches the only candidate with a second matching field, and waits when there are two', {
    tags: ['verify'],
  }, async () => {
    await importFile(store, fileOf(MOTHER), byPhone)
    await settled(await tried(fileOf(SON)), { answer: 'other' })
    const again = await tried(fileOf('ธนกร,ใจดีมาก,11/07/2538,0812345670', 'มาลี,ใจดี,05/03/2510,0812345670'), 'อีกไฟล์')
    expect(again.stats).toMatchObject({ updated: 1, duplicated: 1, held: 0 })
    const nameless = await tried(fileOf(',ใจดี,,0812345670'), 'ไม่มีชื่อ')
    expect(nameless.stats).toMatchObject({ held: 1 })
    expect((await held(nameless.id, nameless.run_id))[0]!.conflict!.people).toHaveLength(2)
  })
})

describe('a row that waits', () => {
  test('names the person it found and the value that points to them, and changes no one', {
    tags: ['verify'],
  }, async () => {
    await importFile(store, fileOf(MOTHER), byPhone)
    const [mother] = (await store.call(profiles.list, { query: {} })).data
    const { id, run_id, stats } = await tried(fileOf(SON))
    expect(stats).toMatchObject({ held: 1, failed: 1, added: 0, updated: 0 })
    const [record] = await held(id, run_id)
    expect(record).toMatchObject({ record_no: 1, status: 'conflict', profile_id: null, change: null })
    expect(record!.conflict).toMatchObject({
      held: true,
      answer: null,
      people: [{ profile_id: mother!.id, record_no: null, field_id: PHONE }],
    })
    const named = (fields: { name: string; value: unknown }[]) =>
      Object.fromEntries(fields.map(({ name, value }) => [name, value]))
    expect(named(record!.conflict!.fields)).toMatchObject({ firstName: 'ธนกร', birthDate: '1995-07-11' })
    expect(named(record!.conflict!.people[0]!.fields)).toMatchObject({ firstName: 'มาลี', birthDate: '1967-03-05' })
    await executed(id, run_id)
    expect(await everybody()).toEqual(['มาลี'])
  })

  test('becomes a new person when the user says so, and the two are no longer suggested as duplicates', {
    tags: ['verify'],
  }, async () => {
    await importFile(store, fileOf(MOTHER), byPhone)
    const file = await tried(fileOf(SON))
    expect(await answer(file.id, file.run_id, { answer: 'other' })).toEqual({ answered: 1 })
    expect((await held(file.id, file.run_id))[0]!.conflict!.answer).toBe('other')
    const early = { params: { id: String(file.id) }, body: { run_id: file.run_id } }
    expect((await store.try(importRun.run, early)).body.error).toBe('run_outdated')
    const again = await dryRunOf(file.id)
    expect(again.stats).toMatchObject({ added: 1, held: 0, failed: 0 })
    expect(await executed(file.id, again.run_id)).toEqual(again.stats)
    expect(await everybody()).toEqual(['มาลี', 'ธนกร'])
    const { data } = await store.call(profileDuplicates.list, { query: { status: 'dismissed' } })
    expect(data.map(({ profiles: two }) => two.length)).toEqual([2])
  })

  test('is the person it found when the user says so, and the answer applies to the next file', async () => {
    await importFile(store, fileOf(MOTHER), byPhone)
    expect(await settled(await tried(fileOf(SON)), { answer: 'same' })).toMatchObject({ updated: 1, held: 0 })
    const next = await tried(fileOf(`${SON} `), 'เดือนหน้า')
    expect(next.stats).toMatchObject({ held: 0 })
  })

  firstCases(1)([
    ['keeps the name of the person when all rows were answered at once', undefined, 'มาลี'],
    ['has the new name when it was answered by itself', [1], 'ธนกร'],
  ])('%s', async (_, record_nos, name) => {
    await importFile(store, fileOf(MOTHER), byPhone)
    await settled(await tried(fileOf(SON)), { answer: 'same', ...(record_nos && { record_nos }) })
    expect(await everybody()).toEqual([name])
  })

  test('waits again when the answer is withdrawn', { tags: ['verify'] }, async () => {
    await importFile(store, fileOf(MOTHER), byPhone)
    const file = await tried(fileOf(SON))
    await answer(file.id, file.run_id, { answer: 'other' })
    await answer(file.id, file.run_id, { answer: 'none' })
    expect((await dryRunOf(file.id)).stats).toMatchObject({ added: 0, held: 1 })
  })

  test('can wait for a person whom a row of the same file adds', { tags: ['verify'] }, async () => {
    const file = await tried(fileOf(MOTHER, SON))
    const [record] = await held(file.id, file.run_id)
    expect(record!.conflict!.people).toMatchObject([{ profile_id: null, record_no: 1 }])
    expect(await settled(file, { answer: 'same', record_nos: [2] })).toMatchObject({ added: 1, updated: 1 })
    expect(await everybody()).toEqual(['ธนกร'])
  })
})

test('a phone of a whole shop is settled with one answer for all, and the same file changes no one again', {
  tags: ['verify'],
}, async () => {
  const lines = ['มาลี', 'ธนกร', 'วิภา', 'สมศักดิ์', 'ประเสริฐ'].map((name) => `${name},,,0812345670`)
  const file = await tried(fileOf(...lines))
  expect(file.stats).toMatchObject({ added: 1, held: 4 })
  expect(await settled(file, { answer: 'other' })).toMatchObject({ added: 5, held: 0 })
  const again = await tried(fileOf(...lines), 'อีกครั้ง')
  expect(again.stats).toMatchObject({ added: 0, updated: 0, duplicated: 5, held: 0 })
  const { data } = await store.call(profileDuplicates.list, { query: { status: 'dismissed' } })
  expect(data).toHaveLength(10)
})

test('one of several people is chosen by name', { tags: ['verify'] }, async () => {
  await settled(await tried(fileOf(MOTHER, SON)), { answer: 'other' })
  const file = await tried(fileOf(',ใจดีมาก,,0812345670'), 'ไม่มีชื่อ')
  const [record] = await held(file.id, file.run_id)
  expect(await answer(file.id, file.run_id, { answer: 'same' })).toEqual({ answered: 0 })
  const chosen = record!.conflict!.people[1]!.profile_id!
  expect(await settled(file, { answer: 'same', person: { profile_id: chosen } })).toMatchObject({ updated: 1 })
  const { fields } = await store.call(profiles.get, { params: { id: String(chosen) } })
  expect(fields.find(({ name }) => name === 'lastName')!.value).toBe('ใจดีมาก')
})

test('a person with two rows of different values is not changed back and forth when the file is imported again', {
  tags: ['verify'],
}, async () => {
  const content = fileOf(
    'มาลี,ใจดี,05/03/2510,0812345670',
    'มาลี,รักไทย,05/03/2510,0812345670',
    'มาลี,ใจดี,05/03/2510,0812345670',
  )
  const { stats } = await importFile(store, content, byPhone)
  expect(stats).toMatchObject({ added: 1, updated: 2 })
  const again = await importFile(store, content, { name: 'อีกครั้ง', ...byPhone })
  expect(again.stats).toMatchObject({ added: 0, updated: 0, duplicated: 3 })
})

test('a citizen id finds nobody with another given name, whatever else agrees', { tags: ['verify'] }, async () => {
  const header = 'ชื่อ,เบอร์โทร,เลขบัตรประชาชน\n'
  await importFile(store, `${header}มาลี,0812345670,1112034563562\n`)
  const renamed = await tried(`${header}พิมพ์ชนก,0812345670,1112034563562\n`)
  expect(renamed.stats).toMatchObject({ updated: 0, held: 1 })
  const other = await tried(`${header}พิมพ์ชนก,0898765432,1112034563562\n`, 'คนอื่น')
  expect(other.stats).toMatchObject({ updated: 0, held: 1 })
})

test('a phone of a clearly different person does not block a row whose person is known', {
  tags: ['verify'],
}, async () => {
  const header = 'ชื่อ,เบอร์โทร,เลขบัตรประชาชน\n'
  await importFile(store, `${header}มาลี,0812345670,1112034563562\nธนกร,0898765432,9517812865702\n`)
  const run = await tried(`${header}มาลี,0898765432,1112034563562\n`)
  expect(run.stats).toMatchObject({ updated: 1, conflict: 0, held: 0 })
})

test('a conflict of two keys names both people and what points to each', { tags: ['verify'] }, async () => {
  await importFile(store, 'ชื่อ,เบอร์โทร,อีเมล\nมาลี,0812345670,a@example.com\nมาลี,0898765432,b@example.com\n')
  const { id, run_id, stats } = await tried('ชื่อ,เบอร์โทร,อีเมล\nมาลี,0812345670,b@example.com\n', 'ขัดกัน')
  expect(stats).toMatchObject({ conflict: 1, held: 0 })
  const params = { id: String(id), run_id }
  const { data, total } = await store.call(importRun.records, { params, query: { status: 'conflict' } })
  expect([total, data[0]!.conflict!.people.map(({ field_id }) => field_id)]).toEqual([1, [PHONE, EMAIL]])
})

test('answers about a person are deleted with their erasure', async () => {
  await importFile(store, fileOf(MOTHER), byPhone)
  await settled(await tried(fileOf(SON)), { answer: 'other' })
  const kept = async () => {
    const { admin } = await testServer()
    const { rows } = await admin.query('select profile_id, added_id from match_answer where store_id = $1', [
      store.storeId,
    ])
    return rows
  }
  const [answered] = await kept()
  expect([typeof answered.profile_id, typeof answered.added_id]).toEqual(['number', 'number'])
  const { data } = await store.call(profiles.list, { query: { keyword: 'ธนกร' } })
  await erase(store, data[0]!.id)
  expect(await kept()).toEqual([])
})

test('a member without the right to import can’t answer either', { tags: ['verify'] }, async () => {
  await importFile(store, fileOf(MOTHER), byPhone)
  const { id, run_id } = await tried(fileOf(SON))
  const reader = await store.member(['cdp-core.datasource.read'])
  const call = { params: { id: String(id), run_id }, body: { answer: 'same' as const } }
  expect((await reader.try(importRun.answer, call)).status).toBe(403)
})

test('missing or unreadable names keep a shared phone from matching on its own', { tags: ['verify'] }, async () => {
  await importFile(store, fileOf(MOTHER), byPhone)
  const names = async (cell: string, name: string) => {
    const { id } = await createDataSource(store, `ชื่อ-นามสกุล,เบอร์โทร\n${cell},0812345670\n`, name)
    const { mapping, match } = await store.call(dataSources.getMapping, { params: { id: String(id) } })
    const phone = mapping.filter((row) => row.destination_id === PHONE)
    const body = { mapping: phone, match: { ...match, keys: [PHONE] } }
    await store.call(dataSources.putMapping, { params: { id: String(id) }, body })
    return (await dryRunOf(id)).stats
  }
  expect(await names('นางมาลี ใจดี', 'คนเดิม')).toMatchObject({ duplicated: 1, held: 0 })
  expect(await names('ธนกร ใจดี', 'ลูกชาย')).toMatchObject({ duplicated: 0, held: 1 })
  expect(await names('???? 12', 'อ่านไม่ออก')).toMatchObject({ duplicated: 0, held: 1 })
})

test('codes that another branch gives out again hold the whole file back', async () => {
  const { id: code } = await store.call(profileFields.create, {
    body: { field_name: 'code', display_name: 'รหัสสมาชิก', data_type: 'String' },
  })
  const header = 'รหัสสมาชิก,ชื่อ,นามสกุล\n'
  const people = (names: string[]) => names.map((name, no) => `A${no + 1},${name}\n`).join('')
  const ours = ['มาลี,ใจดี', 'ธนกร,รักไทย', 'วิภา,มั่นคง', 'ประเสริฐ,มีสุข', 'อรทัย,นาดี', 'สุดา,ใจงาม']
  const theirs = ['วิชัย,ทองคำ', 'นิภา,ศรีสุข', 'ชูชาติ,แสงดี', 'กมลา,พรหมดี', 'สมบัติ,คำแสน', 'สุดา,ใจงาม']
  await importFile(store, header + people(ours), { keys: [code] })
  const { id } = await createDataSource(store, header + people(theirs), 'สาขาสอง')
  const { mapping, match } = await store.call(dataSources.getMapping, { params: { id: String(id) } })
  const body = { mapping, match: { ...match, keys: [code] } }
  await store.call(dataSources.putMapping, { params: { id: String(id) }, body })
  const { run_id, stats } = await dryRunOf(id)
  // Also the one whose names agree: nothing but the code says that she is the same.
  expect(stats).toMatchObject({ added: 0, updated: 0, duplicated: 0, held: 6 })
  const { admin } = await testServer()
  const { rows } = await admin.query(
    "select distinct c.error -> 'doubts' ->> 0 as doubt from run_record c join run r on r.id = c.run where r.run_id = $1",
    [run_id],
  )
  expect(rows).toEqual([{ doubt: 'whole_file' }])
})
