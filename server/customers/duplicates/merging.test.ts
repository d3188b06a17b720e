import { profileDuplicates } from '@ruam/contract/customers/duplicates.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { describe, expect, test } from 'vitest'
import { onConnection } from '../../database/db.ts'
import { field } from '../../testing/customers/profiles.testing.ts'
import {
  everything,
  furnish,
  merge,
  pairOf,
  type Scene,
  sceneOf,
  twins,
} from '../../testing/duplicates/merge-scene.testing.ts'
import { fieldOf, openPairs } from '../../testing/duplicates/profile-duplicates.testing.ts'
import { isWaiting, testServer } from '../../testing/store.testing.ts'
import { removeProfiles } from '../profiles/write.ts'

describe('a merge', () => {
  test('keeps one profile, with the chosen values and those that only one of them had', async () => {
    const scene = await twins()
    const [kept, gone] = scene.ids as [number, number]
    const fields = [
      { field_id: field.lastName, from: gone },
      { field_id: field.phone, from: kept },
    ]
    const { profile } = await merge(scene, kept, gone, fields)
    expect(['lastName', 'phone', 'email'].map((name) => fieldOf(profile, name))).toEqual([
      'ศรีสุก',
      '+66812345670',
      'yada@example.com',
    ])
    const list = await scene.store.call(profiles.list, { query: {} })
    expect([list.total, list.total_all, list.data.map(({ id }) => id)]).toEqual([1, 1, [kept]])
    const found = await scene.store.call(profiles.list, { query: { keyword: 'ญาดา' } })
    expect(found.total).toBe(1)
    const left = await scene.store.try(profiles.get, { params: { id: String(gone) } })
    expect(left).toMatchObject({ status: 410, body: { details: { merged_into: kept } } })
  })

  test('combines labels, activities, identities and consents of both, and labels count them once', async () => {
    const scene = await twins()
    const [kept, gone] = scene.ids as [number, number]
    const [one, two] = await furnish(scene, [0b111000001, 0b111000011])
    await merge(scene, kept, gone)
    const { admin } = await testServer()
    const { rows } = await admin.query(
      `select (select count(*)::int from activity where store_id = $1 and profile_id = $2) as activities,
        (select count(*)::int from identity where store_id = $1 and profile_id = $2) as identities,
        (select count(*)::int from consent_entry where store_id = $1 and profile_id = $2) as consents`,
      [scene.store.storeId, kept],
    )
    expect(rows).toEqual([{ activities: 2, identities: 4, consents: 2 }])
    const { counts } = await everything(scene)
    expect(counts.map(({ target_count }) => target_count)).toEqual([1, 1, 0])
    const profile = await scene.store.call(profiles.get, { params: { id: String(kept) } })
    expect(profile.labels.map(({ id }) => id)).toEqual([one, two])
  })

  test('is in the history of both, and in the audit log', async () => {
    const scene = await twins()
    const [kept, gone] = scene.ids as [number, number]
    const { merge_id } = await merge(scene, kept, gone)
    const { admin } = await testServer()
    const { rows } = await admin.query(
      "select profile_id, changes from profile_change where store_id = $1 and source = 'merge' and source_id = $2 order by id",
      [scene.store.storeId, merge_id],
    )
    expect(rows).toEqual([
      { profile_id: kept, changes: { [field.email]: [null, 'yada@example.com'], merged: [null, gone] } },
      { profile_id: gone, changes: { merged_into: [null, kept] } },
    ])
    const audited = await admin.query(
      "select details from audit_log where store_id = $1 and action = 'profiles_merged'",
      [scene.store.storeId],
    )
    expect(audited.rows).toEqual([{ details: { kept, gone } }])
  })

  test('merging a settled pair, or one with a deleted profile, is refused', async () => {
    const scene = await sceneOf('ชื่อ', ['ก', 'ข', 'ค'])
    const [a, b, c] = scene.ids as [number, number, number]
    const [ab, bc] = [await pairOf(scene, a, b), await pairOf(scene, b, c)]
    const tried = async (pair: number, keep: number) =>
      (await scene.store.try(profileDuplicates.merge, { params: { id: String(pair) }, body: { keep, fields: [] } }))
        .body.error
    expect(await tried(ab, a)).toBeUndefined()
    expect([await tried(ab, a), await tried(bc, c)]).toEqual(['pair_over', 'pair_over'])
    const { admin } = await testServer()
    const ac = await pairOf(scene, a, c)
    await admin.query('update profile set deleted_at = now() where store_id = $1 and id = $2', [scene.store.storeId, c])
    expect(await tried(ac, a)).toBe('pair_over')
    expect(await tried(ac, b)).toBe('not_found')
  })

  test('happens once when it is requested ten times at once', async () => {
    const scene = await twins()
    const [kept, gone] = scene.ids as [number, number]
    const params = { id: String(await pairOf(scene, kept, gone)) }
    const body = { keep: kept, fields: [] }
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => scene.store.try(profileDuplicates.merge, { params, body })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
    expect((await everything(scene)).live).toEqual([{ live: 1 }])
  })

  test('of two chosen profiles leaves the queue alone until it is done, and happens once', async () => {
    const scene = await sceneOf('ชื่อ', ['ก', 'ข', 'ค'])
    const [a, b, c] = scene.ids as [number, number, number]
    const { store } = scene
    const compared = await store.call(profileDuplicates.compare, { query: { low: String(b), high: String(a) } })
    expect(compared).toMatchObject({ id: null, status: 'open', profiles: [{ id: a }, { id: b }] })
    expect(await openPairs(store)).toEqual([])
    const chosen = (profile_ids: number[], keep: number) =>
      store.try(profileDuplicates.mergeChosen, { body: { profile_ids, keep, fields: [] } })
    expect((await chosen([a, b], c)).status).toBe(404)
    expect((await chosen([a, a], a)).status).toBe(400)
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => chosen([a, b], a)),
      ...Array.from({ length: 4 }, () => chosen([b, a], b)),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
    expect(new Set(answers.flatMap(({ body }) => body.error ?? []))).toEqual(new Set(['pair_over']))
    expect(await openPairs(store)).toEqual([])
    const kept = answers.find(({ status }) => status === 200)!.body.profile.id
    const gone = kept === a ? b : a
    // The merged profile cannot be merged again or compared.
    expect((await chosen([gone, c], c)).body.error).toBe('pair_over')
    const over = await store.try(profileDuplicates.compare, { query: { low: String(gone), high: String(c) } })
    expect(over.body.error).toBe('pair_over')
    expect(await openPairs(store)).toEqual([])
    const { data } = await store.call(profileDuplicates.list, { query: { status: 'merged' } })
    expect(data).toHaveLength(1)
  })

  test('transfers the pairs of the merged profile', async () => {
    const scene = await sceneOf('ชื่อ', ['ก', 'ข', 'ค'])
    const [a, b, c] = scene.ids as [number, number, number]
    await pairOf(scene, b, c)
    await merge(scene, a, b)
    expect((await openPairs(scene.store)).map((pair) => pair.profiles.map(({ id }) => id))).toEqual([[a, c]])
  })
})

/** Removes a profile and its pairs like an undo or an erasure, during another call. */
async function removeBeside<T>({ store }: Scene, id: number, beside: () => Promise<T>): Promise<T> {
  const { admin } = await testServer()
  const removing = await admin.connect()
  try {
    await removing.query('begin')
    for (const [table, key] of [
      ['identity', 'profile_id'],
      ['profile', 'id'],
    ])
      await removing.query(`delete from ${table} where store_id = $1 and ${key} = $2`, [store.storeId, id])
    const working = beside()
    expect(await Promise.race([working, waiting()])).toBe('waits')
    await removeProfiles(onConnection(removing), store.storeId, [id])
    await removing.query('commit')
    return await working
  } finally {
    removing.release()
  }
}

/** Waits until a session in this database waits for a lock. */
async function waiting(): Promise<'waits'> {
  while (!(await isWaiting())) await new Promise((resolve) => setTimeout(resolve, 20))
  return 'waits'
}

const pairsIn = async ({ store }: Scene) => {
  const { admin } = await testServer()
  const { rows } = await admin.query('select low_id, high_id from profile_duplicate where store_id = $1', [
    store.storeId,
  ])
  return rows
}

test('no pair is created with a profile that is being removed', async () => {
  const scene = await sceneOf('ชื่อ', ['ญาดา', 'มานี', 'ปิติ'])
  const [first, kept, last] = scene.ids as [number, number, number]
  for (const gone of [first, last]) {
    const body = { profile_ids: [gone, kept] }
    const { status } = await removeBeside(scene, gone, () => scene.store.try(profileDuplicates.create, { body }))
    expect([status, await pairsIn(scene)]).toEqual([404, []])
  }
})

test('a merge transfers no pair with a profile that is being removed', { tags: ['verify'] }, async () => {
  const scene = await sceneOf('ชื่อ', ['ญาดา', 'มานี', 'ปิติ'])
  const [kept, gone, removed] = scene.ids as [number, number, number]
  await pairOf(scene, gone, removed)
  await removeBeside(scene, removed, () => merge(scene, kept, gone))
  expect(await pairsIn(scene)).toEqual([{ low_id: kept, high_id: gone }])
})
