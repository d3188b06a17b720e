import { labels } from '@ruam/contract/customers/labels.ts'
import { preferences } from '@ruam/contract/customers/preferences.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import type { RuleGroup } from '@ruam/contract/customers/rules.ts'
import { profileViews } from '@ruam/contract/customers/views.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Member, newStore, type TestStore, testServer } from '../../testing/store.testing.ts'

const definition = {
  keyword: 'กี่',
  deleted: false,
  rule: {
    condition: 'and' as const,
    rules: [{ kind: 'profile' as const, field_id: 1, operator: 'eq' as const, value: 'กี่' }],
  },
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

test('a view is returned as it was saved, with its author', async () => {
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

  test('and deleting are allowed only to the author', async () => {
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

  test('cannot be a view that the person does not see', async () => {
    const { id } = await make(store, 'ส่วนตัว')
    const foreign = await make(await newStore(), 'ร้านอื่น', true)
    for (const view of [id, foreign.id, 2_147_483_647]) expect((await choose(colleague, view)).status).toBe(404)
    expect(await chosen(colleague)).toBe(null)
  })

  test('is reset when the view is deleted or made private', async () => {
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

describe('the rule of a view', () => {
  const CITIZEN = 10
  const save = (member: Member, rule: RuleGroup, shared = true) =>
    member.try(profileViews.create, {
      body: { name: `มุมมอง ${Math.random()}`, shared, definition: { ...definition, rule } },
    })
  const sensitive: RuleGroup = {
    condition: 'and',
    rules: [
      { kind: 'profile', field_id: 1, operator: 'eq', value: 'กี่' },
      { condition: 'or', rules: [{ kind: 'profile', field_id: CITIZEN, operator: 'starts_with', value: '1' }] },
    ],
  }

  test('names what the store has, in the type it has', async () => {
    const label: RuleGroup = {
      condition: 'and',
      rules: [{ kind: 'label', operator: 'has_any', label_ids: [2_147_483_647] }],
    }
    const number: RuleGroup = { condition: 'and', rules: [{ kind: 'profile', field_id: 1, operator: 'gt', value: 1 }] }
    expect([(await save(store, label)).status, (await save(store, number)).status]).toEqual([404, 400])
  })

  test('cannot be saved without permission to see the compared values, and is shown without them', async () => {
    expect((await save(colleague, sensitive)).status).toBe(403)
    const { body } = await save(store, sensitive)
    expect(body.definition.rule).toEqual(sensitive)
    const [seen] = (await colleague.call(profileViews.list, { query: {} })).data
    expect(seen!.definition.rule).toEqual({
      condition: 'and',
      rules: [
        sensitive.rules[0],
        { condition: 'or', rules: [{ kind: 'profile', field_id: CITIZEN, operator: 'starts_with', masked: true }] },
      ],
    })
  })

  test('is refused alike when a guessed sensitive value is right and when it is wrong, and is kept when left out', async () => {
    const author = await store.member(['cdp-core.profile.read', 'cdp-core.profile-sensitive.read'])
    const { body: made } = await save(author, sensitive)
    const { admin } = await testServer()
    const lessRights = `update role set permissions = array_remove(permissions, 'cdp-core.profile-sensitive.read')
      where id = (select role_id from store_member where store_id = $1 and user_id = $2)`
    await admin.query(lessRights, [store.storeId, author.userId])
    const params = { id: String(made.id) }
    const update = (rule?: RuleGroup) => {
      const body = { name: made.name, shared: true, definition: { ...definition, rule }, origin_time: made.updated_at }
      return author.try(profileViews.update, { params, body })
    }
    const other: RuleGroup = {
      condition: 'and',
      rules: [{ kind: 'profile', field_id: CITIZEN, operator: 'starts_with', value: '2' }],
    }
    const [right, wrong] = [await update(sensitive), await update(other)]
    expect([right.status, wrong.body]).toEqual([403, right.body])
    expect((await update()).status).toBe(200)
    const { data } = await store.call(profileViews.list, { query: {} })
    expect(data.find(({ id }) => id === made.id)!.definition.rule).toEqual(sensitive)
  })

  test('stays with the view when what it names is gone, and can be saved as it was', async () => {
    const color = { name: 'จะหายไป', color: 'red', type: 'general' } as const
    const label = (await store.call(labels.create, { body: color })).id
    const rule: RuleGroup = { condition: 'and', rules: [{ kind: 'label', operator: 'has_none', label_ids: [label] }] }
    const { body: made } = await save(store, rule)
    await store.call(labels.delete, { params: { id: String(label) }, query: { confirm: 'true' } })
    const renamed = { name: 'ชื่อใหม่', shared: false, definition: { ...definition, rule }, origin_time: made.updated_at }
    const params = { id: String(made.id) }
    expect((await store.try(profileViews.update, { params, body: renamed })).status).toBe(200)
  })
})

describe('the count of a view', () => {
  const count = (member: Member, id: number) => member.try(profileViews.count, { params: { id: String(id) } })

  test('is that of its filter, and is not asked of a view that a colleague keeps', async () => {
    for (const first of ['กี่', 'กี่', 'กบ'])
      await store.call(profiles.create, { body: { fields: [{ id: 1, value: first }] } })
    const { id } = await make(store, 'นับ')
    expect((await count(store, id)).body).toEqual({ total: 2, total_capped: false })
    expect((await count(colleague, id)).status).toBe(404)
    const [{ id: shared }, { id: all }] = [
      await make(store, 'แชร์', true),
      await store.call(profileViews.create, {
        body: { name: 'ทุกคน', shared: true, definition: { ...definition, keyword: '', rule: null } },
      }),
    ]
    expect((await count(colleague, shared)).body.total).toBe(2)
    expect((await count(colleague, all)).body.total).toBe(3)
  })

  test('follows a change of the view at once', async () => {
    await store.call(profiles.create, { body: { fields: [{ id: 1, value: 'กบ' }] } })
    const made = await make(store, 'เปลี่ยน')
    expect((await count(store, made.id)).body.total).toBe(0)
    await store.call(profileViews.update, {
      params: { id: String(made.id) },
      body: { name: made.name, definition: { ...definition, keyword: '', rule: null }, origin_time: made.updated_at },
    })
    expect((await count(store, made.id)).body.total).toBe(1)
  })

  test('is refused without the right to the values or customers it filters by', async () => {
    const citizen = { kind: 'profile', field_id: 10, operator: 'not_empty' } as const
    const secret = await store.call(profileViews.create, {
      body: {
        name: 'ลับ',
        shared: true,
        definition: { ...definition, keyword: '', rule: { condition: 'and', rules: [citizen] } },
      },
    })
    const deleted = await store.call(profileViews.create, {
      body: { name: 'ลบ', shared: true, definition: { ...definition, rule: null, deleted: true } },
    })
    expect((await count(colleague, secret.id)).status).toBe(403)
    expect((await count(colleague, deleted.id)).status).toBe(403)
  })
})
