import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { incidentLetters } from '@ruam/contract/privacy/letters.ts'
import { expect, test } from 'vitest'
import {
  acceptedUsers,
  addPeople,
  change,
  type Scene,
  scene,
  workChannel,
} from '../../testing/broadcasts/broadcasts.testing.ts'
import { type Member, testServer } from '../../testing/store.testing.ts'

const rights = ['cdp-core.privacy.read', 'cdp-core.privacy.manage', 'cdp-core.profile.read'] as const
const params = (id: number) => ({ params: { id: String(id) } })

/** An incident of people, with a letter that waits for approval, and the member who may approve it. */
async function submitted(made: Scene, ids = made.people.map(({ id }) => id)) {
  const id = await incidentOf(made, ids)
  const body = { origin_time: null, text_th: 'เรียนคุณ {name} ดูที่ https://shop.example/x', text_en: 'Dear {name}' }
  const written = await made.store.call(incidentLetters.save, { ...params(id), body })
  const { letter } = await made.store.call(incidentLetters.submit, {
    ...params(id),
    body: { origin_time: written.letter!.updated_at },
  })
  return { id, letter: letter!, second: await made.store.member([...rights]) }
}

async function incidentOf({ store }: Scene, ids: readonly number[]): Promise<number> {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ id: number }>(
    `with made as (
       insert into incident (store_id, title, kind, subject_id, from_at, to_at, known_at, exposure)
       values ($1, 'รหัสรั่ว', 'program', 1, now() - interval '2 days', now(), now(), '{}') returning id),
     people as (
       insert into incident_person (store_id, incident_id, profile_id, certain)
       select $1, made.id, p, true from made, unnest($2::bigint[]) p)
     select id from made`,
    [store.storeId, ids],
  )
  return rows[0]!.id
}

const approve = (member: Member, id: number, origin_time: string) =>
  member.try(incidentLetters.approve, { ...params(id), body: { origin_time } })

/** Works the channel until no letter waits for LINE. */
async function settledLetters(made: Scene): Promise<void> {
  const { admin } = await testServer()
  for (;;) {
    await workChannel(made)
    const { rows } = await admin.query(
      `select from broadcast where store_id = $1 and incident_id is not null and status = 'pending'
         and (sub_status <> 'paused' or reason = 'rate')`,
      [made.store.storeId],
    )
    if (rows.length === 0) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Ids of the broadcasts of letters. */
async function letterBroadcasts({ store }: Scene): Promise<number[]> {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ id: number }>(
    'select id from broadcast where store_id = $1 and incident_id is not null order by id',
    [store.storeId],
  )
  return rows.map(({ id }) => id)
}

test('a letter reaches withdrawn and restricted customers once, over the cap, in quiet hours, with its links as written', async () => {
  const made = await scene({ friends: 4, channel: { quota: null } })
  const [withdrawn, restricted, merged, stopped] = made.people.map(({ id }) => id)
  await change(
    made,
    `update broadcast_setting set weekly_cap = 0, quiet_from = '00:00', quiet_to = '23:59',
    unknown_consent = 'skip' where store_id = $1`,
  )
  await change(
    made,
    `insert into consent_entry (store_id, profile_id, purpose_id, status, source) values ($1, $2, $3, 'withdrawn', 'user')`,
    [withdrawn, made.purposeId],
  )
  await change(made, 'update profile set restricted_at = now() where store_id = $1 and id = $2', [restricted])
  await change(made, 'insert into line_stop (store_id, user_id) values ($1, $2)', [made.people[3]!.userId])
  const { admin } = await testServer()
  const { rows } = await admin.query<{ id: number }>(
    'insert into profile (store_id, merged_into, deleted_at) values ($1, $2, now()) returning id',
    [made.store.storeId, merged],
  )
  const { id, letter, second } = await submitted(made, [
    withdrawn!,
    restricted!,
    merged!,
    stopped!,
    Number(rows[0]!.id),
  ])
  expect((await approve(second, id, letter.updated_at)).status).toBe(200)
  await settledLetters(made)
  expect(acceptedUsers(made)).toEqual(made.people.map(({ userId }) => userId).sort())
  expect(made.state.accepted.map(({ message }) => (message as { text: string }).text)).toContain(
    'เรียนคุณ คน 1 ดูที่ https://shop.example/x\n\nDear คน 1',
  )
  const { letter: sent, reach } = await second.call(incidentLetters.get, params(id))
  expect(sent).toMatchObject({ state: 'sent', counts: { accepted: 4, queued: 0, skipped: 0 } })
  expect(reach).toMatchObject({ total: 4, line: 4, erased: 0 })
})

test('a customer whose profiles were merged twice since is one customer of the letter', async () => {
  const made = await scene({ friends: 1, channel: { quota: null } })
  const { admin } = await testServer()
  const [kept] = made.people
  const merged = async (into: number) => {
    const { rows } = await admin.query<{ id: number }>(
      'insert into profile (store_id, merged_into, deleted_at) values ($1, $2, now()) returning id',
      [made.store.storeId, into],
    )
    return Number(rows[0]!.id)
  }
  const between = await merged(kept!.id)
  const { id, letter, second } = await submitted(made, [await merged(between), between, kept!.id])
  await approve(second, id, letter.updated_at)
  await settledLetters(made)
  expect(acceptedUsers(made)).toEqual([kept!.userId])
  expect((await second.call(incidentLetters.get, params(id))).reach).toMatchObject({ total: 1, line: 1, erased: 0 })
})

test('the ways to reach the customers of an incident add up, and only LINE is sent to', async () => {
  const made = await scene({ friends: 3, channel: { quota: null } })
  const [reached, blocked, erased] = made.people
  await change(made, "update channel_friend set status = 'blocked' where store_id = $1 and profile_id = $2", [
    blocked!.id,
  ])
  await change(
    made,
    "update profile set email = 'a@shop.example', phone = '0812345678' where store_id = $1 and id = $2",
    [blocked!.id],
  )
  await change(made, 'update profile set deleted_at = now() where store_id = $1 and id = $2', [erased!.id])
  const { id, letter, second } = await submitted(made)
  await approve(second, id, letter.updated_at)
  await settledLetters(made)
  expect(acceptedUsers(made)).toEqual([reached!.userId])
  const { reach } = await second.call(incidentLetters.get, params(id))
  expect(reach).toEqual({ total: 3, line: 1, email: 1, phone: 0, none: 0, erased: 1, blocked: 1, account: 0 })
})

test('an author cannot approve a letter, and of two approvals one sends it', async () => {
  const made = await scene({ friends: 1, channel: { quota: null } })
  const { id, letter, second } = await submitted(made)
  const third = await made.store.member([...rights])
  expect((await approve(made.store, id, letter.updated_at)).body).toMatchObject({ error: 'letter_own_approval' })
  const replies = await Promise.all([second, third].map((member) => approve(member, id, letter.updated_at)))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
  await settledLetters(made)
  expect(acceptedUsers(made)).toHaveLength(1)
})

test('no call of broadcasts finds, lists, changes, stops or copies a letter', async () => {
  const made = await scene({ friends: 1, channel: { quota: null } })
  const { id, letter, second } = await submitted(made)
  await approve(second, id, letter.updated_at)
  const [one] = await letterBroadcasts(made)
  const { store } = made
  expect((await store.try(broadcasts.get, params(one!))).status).toBe(404)
  const body = { id: one!, origin_time: letter.updated_at, name: 'x' }
  expect((await store.try(broadcasts.update, { body } as never)).status).toBe(404)
  expect((await store.call(broadcasts.list, { query: {} } as never)) as { total: number }).toMatchObject({ total: 0 })
})

test('a letter that the quota does not cover is refused before anything is sent', async () => {
  const made = await scene({ friends: 2, channel: { quota: null } })
  await change(made, 'update broadcast_quota set quota = usage + reserved + 1 where store_id = $1')
  const { id, letter, second } = await submitted(made)
  expect((await approve(second, id, letter.updated_at)).body).toMatchObject({ error: 'broadcast_quota' })
  expect(await letterBroadcasts(made)).toEqual([])
  expect((await second.call(incidentLetters.get, params(id))).letter).toMatchObject({ state: 'awaiting' })
})

test('after a restore a letter skips customers whom LINE was called for since the backup', async () => {
  const made = await scene({ friends: 2, channel: { quota: null } })
  const { id, letter, second } = await submitted(made)
  await change(
    made,
    `insert into incident_letter_sent (store_id, incident_id, number, user_hash, retry_key, outcome)
    values ($1, $2, 1, user_hash($3), gen_random_uuid(), 'accepted')`,
    [id, made.people[0]!.userId],
  )
  await approve(second, id, letter.updated_at)
  await settledLetters(made)
  expect(acceptedUsers(made)).toEqual([made.people[1]!.userId])
})

test('a second letter reaches the customers of the first once more, and those who came later', async () => {
  const made = await scene({ friends: 1, channel: { quota: null } })
  const { id, letter, second } = await submitted(made)
  await approve(second, id, letter.updated_at)
  await settledLetters(made)
  const [later] = await addPeople(made, 1)
  await change(
    made,
    'insert into incident_person (store_id, incident_id, profile_id, certain) values ($1, $2, $3, true)',
    [...[id, later!.id]],
  )
  const body = { origin_time: null, text_th: 'เพิ่มเติม', text_en: '' }
  const { letter: next } = await second.call(incidentLetters.save, { ...params(id), body })
  const { letter: waits } = await second.call(incidentLetters.submit, {
    ...params(id),
    body: { origin_time: next!.updated_at },
  })
  await approve(made.store, id, waits!.updated_at)
  await settledLetters(made)
  expect(acceptedUsers(made)).toEqual([made.people[0]!.userId, made.people[0]!.userId, later!.userId].sort())
})

test('a letter that is stopped before it begins ends without a message, and releases its quota', async () => {
  const made = await scene({ friends: 2, channel: { quota: null } })
  const { id, letter, second } = await submitted(made)
  await change(
    made,
    `insert into broadcast_lease (store_id, channel_id, holder, until)
     values ($1, $2, gen_random_uuid(), clock_timestamp() + interval '8 seconds')`,
    [made.account.id],
  )
  await approve(second, id, letter.updated_at)
  const { letter: stopped } = await second.call(incidentLetters.stop, params(id))
  expect(stopped).toMatchObject({ state: 'stopped' })
  await change(made, 'delete from broadcast_lease where store_id = $1')
  await workChannel(made)
  expect(acceptedUsers(made)).toEqual([])
  const { admin } = await testServer()
  const { rows } = await admin.query('select reserved from broadcast_quota where store_id = $1', [made.store.storeId])
  expect(rows).toEqual([{ reserved: 0 }])
})
