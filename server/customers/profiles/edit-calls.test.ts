import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { describe, expect, test } from 'vitest'
import { editsOf, field, madeProfile, rowsOf, save, valueIn } from '../../testing/customers/profiles.testing.ts'
import { newStore, type TestStore } from '../../testing/store.testing.ts'
import { typeWithField } from '../../testing/things/fields.ts'

async function customField(store: TestStore, data_type: 'String' | 'Number' | 'Date' | 'Boolean') {
  const name = `own${data_type}`
  return (await store.call(profileFields.create, { body: { field_name: name, display_name: name, data_type } })).id
}

/** As if an import were at work. */
async function importing(store: TestStore) {
  const [source] = await rowsOf<{ id: number }>(
    store,
    "insert into data_source (store_id, name) values ($1, 'ไฟล์ใหญ่') returning id",
  )
  const file = await rowsOf<{ id: number }>(
    store,
    `insert into file (store_id, name, size, type, storage_key, settings)
      values ($1, 'ก.csv', 1, 'csv', concat($1::int, '/', gen_random_uuid()), '{}') returning id`,
  )
  await rowsOf(
    store,
    `insert into run (store_id, run_id, data_source_id, kind, status, version, mapping, file_id, total, done, duplicated, started_at)
      values ($1, 'run_x', $2, 'real', 'processing', 1, '{}', $3, 200, 50, 50, now() - interval '10 seconds')`,
    source!.id,
    file[0]!.id,
  )
  return source!.id
}

test('a profile created by hand stores its values as an import would', async () => {
  const store = await newStore()
  const made = await madeProfile(store, {
    [field.firstName]: ' เเก้ว\u200b ',
    [field.phone]: '๐๘๑-๒๓๔-๕๖๗๘',
    [field.birthDate]: '29/02/2567',
    [field.email]: 'KAEW@Example.com',
    [field.amount]: '๑,๒๓๔.๕๐ บาท',
    [field.age]: 30,
  })
  const read = await store.call(profiles.get, { params: { id: String(made.id) } })
  expect(read).toEqual(made)
  expect(valueIn(read, field.firstName)).toBe('แก้ว')
  expect(valueIn(read, field.phone)).toBe('+66812345678')
  expect(valueIn(read, field.birthDate)).toBe('2024-02-29')
  expect(valueIn(read, field.email)).toBe('kaew@example.com')
  expect(valueIn(read, field.amount)).toBe(1234.5)
  expect(valueIn(read, field.age)).toBe(30)
})

test('a profile without any value is not created', async () => {
  const store = await newStore()
  const body = { fields: editsOf({ [field.firstName]: '  ', [field.phone]: null }) }
  expect((await store.try(profiles.create, { body })).body.error).toBe('invalid_input')
})

test('each value that can not be saved is named with a sentence, and nothing is saved', async () => {
  const store = await newStore()
  const made = await madeProfile(store, { [field.firstName]: 'นิด' })
  const answer = await save(store, made, {
    [field.firstName]: 'หน่อย',
    [field.birthDate]: '31/02/2567',
    [field.phone]: '0811',
    [field.citizenId]: '1234567890123',
  })
  expect(answer.status).toBe(400)
  expect(answer.body.details).toEqual({
    fields: [
      { field_id: 8, failure: 'date_impossible', message: expect.stringContaining('ปฏิทิน') },
      { field_id: 9, failure: 'phone_invalid', message: expect.stringContaining('เบอร์') },
      { field_id: 10, failure: 'citizen_id_check_digit', message: expect.any(String) },
    ],
  })
  expect(await store.call(profiles.get, { params: { id: String(made.id) } })).toEqual(made)
})

test('a custom field takes values of its own type', async () => {
  const store = await newStore()
  const [text, number, date, yes] = [
    await customField(store, 'String'),
    await customField(store, 'Number'),
    await customField(store, 'Date'),
    await customField(store, 'Boolean'),
  ]
  const made = await madeProfile(store, {
    [text]: 42,
    [number]: '๔๒',
    [date]: '21/12/2568 10:47',
    [yes]: 'ใช่',
  })
  expect(valueIn(made, text)).toBe('42')
  expect(valueIn(made, number)).toBe(42)
  expect(valueIn(made, date)).toBe('2025-12-21T03:47:00.000Z')
  expect(valueIn(made, yes)).toBe(true)
  const wrong = await save(store, made, { [number]: 'สี่', [date]: 'พรุ่งนี้', [yes]: 'บางที' })
  expect(wrong.body.details).toMatchObject({
    fields: [{ failure: 'number_invalid' }, { failure: 'date_invalid' }, { failure: 'boolean_invalid' }],
  })
})

test('an empty text and null remove a value', async () => {
  const store = await newStore()
  const own = await customField(store, 'String')
  const made = await madeProfile(store, { [field.firstName]: 'ก', [field.amount]: 5, [own]: 'x' })
  const { body } = await save(store, made, { [field.amount]: '', [own]: null })
  expect([valueIn(body, field.amount), valueIn(body, own)]).toEqual([null, null])
})

test('10,000 letters of a name and naughty text come back as they were typed', async () => {
  const store = await newStore()
  const long = 'ก'.repeat(10_000)
  const naughty = "'); drop table profile; -- <script>alert(1)</script> {{7*7}} 👩‍👩‍👧"
  const made = await madeProfile(store, { [field.firstName]: long, [field.lastName]: ` ${naughty}\u200b` })
  expect(valueIn(made, field.firstName)).toBe(long)
  expect(valueIn(made, field.lastName)).toBe(naughty)
  const { body } = await save(store, made, { [field.firstName]: 'ก'.repeat(11_000) })
  expect(body.details).toMatchObject({ fields: [{ field_id: 1, failure: 'cell_too_long' }] })
})

describe('a text that is typed', () => {
  test.each([
    ...['NULL', 'null', '(null)', '\\N', 'N/A', '-', '--', '#N/A', "'=1+1", 'none', 'ไม่มี'],
    ...['👨‍👩‍👧', '🏳️‍🌈 ร้าน', 'สมชาย  ใจดี', 'สม\u200bชาย', 'ก\nข\tค', 'Straße ﷽ Ω'],
  ])('stays %j in a field of the system, of the store and of an activity', async (text) => {
    const store = await newStore()
    const own = await customField(store, 'String')
    const made = await madeProfile(store, { [field.lastName]: text, [own]: text })
    expect([valueIn(made, field.lastName), valueIn(made, own)]).toEqual([text, text])
    const { type, field: ofActivity } = await typeWithField(store)
    const body = { activity_type_id: type, fields: [{ id: ofActivity, value: text }] }
    const params = { params: { id: String(made.id) } }
    const activity = await store.call(profileActivities.create, { ...params, body })
    const note = await store.call(profileActivities.note, { ...params, body: { text } })
    expect([activity.fields[0]!.value, note.fields[0]!.value]).toEqual([text, text])
  })

  test.each(['NULL', 'N/A', '-', 'ไม่มี'])('%s is no phone, number or date, and takes none away', async (text) => {
    const store = await newStore()
    const values = { [field.phone]: '0812345678', [field.amount]: 5, [field.birthDate]: '2000-01-31' }
    const made = await madeProfile(store, values)
    const edits = { [field.phone]: text, [field.amount]: text, [field.birthDate]: text }
    const { status, body } = await save(store, made, edits)
    const failures = ['date_invalid', 'phone_invalid', 'number_invalid'].map((failure) => ({ failure }))
    expect([status, body]).toMatchObject([400, { details: { fields: failures } }])
    expect(await store.call(profiles.get, { params: { id: String(made.id) } })).toEqual(made)
  })

  test.each(['a\u0007b', '\u202egnp.exe', 'a\u2066b'])(
    'may not hold a control character: %j is refused by name',
    async (text) => {
      const store = await newStore()
      const { body } = await store.try(profiles.create, { body: { fields: editsOf({ [field.lastName]: text }) } })
      expect(body).toMatchObject({ error: 'values_invalid', details: { fields: [{ failure: 'text_not_plain' }] } })
    },
  )

  test('is empty when it shows nothing', async () => {
    const store = await newStore()
    const made = await madeProfile(store, { [field.firstName]: 'ก', [field.lastName]: '\u200b \ufeff' })
    expect(valueIn(made, field.lastName)).toBeNull()
  })

  test('is found without its invisible characters', async () => {
    const store = await newStore()
    const own = await customField(store, 'String')
    const { id } = await madeProfile(store, { [field.firstName]: 'แก้ว\u200bตา', [own]: 'ชา\u200bเย็น' })
    for (const keyword of ['แก้วตา', 'แก้ว\u200bตา', 'ชาเย็น']) {
      const { data } = await store.call(profiles.list, { query: { keyword } })
      expect([keyword, data.map((found) => found.id)]).toEqual([keyword, [id]])
    }
  })
})

test('values of match keys are stored as in files', async () => {
  const store = await newStore()
  const made = await madeProfile(store, { [field.lineUserId]: 'U12\u200b34' })
  expect(valueIn(made, field.lineUserId)).toBe('U1234')
})

test('values of match keys may not be longer than an index allows', async () => {
  const store = await newStore()
  const own = await customField(store, 'String')
  await rowsOf(store, 'update profile_field set match_key = true where store_id = $1 and id = $2', own)
  const body = { fields: editsOf({ [field.lineUserId]: 'U'.repeat(501), [own]: 'ข'.repeat(501) }) }
  const answer = await store.try(profiles.create, { body })
  expect(answer.body.details).toMatchObject({
    fields: [{ failure: 'match_key_too_long' }, { failure: 'match_key_too_long' }],
  })
})

test('one of fifty people who save over one version wins, and the others see the current one', async () => {
  const store = await newStore()
  const made = await madeProfile(store, { [field.firstName]: 'เดิม' })
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, place) => save(store, made, { [field.firstName]: `คนที่ ${place}` })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const stale = answers.filter(({ body }) => body.error === 'stale_edit')
  expect(stale).toHaveLength(49)
  const now = await store.call(profiles.get, { params: { id: String(made.id) } })
  expect(stale.every(({ body }) => (body.details!.current as typeof now).updated_at === now.updated_at)).toBe(true)
})

test('saving the current values changes nothing, not even the time', async () => {
  const store = await newStore()
  const made = await madeProfile(store, { [field.firstName]: 'เดิม', [field.phone]: '0812345678' })
  const { status, body } = await save(store, made, { [field.firstName]: 'เดิม ', [field.phone]: '081 234 5678' })
  expect([status, body.updated_at]).toEqual([200, made.updated_at])
})

test('a value stored under former rules does not prevent saving the others', async () => {
  const store = await newStore()
  const made = await madeProfile(store, { [field.firstName]: 'ก' })
  await rowsOf(store, "update profile set phone = '123' where store_id = $1")
  const now = await store.call(profiles.get, { params: { id: String(made.id) } })
  const { body } = await save(store, now, { [field.phone]: '123', [field.firstName]: 'ข' })
  expect([valueIn(body, field.phone), valueIn(body, field.firstName)]).toEqual(['123', 'ข'])
})

test('a sensitive value is written only by those who may see it, and a mask that comes back is not saved', async () => {
  const store = await newStore()
  const made = await madeProfile(store, { [field.firstName]: 'ก', [field.income]: 50_000 })
  const staff = await store.member(['cdp-core.profile.read', 'cdp-core.profile.edit'])
  const seen = await staff.call(profiles.get, { params: { id: String(made.id) } })
  const same = await save(staff, seen, { [field.income]: valueIn(seen, field.income), [field.firstName]: 'ข' })
  expect(same.status).toBe(200)
  for (const guess of [50_000, 1, null]) {
    expect((await save(staff, same.body, { [field.income]: guess })).body.error).toBe('field_closed')
  }
  const params = { id: String(made.id) }
  expect(await store.call(profiles.unmask, { params, body: { field_id: field.income } })).toEqual({ value: 50_000 })
})

test('revealing a sensitive value is audited, without the value', async () => {
  const store = await newStore()
  const made = await madeProfile(store, { [field.income]: 50_000 })
  const params = { id: String(made.id) }
  expect(await store.call(profiles.unmask, { params, body: { field_id: field.income } })).toEqual({ value: 50_000 })
  const told = await rowsOf(
    store,
    "select user_id, subject_id, details from audit_log where store_id = $1 and action = 'value_unmasked'",
  )
  expect(told).toEqual([{ user_id: store.userId, subject_id: params.id, details: { field_id: field.income } }])
})

test('a computed field cannot be edited', async () => {
  const store = await newStore()
  const formula = { function: 'age' as const, field_id: field.birthDate }
  const names = { field_name: 'years', display_name: 'ปีเต็ม', data_type: 'Number' as const }
  const { id: own } = await store.call(profileFields.create, { body: { ...names, formula } })
  const made = await madeProfile(store, { [field.firstName]: 'ก' })
  expect((await save(store, made, { [own]: 5 })).body.details).toMatchObject({
    fields: [{ failure: 'field_computed' }],
  })
})

test('fields of another store, deleted fields and fields named twice are refused', async () => {
  const [store, other] = [await newStore(), await newStore()]
  const foreign = await customField(other, 'String')
  const own = await customField(store, 'String')
  await store.call(profileFields.delete, { params: { id: String(own) }, query: {} })
  const made = await madeProfile(store, { [field.firstName]: 'ก' })
  for (const id of [foreign, own]) expect((await save(store, made, { [id]: 'x' })).body.error).toBe('not_found')
  const body = { fields: [...editsOf({ [field.firstName]: 'ข' }), ...editsOf({ [field.firstName]: 'ค' })] }
  const twice = { params: { id: String(made.id) }, body: { ...body, origin_time: made.updated_at } }
  expect((await store.try(profiles.update, twice)).body.error).toBe('invalid_input')
})

test('a deleted profile is visible only to members who may restore it', async () => {
  const store = await newStore()
  const made = await madeProfile(store, { [field.firstName]: 'ก' })
  const params = { id: String(made.id) }
  await store.call(profiles.delete, { params })
  const reader = await store.member(['cdp-core.profile.read'])
  expect((await reader.try(profiles.get, { params })).status).toBe(404)
  expect((await store.call(profiles.get, { params })).deleted_at).toEqual(expect.any(String))
})

test('a deleted profile is changed by no call, and restoring brings it back with its labels counted', async () => {
  const store = await newStore()
  const made = await madeProfile(store, { [field.firstName]: 'ก' })
  const params = { id: String(made.id) }
  await store.call(profiles.delete, { params })
  expect((await store.try(profiles.delete, { params })).status).toBe(404)
  expect((await save(store, made, { [field.firstName]: 'ข' })).status).toBe(404)
  const back = await store.call(profiles.restore, { params })
  expect(valueIn(back, field.firstName)).toBe('ก')
  expect(back.updated_at > made.updated_at).toBe(true)
  expect(await store.call(profiles.restore, { params })).toEqual(back)
})

test('a profile that was deleted more than 30 days ago is not restored', async () => {
  const store = await newStore()
  const made = await madeProfile(store, { [field.firstName]: 'ก' })
  const params = { id: String(made.id) }
  await store.call(profiles.delete, { params })
  await rowsOf(store, "update profile set deleted_at = now() - interval '31 days' where store_id = $1")
  expect((await store.try(profiles.restore, { params })).status).toBe(404)
})

test('during an import, profiles can be read but not written, and the error names the import', async () => {
  const store = await newStore()
  const made = await madeProfile(store, { [field.firstName]: 'ก' })
  expect(await store.call(profiles.editable)).toEqual({ editable: true, run: null })
  const datasource_id = await importing(store)
  const { editable, run } = await store.call(profiles.editable)
  expect(editable).toBe(false)
  expect(run).toMatchObject({ datasource_id, name: 'ไฟล์ใหญ่', kind: 'run', progress: 0.25 })
  expect(run!.eta).toBeGreaterThan(0)
  const params = { id: String(made.id) }
  const refused = [
    await save(store, made, { [field.firstName]: 'ข' }),
    await store.try(profiles.create, { body: { fields: editsOf({ [field.firstName]: 'ค' }) } }),
    await store.try(profiles.delete, { params }),
    await store.try(profiles.restore, { params }),
  ]
  expect(refused.map(({ body }) => body.error_code)).toEqual([61, 61, 61, 61])
  expect((await store.call(profiles.get, { params })).updated_at).toBe(made.updated_at)
})

test("another store's profile is not found", async () => {
  const [store, other] = [await newStore(), await newStore()]
  const made = await madeProfile(other, { [field.firstName]: 'ก' })
  const params = { id: String(made.id) }
  const answers = [
    await store.try(profiles.get, { params }),
    await save(store, made, { [field.firstName]: 'ข' }),
    await store.try(profiles.delete, { params }),
    await store.try(profiles.restore, { params }),
    await store.try(profiles.unmask, { params, body: { field_id: field.firstName } }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
})
