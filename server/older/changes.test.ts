import { activities } from '@ruam/contract/customers/activities.ts'
import { labels } from '@ruam/contract/customers/labels.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { olderActivities } from '@ruam/contract/older/activities.ts'
import { olderBroadcasts } from '@ruam/contract/older/broadcasts.ts'
import { olderDataSources } from '@ruam/contract/older/data-sources.ts'
import { olderLabels } from '@ruam/contract/older/labels.ts'
import { olderProfiles } from '@ruam/contract/older/profiles.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { newStore, type TestStore } from '../testing/store.testing.ts'
import { freshSource } from '../testing/things/data-sources.ts'
import { activityField, activityType } from '../testing/things/fields.ts'
import { fresh } from '../testing/things/fresh.ts'
import { label } from '../testing/things/labels.ts'
import { profileId } from '../testing/things/profiles.ts'

let store: TestStore
beforeAll(async () => {
  store = await newStore()
})

const STALE = '2020-01-01T00:00:00+07:00'

/** Things that PATCH changes: how one is made, read, and which change is sent. */
const things = {
  profile: {
    make: async () => String(await profileId(store)),
    read: (id: string) => store.call(olderProfiles.get, { params: { id } }),
    patch: (id: string, body: object) => store.try(olderProfiles.update, { params: { id }, body }),
    change: { fields: [{ id: 2, value: 'ใจดี' }] },
  },
  label: {
    make: async () => String(await label(store)),
    read: (id: string) => store.call(olderLabels.get, { params: { id } }),
    patch: (id: string, body: object) => store.try(olderLabels.update, { params: { id }, body }),
    change: { note: 'ลูกค้าประจำ' },
  },
  'activity field': {
    make: async () => String(await activityField(store)),
    read: (id: string) => store.call(olderActivities.getField, { params: { id } }),
    patch: (id: string, body: object) => store.try(olderActivities.updateField, { params: { id }, body }),
    change: { display_name: fresh('ชื่อใหม่') },
  },
  'activity type': {
    make: async () => String(await activityType(store)),
    read: (id: string) => store.call(olderActivities.getType, { params: { id } }),
    patch: (id: string, body: object) => store.try(olderActivities.updateType, { params: { id }, body }),
    change: { description: 'ที่หน้าร้าน' },
  },
  'data source': {
    make: () => freshSource(store),
    read: (id: string) => store.call(olderDataSources.get, { params: { id } }),
    patch: (id: string, body: object) => store.try(olderDataSources.update, { params: { id }, body }),
    change: { data_source_name: fresh('ชื่อใหม่') },
  },
  broadcast: {
    make: async () => String((await store.call(olderBroadcasts.draft, { body: { name: fresh('ร่าง') } })).id),
    read: (id: string) => store.call(olderBroadcasts.get, { params: { id } }),
    patch: (id: string, body: object) => store.try(olderBroadcasts.update, { params: { id }, body }),
    change: { name: fresh('ชื่อใหม่') },
  },
} as const

describe.each(Object.entries(things))('PATCH of a %s', (kind, { make, read, patch, change }) => {
  test('changes what is sent alone, with the version that was read or without one', async () => {
    const id = await make()
    const before = await read(id)
    const first = await patch(id, change)
    expect(first.status).toBe(200)
    expect(first.body).toMatchObject(await read(id))
    const rest = ({ updated_at: _, version: __, ...all }: Record<string, unknown>) => all
    const changed = Object.entries(rest(await read(id))).filter(
      ([key, value]) => JSON.stringify(value) !== JSON.stringify((before as Record<string, unknown>)[key]),
    )
    expect(changed.map(([key]) => key)).toEqual(Object.keys(change))
    const { updated_at } = first.body as { updated_at: string }
    expect((await patch(id, { ...change, origin_time: updated_at })).status).toBe(200)
  })

  test('is refused over an older version, with the thing as it is', async () => {
    const id = await make()
    const refused = await patch(id, { ...change, origin_time: STALE })
    expect([refused.status, refused.body.error]).toEqual([409, 'stale_edit'])
    expect(refused.body.details?.current).toMatchObject({ id: Number(id) })
  })

  test.skipIf(kind === 'broadcast')('with nothing changes nothing', async () => {
    const id = await make()
    const before = await read(id)
    expect((await patch(id, {})).status).toBe(200)
    expect(await read(id)).toMatchObject(kind === 'activity field' ? { id: Number(id) } : before)
  })
})

test('an older and a newer edit of a profile at the same moment are both kept, or the newer one is stale', async () => {
  for (let round = 0; round < 10; round++) {
    const id = String(await profileId(store))
    const { updated_at: origin_time } = await store.call(profiles.get, { params: { id } })
    const [older, newer] = await Promise.all([
      store.try(olderProfiles.update, { params: { id }, body: { fields: [{ id: 2, value: 'เก่า' }] } }),
      store.try(profiles.update, { params: { id }, body: { fields: [{ id: 1, value: 'ใหม่' }], origin_time } }),
    ])
    const { fields } = await store.call(profiles.get, { params: { id } })
    const valueIn = (field: number) => fields.find((one) => one.id === field)?.value
    expect([older.status, valueIn(2)]).toEqual([200, 'เก่า'])
    expect([newer.status, valueIn(1) === 'ใหม่']).toEqual(newer.status === 200 ? [200, true] : [409, false])
  }
})

test('an older and a newer edit of a label at the same moment are both kept, or the newer one is stale', async () => {
  for (let round = 0; round < 10; round++) {
    const id = String(await label(store))
    const { updated_at: origin_time, name } = await store.call(labels.get, { params: { id } })
    const [older, newer] = await Promise.all([
      store.try(olderLabels.update, { params: { id }, body: { note: 'เก่า' } }),
      store.try(labels.update, { params: { id }, body: { name, color: 'red', origin_time } }),
    ])
    const now = await store.call(olderLabels.get, { params: { id } })
    expect(older.status).toBe(200)
    if (newer.status === 409) expect([now.note, now.color]).toEqual(['เก่า', 'teal'])
    else expect([newer.status, now.color]).toEqual([200, 'red'])
  }
})

test('the newer API reads values that the older one writes, and the reverse', async () => {
  const made = await store.call(olderLabels.create, {
    body: { name: fresh('ป้าย'), note: 'จากของเก่า', color: 'teal', type: 'general' },
  })
  const params = { id: String(made.id) }
  const { description, updated_at: origin_time } = await store.call(labels.get, { params })
  expect(description).toBe('จากของเก่า')
  const body = { name: made.name, description: 'จากของใหม่', color: 'red' as const, origin_time }
  await store.call(labels.update, { params, body })
  expect(await store.call(olderLabels.get, { params })).toMatchObject({ note: 'จากของใหม่', rule_mode: 'general' })
  const type = await store.call(activities.createType, { body: { name: fresh('ซื้อ') } })
  const of = { params: { id: String(type.id) } }
  await store.call(olderActivities.updateType, { ...of, body: { description: 'จากของเก่า' } })
  expect((await store.call(olderActivities.getType, of)).description).toBe('จากของเก่า')
})
