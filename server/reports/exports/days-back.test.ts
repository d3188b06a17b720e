import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { beforeEach, expect, test } from 'vitest'
import { madeProfile, save, valueIn } from '../../testing/customers/profiles.testing.ts'
import { createDataSource, runMapping } from '../../testing/imports/data-sources.testing.ts'
import { exported } from '../../testing/reports/exports.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'

let store: TestStore
beforeEach(async () => {
  await testServer()
  store = await newStore()
})

test.for(['csv', 'xlsx'] as const)(
  'a %s file returns days and moments of one column as they were stored',
  async (type) => {
    const body = { field_name: 'joined', display_name: 'joined', data_type: 'Date' } as const
    const field = await store.call(profileFields.create, { body })
    const stored = ['2024-02-29', '2024-03-01T02:15:00.000Z', '2023-12-31', '2024-05-04T17:00:00.000Z']
    const people = []
    for (const value of stored) people.push(await madeProfile(store, { 1: 'นก', [field.id]: value }))
    const columns = ['id', `field_${field.id}` as const]
    const { file } = await exported(store, { type: 'profile', file_type: type, columns })
    for (const one of people) expect((await save(store, one, { [field.id]: null })).status).toBe(200)
    const { id } = await createDataSource(store, file, `วัน ${type}`)
    const { mapping, match, number_column } = await store.call(dataSources.getMapping, { params: { id: String(id) } })
    const run = await runMapping(store, id, { mapping, match, number_column })
    expect(run.stats).toMatchObject({ updated: 4, failed: 0 })
    const found = await Promise.all(people.map(({ id }) => store.call(profiles.get, { params: { id: String(id) } })))
    expect(found.map((one) => valueIn(one, field.id))).toEqual(stored)
  },
)
