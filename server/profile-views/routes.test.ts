import { preferences } from '@ruam/contract/preferences.ts'
import { profileViews } from '@ruam/contract/profile-views.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Member, newStore, type TestStore } from '../core/store.testing.ts'

const definition = {
  keyword: 'กี่',
  filters: [{ name: 'labels', value: '1,2' }],
  sort_by: 'updated_at',
  sort_dir: 'desc' as const,
  columns: [{ column_id: 'firstName', sort_id: 1, enabled: true, width: 200, pinned: true }],
}

let store: TestStore
let colleague: Member
beforeEach(async () => {
  store = await newStore()
  colleague = await store.member(['cdp-core.profile.read'])
})

const make = (member: Member, name: string, shared = false) =>
  member.call(profileViews.create, { body: { name, shared, definition } })
const names = async (member: Member) =>
  (await member.call(profileViews.list, { query: {} })).data.map(({ name, mine }) => [name, mine])

test('a view is there as it was saved, with whoever made it', async () => {
  const made = await make(store, ' ลูกค้าประจำ ')
  expect(made).toMatchObject({
    name: 'ลูกค้าประจำ',
    shared: false,
    mine: true,
    definition,
    author: { name: 'สมชาย ใจดี' },
  })
  expect((await store.call(profileViews.list, { query: {} })).data).toEqual([made])
})

test('a person sees their own views and the shared ones, in Thai order', async () => {
  await make(store, 'เก่า', true)
  await make(store, 'ข ส่วนตัว')
  await make(colleague, 'กลาง')
  expect([await names(store), await names(colleague)]).toEqual([
    [
      ['เก่า', true],
      ['ข ส่วนตัว', true],
    ],
    [
      ['กลาง', true],
      ['เก่า', false],
    ],
  ])
  expect(await names(await newStore())).toEqual([])
})

test('a name is taken for its owner in any case, and free for others', async () => {
  await make(store, 'VIP')
  const again = { name: 'vip ', definition }
  expect((await store.try(profileViews.create, { body: again })).body.error).toBe('name_taken')
  await make(colleague, 'VIP')
  const other = await make(store, 'อื่น')
  const renamed = { name: 'Vip', shared: false, definition, origin_time: other.updated_at }
  const reply = await store.try(profileViews.update, { params: { id: String(other.id) }, body: renamed })
  expect([reply.status, reply.body.error]).toEqual([409, 'name_taken'])
})

describe('changing', () => {
  test('keeps what was not changed meanwhile, and refuses what was with the view of now', async () => {
    const { id, updated_at } = await make(store, 'หนึ่ง')
    const save = (name: string) =>
      store.try(profileViews.update, {
        params: { id: String(id) },
        body: { name, shared: true, definition, origin_time: updated_at },
      })
    const replies = await Promise.all(Array.from({ length: 50 }, (_, n) => save(`ชื่อ ${n}`)))
    const won = replies.filter(({ status }) => status === 200)
    expect(won).toHaveLength(1)
    for (const { status, body } of replies.filter((reply) => reply !== won[0]))
      expect([status, body]).toMatchObject([409, { error: 'stale_edit', details: { current: won[0]!.body } }])
  })

  test('and deleting are for whoever made it', async () => {
    const shared = await make(store, 'ร่วม', true)
    const own = await make(store, 'ส่วนตัว')
    for (const [view, status] of [
      [shared, 403],
      [own, 404],
    ] as const) {
      const params = { id: String(view.id) }
      const body = { name: 'x', definition, origin_time: view.updated_at }
      expect((await colleague.try(profileViews.update, { params, body })).status).toBe(status)
      expect((await colleague.try(profileViews.delete, { params })).status).toBe(status)
    }
    expect(await names(store)).toHaveLength(2)
  })
})

describe('the view that a list opens with', () => {
  const choose = async (member: Member, profile_view_id: number | null) => {
    const { updated_at } = await member.call(preferences.get)
    return member.try(preferences.put, { body: { profile_view_id, origin_time: updated_at } })
  }
  const chosen = async (member: Member) => (await member.call(preferences.get)).profile_view_id

  test('is kept with a person’s preference, and may be none', async () => {
    const { id } = await make(store, 'ร่วม', true)
    await choose(colleague, id)
    expect([await chosen(colleague), await chosen(store)]).toEqual([id, null])
    expect([(await choose(colleague, null)).status, await chosen(colleague)]).toEqual([200, null])
  })

  test('can be no view that the person does not see', async () => {
    const { id } = await make(store, 'ส่วนตัว')
    const foreign = await make(await newStore(), 'ร้านอื่น', true)
    for (const view of [id, foreign.id, 2_147_483_647]) expect((await choose(colleague, view)).status).toBe(404)
    expect(await chosen(colleague)).toBe(null)
  })

  test('is none again when it is deleted, or kept to its maker', async () => {
    const shared = await make(store, 'ร่วม', true)
    await choose(colleague, shared.id)
    await choose(store, shared.id)
    const params = { id: String(shared.id) }
    await store.call(profileViews.update, { params, body: { name: 'ร่วม', definition, origin_time: shared.updated_at } })
    expect([await chosen(colleague), await chosen(store)]).toEqual([null, shared.id])
    await store.call(profileViews.delete, { params })
    expect(await chosen(store)).toBe(null)
  })
})
