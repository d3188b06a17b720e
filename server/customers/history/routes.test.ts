import { profileHistory } from '@ruam/contract/customers/history.ts'
import { labels } from '@ruam/contract/customers/labels.ts'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { expect, test } from 'vitest'
import { field, madeProfile, rowsOf, save, valueIn } from '../../testing/customers/profiles.testing.ts'
import { importFile } from '../../testing/imports/data-sources.testing.ts'
import { newStore, type TestStore } from '../../testing/store.testing.ts'

/** Rows may end with an occupation. */
const csv = (...rows: string[]) => {
  const whole = rows.map((row) => (row.split(',').length < 4 ? `${row},` : row))
  return `ชื่อ,เบอร์โทร,เลขบัตรประชาชน,อาชีพ\n${whole.join('\n')}\n`
}

async function imported(store: TestStore, content = csv('ญาดา,0812345670,')) {
  const { id } = await importFile(store, content, { keys: [field.phone] })
  const { data } = await store.call(profiles.list, { query: {} })
  const params = { id: String(data[0]!.id) }
  return { datasource: id, params, profile: await store.call(profiles.get, { params }) }
}

const historyOf = async (store: Pick<TestStore, 'call'>, id: string, query = {}) =>
  (await store.call(profileHistory.list, { params: { id }, query })).data

test('the history begins with the row of the file that made the profile, with the values it brought', async () => {
  const store = await newStore()
  const { datasource, params, profile } = await imported(store)
  await save(store, profile, { [field.firstName]: 'ญาดา ใหม่' })
  const [, made] = await historyOf(store, params.id)
  expect(made).toMatchObject({
    kind: 'created',
    source: { type: 'run', name: 'customers.csv', datasource_id: datasource, row_no: 1 },
  })
  expect(made!.fields.map(({ field_id, before, after }) => [field_id, before, after])).toEqual([
    [field.firstName, null, 'ญาดา'],
    [field.phone, null, '+66812345670'],
  ])
})

test('each change shows its author, the old and the new value, newest first', async () => {
  const store = await newStore()
  const made = await madeProfile(store, { [field.firstName]: 'ก' })
  const { body } = await save(store, made, { [field.firstName]: 'ข', [field.amount]: 5 })
  await save(store, body, { [field.firstName]: 'ค' })
  const history = await historyOf(store, String(made.id))
  expect(history.map(({ kind, source }) => [kind, source.type, source.name])).toEqual([
    ['changed', 'user', 'สมชาย ใจดี'],
    ['changed', 'user', 'สมชาย ใจดี'],
    ['created', 'user', 'สมชาย ใจดี'],
  ])
  expect(history[1]!.fields).toEqual([
    { field_id: 1, display_name: 'ชื่อ', before: 'ก', after: 'ข', masked: false, revertible: true },
    { field_id: 23, display_name: 'ยอดเงิน', before: null, after: 5, masked: false, revertible: true },
  ])
})

test('the history shows a file row that changed a profile in order among manual changes', {
  tags: ['verify'],
}, async () => {
  const store = await newStore()
  const { params, profile } = await imported(store)
  await save(store, profile, { [field.amount]: 1 })
  await importFile(store, csv('ปลา,0800000000,', 'ญาดา,0812345670,,ครู'), { keys: [field.phone], name: 'อีกไฟล์' })
  await save(store, await store.call(profiles.get, { params }), { [field.amount]: 2 })
  const history = await historyOf(store, params.id)
  expect(history.map(({ kind, source }) => [kind, source.type, source.row_no])).toEqual([
    ['changed', 'user', null],
    ['changed', 'run', 2],
    ['changed', 'user', null],
    ['created', 'run', 1],
  ])
})

test('a history is paged and counted', { tags: ['verify'] }, async () => {
  const store = await newStore()
  const { params, profile } = await imported(store)
  let now = profile
  for (const name of ['ก', 'ข', 'ค']) now = (await save(store, now, { [field.firstName]: name })).body
  const page = await store.call(profileHistory.list, { params, query: { offset: '1', limit: '2' } })
  expect([page.total, page.pages]).toEqual([4, 2])
  expect(page.data.map(({ fields }) => fields[0]!.after)).toEqual(['ข', 'ก'])
})

test('the history names labels, deletion and restoration', async () => {
  const store = await newStore()
  const { id } = await store.call(labels.create, { body: { name: 'vip', color: 'teal', type: 'general' } })
  const made = await madeProfile(store, { [field.firstName]: 'ก' })
  const params = { id: String(made.id) }
  await store.call(profiles.addLabels, { params, body: { label_ids: [id] } })
  await store.call(profiles.delete, { params })
  await store.call(profiles.restore, { params })
  const history = await historyOf(store, params.id)
  expect(history.map(({ kind, labels }) => [kind, labels])).toEqual([
    ['restored', []],
    ['deleted', []],
    ['labelled', [{ id, name: 'vip', added: true }]],
    ['created', []],
  ])
})

test('a label that an import gave is shown with its row', { tags: ['verify'] }, async () => {
  const store = await newStore()
  const { id } = await store.call(labels.create, { body: { name: 'vip', color: 'teal', type: 'general' } })
  const { params } = await imported(store)
  await importFile(store, csv('ญาดา,0812345670,'), { keys: [field.phone], labels: [id], name: 'มีป้าย' })
  const [given] = await historyOf(store, params.id)
  expect(given).toMatchObject({ kind: 'labelled', source: { type: 'run' }, labels: [{ id, name: 'vip', added: true }] })
})

test('a label that an import gave is shown once, and not if the profile already had it', {
  tags: ['verify'],
}, async () => {
  const store = await newStore()
  const { id } = await store.call(labels.create, { body: { name: 'vip', color: 'teal', type: 'general' } })
  const { params } = await imported(store)
  const threeTimes = csv('ญาดา,0812345670,', 'ญาดา,0812345670,', 'ญาดา,0812345670,')
  await importFile(store, threeTimes, { keys: [field.phone], labels: [id], name: 'มีป้าย' })
  await importFile(store, threeTimes, { keys: [field.phone], labels: [id], name: 'มีป้ายอยู่แล้ว' })
  const labelled = (await historyOf(store, params.id)).filter(({ labels }) => labels.length > 0)
  expect(labelled.map(({ source, labels }) => [source.row_no, labels])).toEqual([
    [1, [{ id, name: 'vip', added: true }]],
  ])
  await store.call(profiles.removeLabel, { params: { ...params, label: String(id) } })
  expect((await historyOf(store, params.id)).flatMap(({ labels }) => labels.map(({ added }) => added))).toEqual([
    false,
    true,
  ])
})

test('a label is shown with the row that also changed values or created the profile', {
  tags: ['verify'],
}, async () => {
  const store = await newStore()
  const { id } = await store.call(labels.create, { body: { name: 'vip', color: 'teal', type: 'general' } })
  const label = { id, name: 'vip', added: true }
  const { params } = await imported(store)
  const rows = csv('ญาดา,0812345670,,ครู', 'ปลา,0899999999,', 'ปลา,0899999999,')
  await importFile(store, rows, { keys: [field.phone], labels: [id], name: 'มีป้าย' })
  const [changed] = await historyOf(store, params.id)
  expect([changed!.kind, changed!.labels]).toEqual(['changed', [label]])
  const { data } = await store.call(profiles.list, { query: { keyword: '0899999999' } })
  const history = await historyOf(store, String(data[0]!.id))
  expect(history.map(({ kind, labels }) => [kind, labels])).toEqual([['created', [label]]])
})

test('a history can be filtered by field and by person, and lists the options', { tags: ['verify'] }, async () => {
  const store = await newStore()
  const { params, profile } = await imported(store)
  const colleague = await store.member(['cdp-core.profile.read', 'cdp-core.profile.edit'])
  const { body: mine } = await save(store, profile, { [field.firstName]: 'ก', [field.lastName]: 'ข' })
  await save(colleague, mine, { [field.lastName]: 'ค' })
  const asked = async (query: Record<string, string>) => {
    const { data, total } = await store.call(profileHistory.list, { params, query })
    expect(total).toBe(data.length)
    return data.map(({ kind, fields }) => [kind, ...fields.map(({ field_id }) => field_id)])
  }
  const { fields, people } = await store.call(profileHistory.list, { params, query: { limit: '1' } })
  expect(fields.map(({ field_id }) => field_id)).toEqual([field.firstName, field.lastName])
  expect(people).toHaveLength(2)
  expect(await asked({ field_id: String(field.lastName) })).toEqual([
    ['changed', field.lastName],
    ['changed', field.lastName],
  ])
  expect(await asked({ field_id: String(field.firstName) })).toEqual([
    ['changed', field.firstName],
    ['created', field.firstName],
  ])
  const all = await Promise.all(people.map(({ user_id }) => asked({ user_id: String(user_id) })))
  expect(all.flat()).toHaveLength(2)
  expect(await asked({ field_id: String(field.firstName), user_id: String(people[0]!.user_id) })).toSatisfy(
    (found: unknown[]) => found.length <= 1,
  )
  expect(await asked({ field_id: '2147483647' })).toEqual([])
})

test('sensitive fields of the past are not named without the right to them, nor are deleted ones', async () => {
  const store = await newStore()
  const body = { field_name: 'secret', display_name: 'ความลับ', data_type: 'String' as const }
  const own = await store.call(profileFields.create, { body })
  const made = await madeProfile(store, { [field.firstName]: 'ก', [field.income]: 100, [own.id]: 'ลับ' })
  const { body: saved } = await save(store, made, { [field.income]: 200, [own.id]: 'ลับกว่า' })
  await save(store, saved, { [own.id]: null })
  await store.call(profileFields.delete, { params: { id: String(own.id) }, query: {} })
  const staff = await store.member(['cdp-core.profile.read', 'cdp-core.profile.edit'])
  const told = await historyOf(staff, String(made.id))
  // Times have digits of their own.
  expect(JSON.stringify(told.map(({ at: _, ...entry }) => entry))).not.toMatch(/ลับ"|ลับกว่า|100|200|รายได้/)
  const hidden = { field_id: null, before: '•••', after: '•••', masked: true, revertible: false }
  expect(told.map(({ fields }) => fields)).toMatchObject([[hidden], [hidden], [{ field_id: field.firstName }]])
  const filtered = await staff.try(profileHistory.list, {
    params: { id: String(made.id) },
    query: { field_id: String(field.income) },
  })
  expect(filtered).toMatchObject({ status: 403, body: { error: 'field_closed' } })
  const [, second] = await historyOf(store, String(made.id))
  expect(second!.fields).toMatchObject([
    { field_id: field.income, before: 100, after: 200, masked: false },
    { field_id: null, display_name: 'ฟิลด์ที่ถูกลบแล้ว', before: 'ลับ', after: 'ลับกว่า', revertible: false },
  ])
})

test('a value of the past is put back as a change of its own', async () => {
  const store = await newStore()
  const { params, profile } = await imported(store)
  await save(store, profile, { [field.firstName]: 'ผิด', [field.amount]: 5 })
  const [change] = await historyOf(store, params.id)
  const { updated_at: origin_time } = await store.call(profiles.get, { params })
  const revert = { params: { ...params, change_id: change!.id }, body: { field_id: field.firstName, origin_time } }
  const back = await store.call(profileHistory.revert, revert)
  expect([valueIn(back, field.firstName), valueIn(back, field.amount)]).toEqual(['ญาดา', 5])
  expect((await store.try(profileHistory.revert, revert)).body.error).toBe('stale_edit')
  const [latest, earlier] = await historyOf(store, params.id)
  expect(latest!.fields).toMatchObject([{ before: 'ผิด', after: 'ญาดา', revertible: true }])
  expect(earlier!.fields.map(({ revertible }) => revertible)).toEqual([false, true])
})

test('only changes of this profile, and fields they name, can be put back', { tags: ['verify'] }, async () => {
  const [store, other] = [await newStore(), await newStore()]
  const { params, profile } = await imported(store)
  const foreign = await madeProfile(other, { [field.firstName]: 'ก' })
  await save(other, foreign, { [field.firstName]: 'ข' })
  const [theirs] = await historyOf(other, String(foreign.id))
  const { body: saved } = await save(store, profile, { [field.firstName]: 'ข' })
  const [mine, made] = await historyOf(store, params.id)
  const tries = [
    [theirs!.id, field.firstName],
    [mine!.id, field.phone],
    [made!.id, field.firstName],
    ['c999999999', field.firstName],
    ['r1-1', field.firstName],
  ] as const
  for (const [change_id, field_id] of tries) {
    const body = { field_id, origin_time: saved.updated_at }
    expect((await store.try(profileHistory.revert, { params: { ...params, change_id }, body })).status).toBe(404)
  }
})

test('each value shows its file and row, or its author, and the value it replaced', async () => {
  const store = await newStore()
  const { datasource, params, profile } = await imported(store)
  await save(store, profile, { [field.firstName]: 'ใหม่' })
  const [change] = await historyOf(store, params.id)
  const { data } = await store.call(profileHistory.sources, { params })
  expect(data).toMatchObject([
    {
      field_id: field.firstName,
      source: { type: 'user', name: 'สมชาย ใจดี' },
      at: change!.at,
      replaced: { change_id: change!.id, value: 'ญาดา', masked: false },
    },
    { field_id: field.phone, source: { type: 'run', datasource_id: datasource, row_no: 1 }, replaced: null },
  ])
})

test('the data sources of a profile list the rows that created or changed it', async () => {
  const store = await newStore()
  const { params, datasource } = await imported(store, csv('ญาดา,0812345670,', 'ญาดา,0812345670,,ครู'))
  const again = await importFile(store, csv('ใคร,0899999999,', 'ญาดา,0812345670,,หมอ'), {
    keys: [field.phone],
    name: 'อีกไฟล์',
  })
  const { data } = await store.call(profileHistory.dataSources, { params })
  expect(data).toMatchObject([
    { datasource_id: again.id, name: 'อีกไฟล์', rows: [2], row_total: 1, created: false, deleted: false },
    { datasource_id: datasource, file_name: 'customers.csv', rows: [1, 2], row_total: 2, created: true },
  ])
})

test('the history of a deleted profile, and of another store, is not found', async () => {
  const [store, other] = [await newStore(), await newStore()]
  const foreign = await madeProfile(other, { [field.firstName]: 'ก' })
  const gone = await madeProfile(store, { [field.firstName]: 'ก' })
  await store.call(profiles.delete, { params: { id: String(gone.id) } })
  for (const { id } of [foreign, gone]) {
    const params = { id: String(id) }
    expect((await store.try(profileHistory.list, { params, query: {} })).status).toBe(404)
    expect((await store.try(profileHistory.sources, { params })).status).toBe(404)
    expect((await store.try(profileHistory.dataSources, { params })).status).toBe(404)
  }
})

test('the history of a merged profile is shown with the remaining one', async () => {
  const store = await newStore()
  const kept = await madeProfile(store, { [field.firstName]: 'ก' })
  const gone = await madeProfile(store, { [field.firstName]: 'ข' })
  await save(store, gone, { [field.firstName]: 'ขข' })
  await rowsOf(store, 'update profile set merged_into = $2 where store_id = $1 and id = $3', kept.id, gone.id)
  await rowsOf(
    store,
    "insert into profile_change (store_id, profile_id, source, source_id, changes) values ($1, $2, 'merge', 1, $3)",
    kept.id,
    { merged: [null, gone.id] },
  )
  const history = await historyOf(store, String(kept.id))
  expect(history.map(({ kind, other_profile_id }) => [kind, other_profile_id])).toEqual([
    ['merged', gone.id],
    ['changed', gone.id],
    ['created', gone.id],
    ['created', null],
  ])
  expect(history[1]!.fields[0]!.revertible).toBe(false)
})
