import { labels } from '@ruam/contract/customers/labels.ts'
import { preferences } from '@ruam/contract/customers/preferences.ts'
import { beforeEach, expect, test } from 'vitest'
import { newStore, type TestStore } from '../../testing/store.testing.ts'

let store: TestStore
beforeEach(async () => {
  store = await newStore()
})

const columns = [
  { column_id: 'firstName', sort_id: 1, enabled: true, width: 240, pinned: true },
  { column_id: 'company', sort_id: 2, enabled: false },
]

test('a person who has set up nothing has no preference yet', async () => {
  expect(await store.call(preferences.get)).toEqual({
    datasource_cont_alert_dismiss: [],
    profile_list_column: [],
    profile_view_id: null,
    profile_view_order: [],
    dashboard_segments: null,
    updated_at: null,
  })
})

test('a saved setting is there at the next read, and saving one keeps the others', async () => {
  const first = await store.call(preferences.put, { body: { profile_list_column: columns, origin_time: null } })
  const second = await store.call(preferences.put, {
    body: { datasource_cont_alert_dismiss: [7], origin_time: first.updated_at },
  })
  expect(second.profile_list_column).toEqual(columns)
  expect(await store.call(preferences.get)).toEqual(second)
})

test.each([{ width: 59 }, { width: 1001 }, { width: 1.5 }, { pinned: 1 }])(
  'a column of %o is refused',
  async (part) => {
    const profile_list_column = [{ ...columns[0]!, ...part }] as never
    const { status } = await store.try(preferences.put, { body: { profile_list_column, origin_time: null } })
    expect(status).toBe(400)
  },
)

test('one of fifty saves over the same version wins, and the others get the current one', async () => {
  const { updated_at: origin_time } = await store.call(preferences.put, {
    body: { profile_list_column: columns, origin_time: null },
  })
  const replies = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      store.try(preferences.put, { body: { datasource_cont_alert_dismiss: [n + 1], origin_time } }),
    ),
  )
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  const winner = replies.find(({ status }) => status === 200)!.body
  for (const { status, body } of replies.filter((reply) => reply.status !== 200)) {
    expect([status, body]).toMatchObject([409, { error: 'stale_edit', details: { current: winner } }])
  }
})

test('one of two first saves wins', async () => {
  const save = () => store.try(preferences.put, { body: { datasource_cont_alert_dismiss: [1], origin_time: null } })
  const replies = await Promise.all([save(), save()])
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('the segments of the dashboard are five at most, none at all when they were all taken away, and null again', async () => {
  const save = (dashboard_segments: number[] | null, origin_time: string | null) =>
    store.try(preferences.put, { body: { dashboard_segments, origin_time } })
  expect((await save([1, 2, 3, 4, 5, 6], null)).status).toBe(400)
  const made: number[] = []
  for (const name of ['ก', 'ข', 'ค'])
    made.push((await store.call(labels.create, { body: { name, color: 'teal', type: 'general' } })).id)
  let seen: string | null = null
  for (const wished of [made.toReversed(), [], null]) {
    const { body } = await save(wished, seen)
    expect(body.dashboard_segments).toEqual(wished)
    seen = body.updated_at
  }
  expect((await save([made[0]!, 2_147_483_647], seen)).body.error).toBe('not_found')
})

test('a preference is a person’s own', async () => {
  await store.call(preferences.put, { body: { datasource_cont_alert_dismiss: [7], origin_time: null } })
  const colleague = await store.member([])
  expect((await colleague.call(preferences.get)).datasource_cont_alert_dismiss).toEqual([])
})
