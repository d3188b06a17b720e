import { consents } from '@ruam/contract/customers/consents.ts'
import { profileDuplicates } from '@ruam/contract/customers/duplicates.ts'
import { labels } from '@ruam/contract/customers/labels.ts'
import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { segments } from '@ruam/contract/customers/segments.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { bulk, newLabel, people, undo } from '../../testing/customers/profile-bulk.testing.ts'
import { byId, membersOf, segment, settled } from '../../testing/customers/segments.testing.ts'
import { importFile } from '../../testing/imports/data-sources.testing.ts'
import { undone } from '../../testing/imports/import-undo.testing.ts'
import { jobOver } from '../../testing/jobs.testing.ts'
import { coreOf, newStore, type TestStore, testServer } from '../../testing/store.testing.ts'
import { activityType } from '../../testing/things/fields.ts'
import { consentPurpose } from '../../testing/things/segments.ts'
import { sweepSegments } from './sweep.ts'

let store: TestStore
beforeEach(async () => {
  store = await newStore()
})

const named = (value: string) => ({ kind: 'profile', field_id: 1, operator: 'eq', value }) as const
const person = async (name: string) =>
  (await store.call(profiles.create, { body: { fields: [{ id: 1, value: name }] } })).id
async function rename(id: number, value: string) {
  const { updated_at } = await store.call(profiles.get, byId(id))
  await store.call(profiles.update, { ...byId(id), body: { fields: [{ id: 1, value }], origin_time: updated_at } })
}
const pinned = (id: number, profile_id: number) => ({ params: { id: String(id), profile_id: String(profile_id) } })
const get = (id: number) => store.call(labels.get, byId(id))

describe('a segment', () => {
  test('contains matching profiles soon after it was created, and shows its state', async () => {
    const [first, , third] = await people(store, ['นก', 'กา', 'นก'])
    const made = await segment(store, named('นก'))
    expect(made).toMatchObject({ type: 'advanced', auto_apply_enabled: true, target_count: 0 })
    expect(made.segment_rule).toMatchObject({
      auto_apply_enabled: true,
      target: { groups: [{ rules: [named('นก')] }] },
    })
    await settled(store)
    expect(await membersOf(store, made.id)).toEqual([first, third])
    const state = { status: 'fresh', evaluated_at: expect.any(String), next_at: null, error: null, faults: [] }
    expect(await get(made.id)).toMatchObject({ target_count: 2, state })
    const { data } = await store.call(segments.size, { ...byId(made.id), query: {} })
    expect(data).toMatchObject([{ people: 2 }])
  })

  test('shows who joined and left in the last week once it is older than a week', { tags: ['verify'] }, async () => {
    const { admin } = await testServer()
    const [first, second, third] = await people(store, ['นก', 'นก', 'กา'])
    const { id } = await segment(store, named('นก'))
    await settled(store)
    const week = async () => (await store.call(segments.size, { ...byId(id), query: {} })).week
    expect(await week()).toBeNull()
    for (const [table, column] of Object.entries({ segment_size: 'at', profile_label: 'created_at' }))
      await admin.query(
        `update ${table} set ${column} = ${column} - interval '8 days' where store_id = $1 and label_id = $2`,
        [store.storeId, id],
      )
    expect(await week()).toEqual({ joined: 0, left: 0 })
    await rename(first!, 'กา')
    await rename(third!, 'นก')
    await person('นก')
    await settled(store)
    expect(await week()).toEqual({ joined: 2, left: 1 })
    await store.call(profiles.delete, byId(second!))
    expect(await week()).toEqual({ joined: 2, left: 1 })
  })

  test('without auto-apply is empty until it is calculated, and then keeps its members', {
    tags: ['verify'],
  }, async () => {
    const [first] = await people(store, ['นก', 'กา'])
    const { id } = await segment(store, named('นก'), { auto: false })
    await settled(store)
    expect(await get(id)).toMatchObject({ target_count: 0, state: { status: 'fresh', evaluated_at: null } })
    const { job_id } = await store.call(segments.calculate, byId(id))
    expect(await jobOver(store, job_id)).toMatchObject({ status: 'completed', changed: 1 })
    await rename(first!, 'กา')
    expect(await membersOf(store, id)).toEqual([first])
  })

  test('loses those who ask to be left alone, and who is deleted has it again when they come back', {
    tags: ['verify'],
  }, async () => {
    const { admin } = await testServer()
    const [first, second, third, fourth] = await people(store, ['นก', 'นก', 'นก', 'นก'])
    const restrict = (id: number) =>
      admin.query('update profile set restricted_at = now() where store_id = $1 and id = $2', [store.storeId, id])
    await restrict(first!)
    const { id } = await segment(store, named('นก'), { auto: false })
    const calculate = async () => jobOver(store, (await store.call(segments.calculate, byId(id))).job_id)
    expect(await calculate()).toMatchObject({ status: 'completed', changed: 3 })
    await restrict(second!)
    await store.call(profiles.delete, byId(third!))
    expect(await calculate()).toMatchObject({ status: 'completed', changed: 1 })
    expect(await membersOf(store, id)).toEqual([fourth])
    await store.call(profiles.restore, byId(third!))
    expect(await membersOf(store, id)).toEqual([third, fourth])
  })

  test('writes nothing when it is recalculated without a change', { tags: ['verify'] }, async () => {
    await people(store, ['นก', 'กา', 'นก'])
    const { id } = await segment(store, named('นก'))
    await settled(store)
    const { admin } = await testServer()
    const rows = async () =>
      (await admin.query('select xmin, ctid, * from profile_label where label_id = $1 order by profile_id', [id])).rows
    const before = await rows()
    const { job_id } = await store.call(segments.calculate, byId(id))
    expect(await jobOver(store, job_id)).toMatchObject({ status: 'completed', changed: 0 })
    expect(await rows()).toEqual(before)
  })

  test('follows a new rule, and an edit without a rule keeps the old one', async () => {
    const [first, second] = await people(store, ['นก', 'กา'])
    const made = await segment(store, named('นก'))
    await settled(store)
    const { segment_rule: _, ...rest } = await get(made.id)
    const body = { name: rest.name, color: 'red', origin_time: rest.updated_at } as const
    const kept = await store.call(labels.update, { ...byId(made.id), body })
    expect(kept.segment_rule).toEqual(made.segment_rule)
    const group = { condition: 'and' as const, rules: [named('กา')] }
    const segment_rule = { ...made.segment_rule!, target: { condition: 'and' as const, groups: [group] } }
    await store.call(labels.update, {
      ...byId(made.id),
      body: { ...body, segment_rule, origin_time: kept.updated_at },
    })
    await settled(store)
    expect(await membersOf(store, made.id)).toEqual([second])
    expect(first).not.toBe(second)
    expect((await get(made.id)).target_count).toBe(1)
  })
})

describe('a segment that follows its rule by itself', () => {
  test('gains a profile in the transaction that makes it match', async () => {
    const { id } = await segment(store, named('นก'))
    await settled(store)
    const who = await person('นก')
    expect(await membersOf(store, id)).toEqual([who])
    await rename(who, 'กา')
    expect([await membersOf(store, id), (await get(id)).target_count]).toEqual([[], 0])
    await rename(who, 'นก')
    await store.call(profiles.delete, byId(who))
    expect((await get(id)).target_count).toBe(0)
    await store.call(profiles.restore, byId(who))
    expect([await membersOf(store, id), (await get(id)).target_count]).toEqual([[who], 1])
  })

  test('follows activities, consents and labels, and segments that follow it', async () => {
    const type = await activityType(store)
    const purpose = await consentPurpose(store)
    const label = await newLabel(store)
    const bought = await segment(store, { kind: 'activity', activity_type_id: type, done: true })
    const agreed = await segment(store, { kind: 'consent', purpose_id: purpose.id, operator: 'granted' })
    const given = await segment(store, { kind: 'label', operator: 'has_any', label_ids: [label] })
    const all = await segment(store, {
      kind: 'label',
      operator: 'has_all',
      label_ids: [bought.id, agreed.id, given.id],
    })
    await settled(store)
    const who = await person('นก')
    const activity = await store.call(profileActivities.create, {
      ...byId(who),
      body: { activity_type_id: type, fields: [] },
    })
    await store.call(consents.record, {
      body: { profile_id: who, purpose_id: purpose.id, operation: 'granted', way: 'paper', note: '7' },
    })
    expect(await membersOf(store, all.id)).toEqual([])
    await store.call(profiles.addLabels, { ...byId(who), body: { label_ids: [label] } })
    for (const one of [bought, agreed, given, all]) expect(await membersOf(store, one.id)).toEqual([who])
    const params = { id: String(who), activity_id: String(activity.id) }
    await store.call(profileActivities.delete, { params })
    expect([await membersOf(store, bought.id), await membersOf(store, all.id)]).toEqual([[], []])
  })

  test('follows an import and its undo when they are over', { tags: ['verify'] }, async () => {
    const { id } = await segment(store, named('นก'))
    await settled(store)
    const file = await importFile(store, 'ชื่อ,เบอร์โทร\nนก,0811111111\nกา,0822222222\nนก,0833333333\n')
    await settled(store)
    expect((await get(id)).target_count).toBe(2)
    await undone(store, file.id, file.real)
    await settled(store)
    expect([await membersOf(store, id), (await get(id)).target_count]).toEqual([[], 0])
  })

  test('is calculated only for the profiles of a small import, and for all profiles on request', {
    tags: ['verify'],
  }, async () => {
    const [known] = await people(store, ['นก'])
    const { id } = await segment(store, named('นก'))
    const follows = await segment(store, { kind: 'label', operator: 'has_any', label_ids: [id] })
    await settled(store)
    // A state that no call can produce: profiles that are evaluated join again.
    const { admin } = await testServer()
    const missing = async () => {
      await admin.query('delete from profile_label where store_id = $1 and label_id = $2 and profile_id = $3', [
        store.storeId,
        id,
        known,
      ])
      await admin.query('update label set target_count = target_count - 1 where store_id = $1 and id = $2', [
        store.storeId,
        id,
      ])
    }
    await missing()
    await importFile(store, 'ชื่อ,เบอร์โทร\nนก,0811111111\nกา,0822222222\n')
    await settled(store)
    const [joined, ...others] = await membersOf(store, id)
    expect([joined === known, others]).toEqual([false, []])
    expect((await membersOf(store, follows.id)).includes(joined!)).toBe(true)
    const left = 'select count(*)::int as n from segment_touched where store_id = $1'
    expect((await admin.query(left, [store.storeId])).rows).toEqual([{ n: 0 }])
    await jobOver(store, (await store.call(segments.calculate, byId(id))).job_id)
    expect(await membersOf(store, id)).toEqual([known, joined])
    // A wish by a server that knows nothing of people who are written down is one of everybody.
    await missing()
    const to = [store.storeId, id]
    await admin.query('update segment set wanted = wanted + 1 where store_id = $1 and label_id = $2', to)
    await sweepSegments(await coreOf(store), new Date())
    await settled(store)
    expect(await membersOf(store, id)).toEqual([known, joined])
  })

  test('tells of each calculation when it was, whom it moved and whom it asked', { tags: ['verify'] }, async () => {
    await people(store, ['นก', 'กา', 'นก'])
    const { id } = await segment(store, named('นก'))
    await settled(store)
    await importFile(store, 'ชื่อ,เบอร์โทร\nนก,0811111111\nกา,0822222222\n')
    await settled(store)
    const { data, total } = await store.call(segments.evaluations, { ...byId(id), query: {} })
    expect(
      data.map(({ joined, gone, people, everybody, failed }) => ({ joined, gone, people, everybody, failed })),
    ).toEqual([
      { joined: 1, gone: 0, people: 3, everybody: false, failed: false },
      { joined: 2, gone: 0, people: 2, everybody: true, failed: false },
    ])
    expect([total, data.every(({ started_at }) => Date.parse(started_at) <= Date.now() + 1000)]).toEqual([2, true])
    const [member] = await membersOf(store, id)
    const why = await store.call(segments.why, { params: { id: String(id), profile_id: String(member) } })
    expect(Math.abs(Date.parse(why.since!) - Date.parse(data[1]!.started_at))).toBeLessThan(60_000)
  })

  test('follows a bulk change of many and its undo when they are over', async () => {
    const { id } = await segment(store, named('นก'))
    const ids = await people(
      store,
      Array.from({ length: 120 }, (_, n) => `คน ${n}`),
    )
    await settled(store)
    const job = await bulk(store, { ids }, { type: 'set_field', field_id: 1, value: 'นก' })
    await settled(store)
    expect((await get(id)).target_count).toBe(120)
    await undo(store, job.id)
    await settled(store)
    expect((await get(id)).target_count).toBe(0)
  })

  test('follows a merge and its undo', { tags: ['verify'] }, async () => {
    const [kept, gone] = await people(store, ['นก', 'กา'])
    const type = await activityType(store)
    const { id } = await segment(store, { kind: 'activity', activity_type_id: type, done: true })
    await settled(store)
    await store.call(profileActivities.create, { ...byId(gone!), body: { activity_type_id: type, fields: [] } })
    expect(await membersOf(store, id)).toEqual([gone])
    const pair = await store.call(profileDuplicates.create, { body: { profile_ids: [kept!, gone!] } })
    const body = { keep: kept!, fields: [] }
    const { merge_id } = await store.call(profileDuplicates.merge, { ...byId(pair.id), body })
    expect([await membersOf(store, id), (await get(id)).target_count]).toEqual([[kept], 1])
    await store.call(profileDuplicates.undoMerge, byId(merge_id))
    expect([await membersOf(store, id), (await get(id)).target_count]).toEqual([[gone], 1])
  })
})

describe('a pinned profile', () => {
  test('is in or out regardless of the rule, until the pin is removed', async () => {
    const [fits, other] = await people(store, ['นก', 'กา'])
    const { id } = await segment(store, named('นก'))
    await settled(store)
    const put = (who: number, value: boolean) => store.call(segments.pin, { ...pinned(id, who), body: { value } })
    expect(await put(other!, true)).toEqual({ member: true, source: 'manual_add' })
    expect(await put(fits!, false)).toEqual({ member: false, source: 'manual_remove' })
    await rename(fits!, 'นกใหญ่')
    await rename(fits!, 'นก')
    await jobOver(store, (await store.call(segments.calculate, byId(id))).job_id)
    expect([await membersOf(store, id), (await get(id)).target_count]).toEqual([[other], 1])
    const { data } = await store.call(segments.pins, { ...byId(id), query: {} })
    expect(data.map(({ profile, value }) => [profile, value])).toEqual([
      [{ id: fits, name: 'นก' }, false],
      [{ id: other, name: 'กา' }, true],
    ])
    expect(await store.call(segments.unpin, pinned(id, other!))).toEqual({ member: false, source: null })
    expect(await store.call(segments.unpin, pinned(id, fits!))).toEqual({ member: true, source: 'rule' })
    expect([await membersOf(store, id), (await get(id)).target_count]).toEqual([[fits], 1])
  })

  test('stays in or out after a merge, and the undo leaves the other profile as it was', {
    tags: ['verify'],
  }, async () => {
    const [kept, pinnedIn, keptOut] = await people(store, ['นก', 'กา', 'นก'])
    const inside = await segment(store, named('กา'))
    const outside = await segment(store, named('นก'))
    await settled(store)
    await store.call(segments.pin, { ...pinned(inside.id, pinnedIn!), body: { value: true } })
    await store.call(segments.pin, { ...pinned(outside.id, keptOut!), body: { value: false } })
    const merges = []
    for (const gone of [pinnedIn!, keptOut!]) {
      const pair = await store.call(profileDuplicates.create, { body: { profile_ids: [kept!, gone] } })
      const body = { keep: kept!, fields: [] }
      merges.push((await store.call(profileDuplicates.merge, { ...byId(pair.id), body })).merge_id)
    }
    const all = async () => [await membersOf(store, inside.id), await membersOf(store, outside.id)]
    const counts = async () => [(await get(inside.id)).target_count, (await get(outside.id)).target_count]
    expect([await all(), await counts()]).toEqual([
      [[kept], []],
      [1, 0],
    ])
    for (const merge of merges.reverse()) await store.call(profileDuplicates.undoMerge, byId(merge))
    expect([await all(), await counts()]).toEqual([
      [[pinnedIn], [kept]],
      [1, 1],
    ])
    const { data } = await store.call(segments.pins, { ...byId(outside.id), query: {} })
    expect(data).toMatchObject([{ profile: { id: keptOut }, value: false, by: { id: store.userId } }])
  })

  test('cannot be pinned in a general label', async () => {
    const [who] = await people(store, ['นก'])
    const label = await newLabel(store)
    const refused = await store.try(segments.pin, { ...pinned(label, who!), body: { value: true } })
    expect(refused).toMatchObject({ status: 400, body: { error: 'label_without_rule' } })
  })
})

test('a profile can be evaluated for one segment or for all, including manual ones', async () => {
  const [who] = await people(store, ['นก'])
  const first = await segment(store, named('นก'), { auto: false })
  const second = await segment(store, { kind: 'label', operator: 'has_any', label_ids: [first.id] }, { auto: false })
  const one = await store.call(segments.calculateOne, { ...byId(who!), body: { reference_id: second.id } })
  expect(one.data).toEqual([{ reference_id: second.id, member: false, source: null }])
  const { data } = await store.call(segments.calculateOne, { ...byId(who!), body: {} })
  expect(data).toEqual([first, second].map(({ id }) => ({ reference_id: id, member: true, source: 'rule' })))
  expect((await get(second.id)).target_count).toBe(1)
})
