import { activities } from '@ruam/contract/customers/activities.ts'
import { type ProfileField, profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import type { Sent } from '@ruam/contract/platform/endpoint.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { firstCases } from '../../testing/first-cases.testing.ts'
import { createDataSource, importFile, runMapping, runOf } from '../../testing/imports/data-sources.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'

let store: TestStore
beforeEach(async () => {
  store = await newStore()
})

let made = 0
async function makeField(data_type: ProfileField['data_type'] = 'String', sensitive = false): Promise<ProfileField> {
  const name = `field${++made}`
  return store.call(profileFields.create, { body: { field_name: name, display_name: name, data_type, sensitive } })
}

type Change = Omit<Sent<typeof profileFields.update>['body'], 'origin_time'>
const change = ({ id, updated_at }: ProfileField, body: Change, by: Pick<TestStore, 'try'> = store) =>
  by.try(profileFields.update, { params: { id: String(id) }, body: { ...body, origin_time: updated_at! } })
const remove = (id: number, confirm?: 'true') =>
  store.try(profileFields.delete, { params: { id: String(id) }, query: confirm ? { confirm } : {} })
const preview = (id: number, data_type: ProfileField['data_type'], by: Pick<TestStore, 'call'> = store) =>
  by.call(profileFields.typePreview, { params: { id: String(id) }, body: { data_type } })

/** A file of customers whose third column is the field, and how it is mapped; `key`: they are matched by it. */
async function fileOf(field: ProfileField, values: string[], key = false) {
  const rows = values.map((value, place) => `คนที่ ${place},08${String(10_000_000 + place)},"${value}"`)
  const { id } = await createDataSource(store, `ชื่อ,เบอร์โทร,ค่า\n${rows.join('\n')}\n`, `ไฟล์ ${++made}`)
  const body: Sent<typeof dataSources.putMapping>['body'] = {
    mapping: [
      { source_schema_id: '1', destination_id: 1, destination_type: 'system_profile' },
      { source_schema_id: '2', destination_id: 9, destination_type: 'system_profile' },
      { source_schema_id: '3', destination_id: field.id, destination_type: 'custom_profile' },
    ],
    match: { keys: key ? [field.id] : [9], mode: 'both' },
  }
  return { id, body }
}

async function importValues(field: ProfileField, values: string[], key = false) {
  const { id, body } = await fileOf(field, values, key)
  return runMapping(store, id, body)
}

/** A file that maps the field, not imported yet. */
async function mapField(field: ProfileField, values: string[]) {
  const { id, body } = await fileOf(field, values)
  await store.call(dataSources.putMapping, { params: { id: String(id) }, body })
  return id
}

/** Values of the field by row of the file. */
async function valuesOf(id: number): Promise<unknown[]> {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ value: unknown }>(
    'select custom -> $2 as value from profile where store_id = $1 order by id',
    [store.storeId, String(id)],
  )
  return rows.map(({ value }) => value)
}

async function keysOf(id: number): Promise<string[]> {
  const { admin } = await testServer()
  const text = 'select value from profile_key where store_id = $1 and field_id = $2 order by value'
  return (await admin.query<{ value: string }>(text, [store.storeId, id])).rows.map(({ value }) => value)
}

describe('changing a field', () => {
  test('changes the given properties and keeps the rest', async () => {
    const field = await makeField('Number', true)
    const { status, body } = await change(field, { display_name: ' แต้มสะสม ' })
    const changed = { ...field, display_name: 'แต้มสะสม', updated_at: expect.any(String), job_id: null }
    expect([status, body]).toEqual([200, changed])
    expect(body.updated_at! > field.updated_at!).toBe(true)
  })

  test('may keep its own names, but not take others’', async () => {
    const [field, other] = [await makeField(), await makeField()]
    await store.call(activities.createField, {
      query: {},
      body: { name: 'branch', display_name: 'สาขา', data_type: 'String' },
    })
    const codes: unknown[] = []
    for (const body of [
      { field_name: '1x' },
      { field_name: other.field_name.toUpperCase().replace('F', 'f') },
      { display_name: other.display_name },
      { field_name: 'branch' },
      { display_name: 'สาขา' },
      { display_name: 'ชื่อ' },
    ]) {
      codes.push((await change(field, body)).body.error_code)
    }
    expect(codes).toEqual([70, 76, 77, 74, 75, 77])
    const { status } = await change(field, { field_name: field.field_name, display_name: field.display_name })
    expect(status).toBe(200)
  })

  test('a system field cannot be changed or deleted', async () => {
    const origin_time = '2026-01-01T00:00:00Z'
    const params = { id: '1' }
    const replies = [
      await store.try(profileFields.update, { params, body: { display_name: 'อื่น', origin_time } }),
      await store.try(profileFields.delete, { params, query: { confirm: 'true' } }),
      await store.try(profileFields.typePreview, { params, body: { data_type: 'Date' } }),
    ]
    expect(replies.map(({ status, body }) => [status, body.error])).toEqual(Array(3).fill([409, 'field_system']))
  })

  test('one of fifty saves over the same version wins, and the others get the current one', async () => {
    const field = await makeField()
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, n) => change(field, { display_name: `ชื่อที่ ${n} ${field.field_name}` })),
    )
    const winners = replies.filter(({ status }) => status === 200)
    expect(winners).toHaveLength(1)
    const { job_id: _, ...current } = winners[0]!.body
    for (const { status, body } of replies.filter((reply) => reply.status !== 200)) {
      expect([status, body]).toMatchObject([409, { error: 'stale_edit', details: { current } }])
    }
  })

  test('a field can be made non-sensitive only with permission to read it', async () => {
    const field = await makeField('String', true)
    const editor = await store.member(['cdp-core.field.edit'])
    const refused = await change(field, { sensitive: false }, editor)
    expect([refused.status, refused.body.details]).toEqual([403, { permission: 'cdp-core.profile-sensitive.read' }])
    expect((await change(field, { sensitive: false })).body.sensitive).toBe(false)
  })
})

test('two people who create a profile field and an activity field with one name at once create one', async () => {
  const name = 'sameName'
  const body = { display_name: 'ชื่อเดียวกัน', data_type: 'String' as const }
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      n % 2
        ? store.try(profileFields.create, { body: { ...body, field_name: name } })
        : store.try(activities.createField, { query: {}, body: { ...body, name } }),
    ),
  )
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  const refusals = new Set(replies.flatMap((reply) => reply.body.error_code ?? []))
  expect([[74], [76]]).toContainEqual([...refusals])
})

test.each([
  ['name', 'Tier1', true],
  ['name', 'ระดับ', false],
  ['display_name', 'ระดับ', true],
  ['display_name', 'tier1', false],
  [undefined, 'tier1', true],
  [undefined, 'ระดับ', true],
  ['name', 'orderTotal', true],
  ['name', 'firstname', true],
  ['display_name', 'วันที่ทำกิจกรรม', true],
  [undefined, 'ยังว่าง', false],
] as const)('the %s “%s” is taken: %s', async (kind, keyword, exists) => {
  await store.call(profileFields.create, {
    body: { field_name: 'tier1', display_name: 'ระดับ', data_type: 'String' },
  })
  await store.call(activities.createField, {
    query: {},
    body: { name: 'orderTotal', display_name: 'ยอดสั่งซื้อ', data_type: 'Number' },
  })
  const query = { keyword, ...(kind && { kind }) }
  expect(await store.call(profileFields.nameAvailable, { query })).toEqual({ exists })
  expect(await store.call(activities.fieldNameAvailable, { query })).toEqual({ exists })
})

describe('deleting a field', () => {
  test('needs no confirmation if the field is unused', async () => {
    const { id } = await makeField()
    expect((await remove(id)).status).toBe(200)
    expect((await remove(id)).status).toBe(404)
  })

  test('is refused with the uses of a used field, and deletes its values once confirmed', async () => {
    const [field, other] = [await makeField(), await makeField()]
    const { id } = await importValues(field, ['ก', 'ข', ''], true)
    await importValues(other, ['ค'])
    const { data } = await store.call(dataSources.list, { query: {} })
    const name = data.find((source) => source.id === id)!.name
    const refused = await remove(field.id)
    expect([refused.status, refused.body]).toMatchObject([
      409,
      {
        error: 'field_in_use',
        details: { profiles: 2, data_sources: { count: 1, names: [name] }, match_key: true },
      },
    ])
    expect((await valuesOf(field.id)).filter(Boolean)).toEqual(['ก', 'ข'])

    const { status, body } = await remove(field.id, 'true')
    expect([status, body]).toEqual([200, { job_id: null }])
    expect((await valuesOf(field.id)).filter(Boolean)).toEqual([])
    expect(await keysOf(field.id)).toEqual([])
    expect((await valuesOf(other.id)).filter(Boolean)).toEqual(['ค'])
    const { data: people } = await store.call(profiles.list, { query: {} })
    expect(people.flatMap(({ fields }) => fields.map((one) => one.name))).not.toContain(field.field_name)
  })

  test('names the uses and deletes nothing when the caller asks for them', async () => {
    const [used, free] = [await makeField(), await makeField()]
    await importValues(used, ['ก', 'ข'])
    const ask = (id: number) =>
      store.try(profileFields.delete, { params: { id: String(id) }, query: { ask: 'true', confirm: 'true' } })
    expect((await ask(used.id)).body).toMatchObject({ error: 'field_in_use', details: { profiles: 2 } })
    expect((await ask(free.id)).body).toMatchObject({ error: 'field_in_use', details: { profiles: 0 } })
    expect((await valuesOf(used.id)).filter(Boolean)).toEqual(['ก', 'ข'])
    expect((await remove(free.id)).status).toBe(200)
  })

  test('makes the next run of a mapping with it fail with a reason', async () => {
    const field = await makeField()
    const id = await mapField(field, ['ก'])
    await remove(field.id, 'true')
    const { run_id } = await store.call(importRun.dryRun, { params: { id: String(id) } })
    const run = await runOf(store, id, run_id)
    expect([run.status, run.error?.error]).toEqual(['failed', 'mapping_invalid'])
  })

  test('waits for a running import', async () => {
    const field = await makeField()
    const { id } = await importFile(store, 'ชื่อ,เบอร์โทร\nก,0812222222\n')
    const { admin } = await testServer()
    await admin.query(
      "update run set status = 'processing' where store_id = $1 and data_source_id = $2 and kind = 'real'",
      [store.storeId, id],
    )
    expect((await remove(field.id)).body).toMatchObject({ error: 'pipeline_busy' })
    expect((await change(field, { data_type: 'Number' })).body.error).toBe('pipeline_busy')
    expect((await change(field, { display_name: 'ยังแก้ชื่อได้' })).status).toBe(200)
  })
})

describe('the list of fields', () => {
  test('counts the data sources that map each field', { tags: ['verify'] }, async () => {
    const [field, unused] = [await makeField(), await makeField()]
    await importValues(field, ['ก'])
    await importValues(field, ['ข'])
    const { data } = await store.call(profileFields.list, {
      query: { sort_by: 'usage_count', sort_dir: 'desc', limit: '0' },
    })
    const counted = data.filter(({ usage_count }) => usage_count > 0).map((one) => [one.field_name, one.usage_count])
    expect(counted.sort()).toEqual(
      [
        [field.field_name, 2],
        ['firstName', 2],
        ['phone', 2],
      ].sort(),
    )
    expect(data.find(({ id }) => id === unused.id)!.usage_count).toBe(0)
    expect(data[0]!.usage_count).toBe(2)
  })
})

describe('changing the type of a field', () => {
  test('previews the conversion without changing anything', async () => {
    const field = await makeField()
    await importValues(field, ['1,234.50', '๑๒', 'สิบ', '', '๑๒'])
    expect(await preview(field.id, 'Number')).toEqual({
      convertible: 3,
      not_convertible: 1,
      segments: { count: 0, names: [] },
      views: { count: 0, names: [] },
      samples: [
        { before: 'สิบ', after: null },
        { before: '1,234.50', after: '1234.5' },
        { before: '๑๒', after: '12' },
      ],
    })
    expect((await valuesOf(field.id)).filter(Boolean)).toEqual(['1,234.50', '๑๒', 'สิบ', '๑๒'])
  })

  test('converts no date that could be of either order while the others are of both', {
    tags: ['verify'],
  }, async () => {
    const field = await makeField()
    await importValues(field, ['03/04/2024', '02/14/2024', '02/15/2024', '13/02/2024', '13/02/2024', '13/02/2024'])
    const { samples } = await preview(field.id, 'Date')
    expect(samples).toContainEqual({ before: '03/04/2024', after: null })
  })

  test('is refused if a value would be lost, unless that is confirmed', async () => {
    const field = await makeField()
    await importValues(field, ['10', 'สิบ', '2.5'])
    const refused = await change(field, { data_type: 'Number' })
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { error: 'field_values_not_convertible', details: { convertible: 2, not_convertible: 1 } },
    ])
    expect((await valuesOf(field.id)).filter(Boolean)).toEqual(['10', 'สิบ', '2.5'])
    const { body } = await change(field, { data_type: 'Number', drop: true })
    expect(body.data_type).toBe('Number')
    expect(await valuesOf(field.id)).toEqual([10, null, 2.5])
  })

  firstCases(2)([
    ['String', 'Date', ['29/02/2567', '2024-12-31', '13/01/67'], ['2024-02-29', '2024-12-31', '2024-01-13']],
    ['String', 'Boolean', ['ใช่', 'No', 'ไม่'], [true, false, false]],
    ['Number', 'String', ['1,000', '2.5'], ['1000', '2.5']],
    ['Boolean', 'String', ['ใช่', 'ไม่'], ['true', 'false']],
    ['Boolean', 'Number', [], []],
    ['Date', 'String', ['31/12/2567'], ['2024-12-31']],
  ] as const)('from %s to %s reads its values as a file’s cells would be read', async (from, to, cells, after) => {
    const field = await makeField(from)
    if (cells.length > 0) await importValues(field, [...cells])
    expect((await change(field, { data_type: to })).body.data_type).toBe(to)
    expect(await valuesOf(field.id)).toEqual(after)
  })

  test('takes a text that is an all-zero date as empty', async () => {
    const field = await makeField()
    await importValues(field, ['0001-01-01', '31/12/2567'])
    const { convertible, samples } = await preview(field.id, 'Date')
    expect([convertible, samples[0]]).toEqual([2, { before: '0001-01-01', after: '' }])
    await change(field, { data_type: 'Date' })
    expect(await valuesOf(field.id)).toEqual([null, '2024-12-31'])
  })

  test('converting a match key keeps its lookup values while the type can be a key', async () => {
    const field = await makeField()
    await importValues(field, ['007', '12'], true)
    const { body: number } = await change(field, { data_type: 'Number' })
    expect(await keysOf(field.id)).toEqual(['12', '7'])
    await change(number, { data_type: 'Boolean', drop: true })
    expect(await keysOf(field.id)).toEqual([])
  })

  test('invalidates older previews of an import', async () => {
    const field = await makeField()
    const id = await mapField(field, ['1'])
    const params = { id: String(id) }
    const { run_id } = await store.call(importRun.dryRun, { params })
    await runOf(store, id, run_id)
    await change(field, { data_type: 'Number' })
    expect((await store.try(importRun.run, { params, body: { run_id } })).body.error).toBe('run_outdated')
  })

  test('shows samples only to those who may see the values', async () => {
    const field = await makeField('String', true)
    await importValues(field, ['ลับ'])
    const asked = async (held: Parameters<TestStore['member']>[0]) =>
      (await store.member(held)).try(profileFields.typePreview, {
        params: { id: String(field.id) },
        body: { data_type: 'Number' },
      })
    expect((await asked(['cdp-core.field.edit', 'cdp-core.profile.read'])).body.error).toBe('field_closed')
    const opened = ['cdp-core.field.edit', 'cdp-core.profile-sensitive.read'] as const
    expect((await asked([...opened])).body.samples).toEqual([])
    expect((await asked([...opened, 'cdp-core.profile.read'])).body.samples).toHaveLength(1)
  })
})
