import { labels } from '@ruam/contract/customers/labels.ts'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { segments } from '@ruam/contract/customers/segments.ts'
import { jobs } from '@ruam/contract/jobs.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { inStore } from '../../database/db.ts'
import type { JobContext } from '../../jobs/define.ts'
import { insertJob } from '../../jobs/queries.ts'
import { workJob } from '../../jobs/work.ts'
import { brokenRules } from '../../testing/consistency.ts'
import { people } from '../../testing/customers/profile-bulk.testing.ts'
import { byId, membersOf, ruleOf, segment, settled } from '../../testing/customers/segments.testing.ts'
import { coreOf, newStore, type TestStore, testServer } from '../../testing/store.testing.ts'
import { segmentCalculator } from './calculate.ts'
import { sweepSegments } from './sweep.ts'

// Changes during a calculation: in its middle, between two blocks of two profiles.

let store: TestStore
beforeEach(async () => {
  store = await newStore()
})

const going = new AbortController().signal
const named = (value: string) => ({ kind: 'profile', field_id: 1, operator: 'eq', value }) as const
const get = (id: number) => store.call(labels.get, byId(id))

async function rename(id: number, value: string) {
  const { updated_at } = await store.call(profiles.get, byId(id))
  await store.call(profiles.update, { ...byId(id), body: { fields: [{ id: 1, value }], origin_time: updated_at } })
}

/**
 * Eight people whom a segment means and lacks, and a calculation that no worker knows of; `broken`: who are in it, by a rule that names
 * a field which is gone. The first block says which segment is calculated, the last that it is done.
 */
async function waiting({ auto = true, broken = false } = {}) {
  const ids = await people(
    store,
    Array.from({ length: 8 }, () => 'นก'),
  )
  const made = await segment(store, named('นก'), { auto })
  await settled(store)
  const { admin } = await testServer()
  const core = await coreOf(store)
  const to = [store.storeId, made.id]
  // As it would be when they had been written past everything.
  const past = broken
    ? [
        `update label set segment_rule = replace(segment_rule::text, '"field_id": 1', '"field_id": 1999999')::jsonb where store_id = $1 and id = $2`,
      ]
    : [
        'delete from profile_label where store_id = $1 and label_id = $2',
        'update label set target_count = 0 where store_id = $1 and id = $2',
      ]
  for (const text of past) await admin.query(text, to)
  await admin.query('update segment set wanted = wanted + 1 where store_id = $1 and label_id = $2', to)
  const job = await inStore(core.pool, store.storeId, (db) =>
    insertJob(db, store.storeId, store.userId, { kind: 'segment_calculate', request: {}, queued: true }),
  )
  const work = (before: (block: number) => Promise<unknown> = async () => {}) => {
    const worker = segmentCalculator({ rows: 2 })
    let count = 0
    const block: JobContext<object>['block'] = async () => {}
    const between = (working: JobContext<never>) =>
      worker({
        ...(working as JobContext<object>),
        block: async (step: Parameters<typeof block>[0]) => {
          await before(++count)
          await working.block(step)
        },
      } as never)
    return workJob({ segment_calculate: { work: between } } as never, core, store.storeId, job.id, going)
  }
  return { ids, id: made.id, job: job.id, work }
}

/** Runs all remaining jobs. */
async function rest() {
  const core = await coreOf(store)
  await sweepSegments(core, new Date())
  await settled(store)
}

describe('in the middle of a calculation', () => {
  test('the next worker finishes the segment of a dead one without counting twice', async () => {
    const { ids, id, work } = await waiting()
    const dies = work(async (block) => {
      if (block === 4) throw Object.assign(new Error('gone'), { code: '57P01' })
    })
    await expect(dies).rejects.toThrow('gone')
    expect([await membersOf(store, id), (await get(id)).target_count]).toEqual([ids.slice(0, 4), 4])
    expect((await get(id)).state!.status).toBe('calculating')
    await work()
    expect([await membersOf(store, id), (await get(id)).target_count]).toEqual([ids, 8])
    expect((await get(id)).state!.status).toBe('fresh')
  })

  test('progress counts the profiles that have joined or left', { tags: ['verify'] }, async () => {
    const { id, work } = await waiting()
    const said: unknown[] = []
    await work(async () => {
      const { status, moves } = (await get(id)).state!
      said.push(status === 'calculating' ? moves : status)
    })
    expect(said).toEqual(['waiting', null, ...[2, 4, 6, 8].map((done) => ({ done, total: 8 }))])
    expect((await get(id)).state!.moves).toBeNull()
  })

  test('edits, deletions and pins made meanwhile are kept', async () => {
    const { ids, id, work } = await waiting()
    await work(async (block) => {
      if (block !== 2) return
      await rename(ids[5]!, 'กา')
      await store.call(profiles.delete, byId(ids[6]!))
      const member = { params: { id: String(id), profile_id: String(ids[7]) } }
      await store.call(segments.pin, { ...member, body: { value: false } })
    })
    expect(await membersOf(store, id)).toEqual(ids.slice(0, 5))
    await rest()
    expect([await membersOf(store, id), (await get(id)).target_count]).toEqual([ids.slice(0, 5), 5])
    await store.call(profiles.restore, byId(ids[6]!))
    expect([await membersOf(store, id), (await get(id)).target_count]).toEqual([[...ids.slice(0, 5), ids[6]], 6])
    expect(await brokenRules(store)).toEqual([])
  })

  test('an edited rule determines the final members', { tags: ['verify'] }, async () => {
    const { ids, id, work } = await waiting()
    await rename(ids[0]!, 'กา')
    await work(async (block) => {
      if (block !== 3) return
      const { name, updated_at: origin_time } = await get(id)
      const body = { name, color: 'red' as const, segment_rule: ruleOf(named('กา')), origin_time }
      await store.call(labels.update, { ...byId(id), body })
    })
    await rest()
    expect([await membersOf(store, id), (await get(id)).target_count]).toEqual([[ids[0]], 1])
  })

  test('a segment that is deleted is gone, and the calculation ends', { tags: ['verify'] }, async () => {
    const { id, job, work } = await waiting()
    await work(async (block) => {
      if (block === 3) await store.call(labels.delete, { ...byId(id), query: {} })
    })
    expect(await store.call(jobs.get, byId(job))).toMatchObject({ status: 'completed' })
    expect((await store.try(labels.get, byId(id))).status).toBe(404)
    expect(await brokenRules(store)).toEqual([])
  })

  test('a deleted field empties the segment', { tags: ['verify'] }, async () => {
    const body = { field_name: 'code', display_name: 'code', data_type: 'String' as const }
    const { id: field_id } = await store.call(profileFields.create, { body })
    const { id, work } = await waiting()
    const { name, updated_at: origin_time } = await get(id)
    const segment_rule = ruleOf({ kind: 'profile', field_id, operator: 'empty' })
    await work(async (block) => {
      if (block === 1)
        await store.call(labels.update, { ...byId(id), body: { name, color: 'red', segment_rule, origin_time } })
      if (block === 3) await store.call(profileFields.delete, { ...byId(field_id), query: { confirm: 'true' } })
    })
    await rest()
    expect([await membersOf(store, id), (await get(id)).state!.status]).toEqual([[], 'broken'])
  })

  test('a restored profile does not return to a segment whose rule is broken', { tags: ['verify'] }, async () => {
    const { ids, id, work } = await waiting({ broken: true })
    await store.call(profiles.delete, byId(ids[0]!))
    await work(async (block) => {
      if (block === 3) await store.call(profiles.delete, byId(ids[7]!))
    })
    for (const away of [ids[0], ids[7]]) await store.call(profiles.restore, byId(away!))
    expect([await membersOf(store, id), (await get(id)).target_count]).toEqual([[], 0])
    expect((await get(id)).state!.status).toBe('broken')
    expect(await brokenRules(store)).toEqual([])
  })

  test('a cancelled job keeps its finished part, and the scheduler resumes it for automatic segments', {
    tags: ['verify'],
  }, async () => {
    const { ids, id, job, work } = await waiting()
    await work(async (block) => {
      if (block === 4) await store.call(jobs.cancel, byId(job))
    })
    expect(await store.call(jobs.get, byId(job))).toMatchObject({ status: 'cancel' })
    expect(await membersOf(store, id)).toEqual(ids.slice(0, 4))
    expect((await get(id)).state!.status).toBe('waiting')
    await rest()
    expect([await membersOf(store, id), (await get(id)).target_count]).toEqual([ids, 8])
  })
})

test('a calculation waits for writers that used the previous rule, and blocks none of them', async () => {
  const [who] = await people(store, ['นก'])
  const { id, name, updated_at } = await segment(store, named('ไก่'))
  await settled(store)
  const core = await coreOf(store)
  const { follow } = await import('../membership/evaluate.ts')
  let end = () => {}
  const ends = new Promise<void>((resolve) => {
    end = resolve
  })
  let begun = () => {}
  const judged = new Promise<void>((resolve) => {
    begun = resolve
  })
  // A profile becomes กา during the edit of the rule, and was evaluated with the previous rule.
  const writing = inStore(core.pool, store.storeId, async (db) => {
    await db
      .updateTable('profile')
      .set({ first_name: 'กา' })
      .where('store_id', '=', store.storeId)
      .where('id', '=', who!)
      .execute()
    expect(await follow(db, store.storeId, { ids: [who!], reads: ['field:1'] })).toEqual([])
    begun()
    await ends
  })
  await judged
  const body = { name, color: 'red' as const, segment_rule: ruleOf(named('กา')), origin_time: updated_at }
  await store.call(labels.update, { ...byId(id), body })
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect((await get(id)).state!.status).toMatch(/waiting|calculating/)
  end()
  await writing
  await settled(store)
  expect([await membersOf(store, id), (await get(id)).target_count]).toEqual([[who], 1])
})

test('a chain of thirty segments follows the first with one write', { tags: ['verify'] }, async () => {
  const [who] = await people(store, ['กา'])
  const chain = [await segment(store, named('นก'))]
  while (chain.length < 30)
    chain.push(await segment(store, { kind: 'label', operator: 'has_any', label_ids: [chain.at(-1)!.id] }))
  await settled(store)
  await rename(who!, 'นก')
  for (const { id } of [chain[0]!, chain[15]!, chain[29]!]) expect(await membersOf(store, id)).toEqual([who])
  await rename(who!, 'กา')
  expect(await membersOf(store, chain[29]!.id)).toEqual([])
})
