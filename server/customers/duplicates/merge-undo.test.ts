import { fc, test } from '@fast-check/vitest'
import { profileDuplicates } from '@ruam/contract/customers/duplicates.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { describe, expect, test as plainTest } from 'vitest'
import { field } from '../../testing/customers/profiles.testing.ts'
import {
  everything,
  furnish,
  merge,
  pairOf,
  sceneOf,
  twins,
  undoMerge,
} from '../../testing/duplicates/merge-scene.testing.ts'
import { fieldOf, openPairs } from '../../testing/duplicates/profile-duplicates.testing.ts'
import { testServer } from '../../testing/store.testing.ts'

describe('the undo of a merge', () => {
  const bits = fc.tuple(fc.integer({ min: 0, max: 511 }), fc.integer({ min: 0, max: 511 }))
  test.prop([bits, fc.subarray([field.lastName, field.phone, field.email]), fc.boolean()], { numRuns: 4 })(
    'leaves both exactly as they were',
    async (has, taken, first) => {
      const scene = await twins()
      await furnish(scene, has)
      const [kept, gone] = (first ? scene.ids : scene.ids.toReversed()) as [number, number]
      const pair = await pairOf(scene, kept, gone)
      const before = await everything(scene)
      const body = { keep: kept, fields: taken.map((field_id) => ({ field_id, from: gone })) }
      const { merge_id } = await scene.store.call(profileDuplicates.merge, { params: { id: String(pair) }, body })
      expect(await everything(scene)).not.toEqual(before)
      expect((await undoMerge(scene, merge_id)).body.profile_ids).toEqual([kept, gone])
      expect(await everything(scene)).toEqual(before)
      expect((await openPairs(scene.store)).map(({ id }) => id)).toContain(pair)
    },
  )

  plainTest('leaves what was changed since with the kept profile', { tags: ['verify'] }, async () => {
    const scene = await twins()
    const [kept, gone] = scene.ids as [number, number]
    const { merge_id, profile } = await merge(scene, kept, gone, [{ field_id: field.lastName, from: gone }])
    const body = { origin_time: profile.updated_at, fields: [{ id: field.email, value: 'new@example.com' }] }
    await scene.store.call(profiles.update, { params: { id: String(kept) }, body })
    await undoMerge(scene, merge_id)
    const read = async (id: number) => {
      const one = await scene.store.call(profiles.get, { params: { id: String(id) } })
      return [fieldOf(one, 'lastName'), fieldOf(one, 'email')]
    }
    expect([await read(kept), await read(gone)]).toEqual([
      ['ศรีสุข', 'new@example.com'],
      ['ศรีสุก', 'yada@example.com'],
    ])
  })

  plainTest('goes from the last merge to the first: one in the middle waits', { tags: ['verify'] }, async () => {
    const scene = await sceneOf('ชื่อ', ['ก', 'ข', 'ค'])
    await furnish(scene, [0b1000001, 0b1000010, 0b1000100])
    const [a, b, c] = scene.ids as [number, number, number]
    await Promise.all([pairOf(scene, a, b), pairOf(scene, b, c)])
    const before = await everything(scene)
    const first = await merge(scene, b, a)
    const second = await merge(scene, c, b)
    expect((await undoMerge(scene, first.merge_id)).body.error).toBe('merge_not_undoable')
    const { data } = await scene.store.call(profileDuplicates.list, { query: { status: 'merged' } })
    expect(data.map(({ merge: done }) => [done?.id, done?.undoable])).toEqual([
      [second.merge_id, true],
      [first.merge_id, false],
    ])
    expect([(await undoMerge(scene, second.merge_id)).status, (await undoMerge(scene, first.merge_id)).status]).toEqual(
      [200, 200],
    )
    expect(await everything(scene)).toEqual(before)
    expect((await undoMerge(scene, first.merge_id)).body.error).toBe('merge_not_undoable')
  })

  plainTest('is refused after 30 days', { tags: ['verify'] }, async () => {
    const scene = await twins()
    const { merge_id } = await merge(scene, scene.ids[0]!, scene.ids[1]!)
    const { admin } = await testServer()
    await admin.query("update profile_merge set created_at = now() - interval '31 days' where store_id = $1", [
      scene.store.storeId,
    ])
    expect((await undoMerge(scene, merge_id)).body.error).toBe('merge_not_undoable')
  })
})
