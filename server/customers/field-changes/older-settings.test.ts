import { activities } from '@ruam/contract/customers/activities.ts'
import { labels } from '@ruam/contract/customers/labels.ts'
import { activitySettings, generalInfo } from '@ruam/contract/customers/older-settings.ts'
import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { newStore, type TestStore } from '../../testing/store.testing.ts'

let store: TestStore
beforeAll(async () => {
  store = await newStore()
})

const byId = (id: number) => ({ params: { id: String(id) } })

describe('the older settings of fields', () => {
  test('are the profile fields: what is made or changed in one is so in the other', async () => {
    const body = { field_name: 'shoeSize', display_name: 'เบอร์รองเท้า', data_type: 'Number' as const }
    const made = await store.call(generalInfo.create, { body })
    const listed = await store.call(profileFields.list, { query: { keyword: 'shoeSize' } })
    expect(listed.data).toMatchObject([{ id: made.id, display_name: 'เบอร์รองเท้า' }])
    expect(await store.call(generalInfo.list, { query: { keyword: 'shoeSize' } })).toEqual(listed)
    const change = { display_name: 'ไซซ์รองเท้า', origin_time: made.updated_at! }
    const updated = await store.call(generalInfo.update, { ...byId(made.id), body: change })
    expect(await store.call(generalInfo.get, byId(made.id))).toMatchObject({ display_name: 'ไซซ์รองเท้า' })
    const stale = await store.try(profileFields.update, { ...byId(made.id), body: change })
    expect([stale.status, updated.field_name]).toEqual([409, 'shoeSize'])
    await store.call(generalInfo.delete, { ...byId(made.id), query: {} })
    expect((await store.try(generalInfo.get, byId(made.id))).status).toBe(404)
    expect((await store.call(profileFields.list, { query: { keyword: 'shoeSize' } })).total).toBe(0)
  })

  test('report whether a field name or display name is taken', async () => {
    const of = async (value: string) => [
      (await store.call(generalInfo.fieldExists, { params: { value } })).exists,
      (await store.call(generalInfo.displayNameExists, { params: { value } })).exists,
    ]
    expect([await of('firstName'), await of('ชื่อ'), await of('nobodyHasThis')]).toEqual([
      [true, false],
      [false, true],
      [false, false],
    ])
  })

  test('show a system field, which can’t be changed', async () => {
    const { data } = await store.call(generalInfo.list, { query: { type: 'system_profile', limit: '1' } })
    const [field] = data
    expect(await store.call(generalInfo.get, byId(field!.id))).toMatchObject({ field_name: field!.field_name })
    const tried = await store.try(generalInfo.delete, { ...byId(field!.id), query: {} })
    expect(tried.body.error).toBe('field_system')
  })

  test('can also be read with permission for the settings of activities', async () => {
    const member = await store.member(['cdp-core.setting-activity.read'])
    expect((await member.try(generalInfo.list, { query: {} })).status).toBe(200)
    expect((await member.try(profileFields.list, { query: {} })).status).toBe(403)
  })
})

describe('the older settings of activities', () => {
  const made = (name: string) => store.call(activitySettings.create, { body: { name } })

  test('are the activity types, under rights of their own', async () => {
    const member = await store.member([
      'cdp-core.setting-activity.read',
      'cdp-core.setting-activity.create',
      'cdp-core.setting-activity.edit',
      'cdp-core.setting-activity.delete',
    ])
    const type = await member.call(activitySettings.create, { body: { name: 'ชิมฟรี' } })
    expect((await member.try(activities.types, { query: {} })).status).toBe(403)
    const body = { name: 'ชิมฟรีหน้าร้าน', description: '', fields: [], origin_time: type.updated_at }
    await member.call(activitySettings.update, { ...byId(type.id), body })
    expect((await store.call(activities.types, { query: { keyword: 'ชิมฟรี' } })).data).toMatchObject([
      { id: type.id, name: 'ชิมฟรีหน้าร้าน' },
    ])
    expect(await member.call(activitySettings.get, byId(type.id))).toMatchObject({ name: 'ชิมฟรีหน้าร้าน' })
    await member.call(activitySettings.delete, byId(type.id))
    expect((await store.call(activities.types, { query: { keyword: 'ชิมฟรี' } })).total).toBe(0)
    expect((await member.try(activitySettings.delete, byId(type.id))).status).toBe(404)
  })

  test('do not delete a type with activities', async () => {
    const type = await made('ซ่อม')
    const person = await store.call(profiles.create, { body: { fields: [{ id: 1, value: 'มะลิ' }] } })
    await store.call(profileActivities.create, {
      ...byId(person.id),
      body: { activity_type_id: type.id },
    })
    const tried = await store.try(activitySettings.delete, byId(type.id))
    expect(tried.body).toMatchObject({ error: 'activity_type_in_use', details: { activities: 1 } })
  })

  test('do not delete a type while a segment or a computed field names it', async () => {
    const type = await made('จอง')
    const rule = { kind: 'activity' as const, activity_type_id: type.id, done: true }
    const filter = { profile_created_at: { from: '2026-01-01', to: null }, reference_label_ids: [] }
    const target = { condition: 'and' as const, groups: [{ condition: 'and' as const, rules: [rule] }] }
    const segment_rule = { auto_apply_enabled: false, filter, target }
    const body = { name: 'เคยจอง', color: 'teal' as const, type: 'advanced' as const, segment_rule }
    const segment = await store.call(labels.create, { body })
    const tried = await store.try(activitySettings.delete, byId(type.id))
    expect(tried.body).toMatchObject({ details: { segments: { count: 1, names: ['เคยจอง'] } } })
    await store.call(labels.delete, { ...byId(segment.id), query: {} })
    const formula = { function: 'activity_count' as const, activity_id: type.id }
    const field = await store.call(profileFields.create, {
      body: { field_name: 'bookings', display_name: 'จำนวนครั้งที่จอง', data_type: 'Number', formula },
    })
    expect((await store.try(activitySettings.delete, byId(type.id))).body).toMatchObject({
      details: { formulas: { count: 1, names: ['จำนวนครั้งที่จอง'] } },
    })
    await store.call(profileFields.delete, { ...byId(field.id), query: { confirm: 'true' } })
    expect((await store.try(activitySettings.delete, byId(type.id))).status).toBe(204)
  })

  test('a type that is used during its deletion is either kept or deleted without leaving an activity', async () => {
    for (let round = 0; round < 5; round++) {
      const type = await made(`พร้อมกัน ${round}`)
      const person = await store.call(profiles.create, { body: { fields: [{ id: 1, value: 'ส้ม' }] } })
      const body = { activity_type_id: type.id }
      const [deleted, written] = await Promise.all([
        store.try(activitySettings.delete, byId(type.id)),
        store.try(profileActivities.create, { ...byId(person.id), body }),
      ])
      expect([204, 409]).toContain(deleted.status)
      expect(written.status < 300).toBe(deleted.status === 409)
    }
  })
})
