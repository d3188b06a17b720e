import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { createDataSource, runMapping } from '../../testing/imports/data-sources.testing.ts'
import { newStore, type TestStore } from '../../testing/store.testing.ts'

let store: TestStore
beforeAll(async () => {
  store = await newStore()
})

let number = 0
const make = (choices?: string[], data_type: 'String' | 'Number' = 'String') => {
  const name = `size${++number}`
  return store.try(profileFields.create, { body: { field_name: name, display_name: name, data_type, choices } })
}
const withValue = (id: number, value: string | null) =>
  store.try(profiles.create, {
    body: {
      fields: [
        { id: 1, value: 'ลูกค้า' },
        { id, value },
      ],
    },
  })

describe('a choice-list field', () => {
  test('accepts only its choices, in any spelling, and names refused values', async () => {
    const { body: field } = await make(['S', 'M', ' Extra  Large ', 'ไซส์ใหญ่'])
    expect(field.choices).toEqual(['S', 'M', 'Extra Large', 'ไซส์ใหญ่'])
    for (const [typed, kept] of [
      ['m', 'M'],
      ['ｅｘｔｒａ large', 'Extra Large'],
      [' ไซส์ใหญ่ ', 'ไซส์ใหญ่'],
    ]) {
      const { body } = await withValue(field.id, typed!)
      expect(body.fields.find(({ id }) => id === field.id)?.value).toBe(kept)
    }
    const { status, body } = await withValue(field.id, 'XXL')
    expect([status, body]).toMatchObject([
      400,
      { error: 'values_invalid', details: { fields: [{ field_id: field.id, failure: 'choice_unknown' }] } },
    ])
    expect((await withValue(field.id, null)).status).toBe(200)
  })

  test('keeps earlier values, and accepts any text again without its choices', async () => {
    const { body: field } = await make()
    const { body: old } = await withValue(field.id, 'เก่า')
    const params = { id: String(field.id) }
    const limited = await store.call(profileFields.update, {
      params,
      body: { choices: ['ใหม่'], origin_time: field.updated_at! },
    })
    const kept = { id: field.id, value: 'เก่า' }
    const edit = (fields: { id: number; value: string }[], origin_time: string) =>
      store.try(profiles.update, { params: { id: String(old.id) }, body: { fields, origin_time } })
    const edited = await edit([kept, { id: 1, value: 'อื่น' }], old.updated_at)
    expect(edited.status).toBe(200)
    expect((await withValue(field.id, 'เก่า')).status).toBe(400)
    await store.call(profileFields.update, { params, body: { choices: null, origin_time: limited.updated_at! } })
    expect((await withValue(field.id, 'เก่า')).status).toBe(200)
  })

  test.each([
    ['equal choices', ['A', 'a'], 'String'],
    ['another type', ['1'], 'Number'],
  ] as const)('is refused with %s', async (_, choices, type) => {
    expect((await make([...choices], type)).body.error).toBe('field_choices_invalid')
  })

  test('loses its choices with its type', async () => {
    const { body: field } = await make(['1', '2'])
    const changed = await store.call(profileFields.update, {
      params: { id: String(field.id) },
      body: { data_type: 'Number', origin_time: field.updated_at! },
    })
    expect([changed.data_type, changed.choices]).toEqual(['Number', null])
  })

  test('maps the cells of a file onto its choices, and returns unknown ones as failed cells', async () => {
    const { body: field } = await make(['Gold', 'Silver'])
    const mapping = [
      { source_schema_id: '1', destination_id: 1, destination_type: 'system_profile' as const },
      { source_schema_id: '2', destination_id: 9, destination_type: 'system_profile' as const },
      { source_schema_id: '3', destination_id: field.id, destination_type: 'custom_profile' as const },
    ]
    const csv = 'ชื่อ,เบอร์โทร,ระดับ\nก,0891112221, gold\nข,0891112222,SILVER\nค,0891112223,Bronze\nง,0891112224,\n'
    const { id } = await createDataSource(store, csv, 'ระดับสมาชิก')
    const { stats } = await runMapping(store, id, { mapping, match: { keys: [9], mode: 'both' } })
    expect(stats).toMatchObject({ added: 4, failed: 0 })
    const { data } = await store.call(profiles.list, {
      query: { keyword: '089111222', sort_by: 'first_name', sort_dir: 'asc' },
    })
    expect(data.map(({ fields }) => fields.find(({ id }) => id === field.id)?.value)).toEqual([
      'Gold',
      'Silver',
      undefined,
      undefined,
    ])
  })
})
