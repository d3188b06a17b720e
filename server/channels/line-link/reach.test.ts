import { lineOa } from '@ruam/contract/channels/accounts.ts'
import { lineLink } from '@ruam/contract/channels/line-link.ts'
import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { segments } from '@ruam/contract/customers/segments.ts'
import { expect, test } from 'vitest'
import { addFriend } from '../../../tools/line/state.ts'
import { follow, unfollow } from '../../../tools/line/webhooks.ts'
import { randomOf } from '../../../tools/random.ts'
import { connectLine, inboxEmpty, postEvents, testLine } from '../../testing/channels/line.testing.ts'
import { field, madeProfile } from '../../testing/customers/profiles.testing.ts'
import { newStore, testServer } from '../../testing/store.testing.ts'
import { until } from '../../testing/until.testing.ts'

test('figures of reach equal SQL, the estimate and the list in a random store', async () => {
  const random = randomOf(34)
  const { state } = await testLine()
  const store = await newStore()
  const { line, account } = await connectLine(store)
  for (let n = 0; n < 25; n++) {
    const { userId } = addFriend(line)
    const values = {
      [field.firstName]: `ลูกค้า ${n}`,
      [field.phone]: random.chance(0.5) ? `0864${10_000 + n}7` : null,
      [field.lineUserId]: random.chance(0.6) ? userId : null,
    }
    const { id } = await madeProfile(store, values)
    if (random.chance(0.4)) await store.call(profileActivities.visit, { params: { id: String(id) }, body: {} })
    const at = state.now()
    const events = [{ ...follow(state, userId), timestamp: at }]
    if (random.chance(0.3)) events.push({ ...unfollow(state, userId), timestamp: at + 1 })
    if (random.chance(0.7)) await postEvents(line, account.webhook.url, events)
  }
  await inboxEmpty(store.storeId)
  const reach = await store.call(lineLink.reach)
  const { admin } = await testServer()
  const count = async (such: string) =>
    (
      await admin.query<{ n: number }>(
        `select count(*)::int as n from profile p where store_id = $1 and deleted_at is null and merged_into is null and ${such}`,
        [store.storeId],
      )
    ).rows[0]!.n
  const friend = (status: string) =>
    `exists (select from channel_friend f where f.store_id = p.store_id and f.profile_id = p.id and f.status = '${status}')`
  const unlinked = `not ${friend('friend')} and not ${friend('blocked')}`
  expect(reach).toEqual({
    total: await count('true'),
    friends: await count(friend('friend')),
    blocked: await count(friend('blocked')),
    counter: await count(
      `${unlinked} and exists (select from activity a join activity_type t on t.store_id = a.store_id and t.id = a.type_id
         where a.store_id = p.store_id and a.profile_id = p.id and t.purpose = 'visit')`,
    ),
    personal_link: await count(`${unlinked} and phone is not null`),
    imported_ids: await count(`${unlinked} and line_user_id is not null`),
    pairs: 0,
    other_friends: 0,
    unseen: 0,
    asking: null,
    asked: null,
  })
  const rule = { kind: 'channel', channel_type: 'lineOA', channel_id: account.id } as const
  for (const [operator, expected] of [
    ['friend', reach.friends],
    ['blocked', reach.blocked],
    ['not_linked', reach.total - reach.friends - reach.blocked],
  ] as const) {
    const group = { condition: 'and' as const, rules: [{ ...rule, operator }] }
    const estimate = await store.call(segments.estimate, {
      body: {
        segment_rule: {
          auto_apply_enabled: false,
          filter: { profile_created_at: null, reference_label_ids: [] },
          target: { condition: 'and', groups: [group] },
        },
      },
    })
    const list = await store.call(profiles.query, { body: { limit: 1, filter: { rule: group } } })
    expect([operator, estimate.count, list.total]).toEqual([operator, expected, expected])
    expect(estimate.reachable.line).toBe(operator === 'friend' ? reach.friends : 0)
  }
})

test('reach counts friends who are not customers, and those that LINE alone counts', async () => {
  const store = await newStore()
  const { state } = await testLine()
  const { line, account } = await connectLine(store, { verified: true })
  const second = await connectLine(store)
  const both = addFriend(line)
  addFriend(second.line, { userId: both.userId })
  addFriend(line)
  addFriend(second.line)
  const params = { id: String(account.id) }
  await store.call(lineOa.readFriends, { params })
  await until(async () => (await store.call(lineOa.get, { params })).friends.list.state === 'read')
  // Known by its unfollow alone.
  await postEvents(second.line, second.account.webhook.url, [unfollow(state, addFriend(second.line).userId)])
  await inboxEmpty(store.storeId)
  for (const { id } of [account, second.account])
    await store.call(lineOa.check, { params: { id: String(id) }, body: {} })
  expect(await store.call(lineLink.reach)).toMatchObject({ total: 0, friends: 0, other_friends: 2, unseen: 3 })
})
