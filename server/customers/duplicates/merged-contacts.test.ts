import { profiles } from '@ruam/contract/customers/profiles.ts'
import { describe, expect, test } from 'vitest'
import { field } from '../../testing/customers/profiles.testing.ts'
import { merge, type Scene, sceneOf, undoMerge } from '../../testing/duplicates/merge-scene.testing.ts'
import { fieldOf } from '../../testing/duplicates/profile-duplicates.testing.ts'
import { importFile } from '../../testing/imports/data-sources.testing.ts'

describe('phones and e-mail addresses in which two differ', () => {
  const further = async ({ store }: Scene, id: number) => {
    const { fields } = await store.call(profiles.get, { params: { id: String(id) } })
    return Object.fromEntries(fields.flatMap((one) => (one.further ? [[one.id, one.further]] : [])))
  }
  const found = async ({ store }: Scene, keyword: string) =>
    (await store.call(profiles.list, { query: { keyword } })).data.map(({ id }) => id)
  const threesome = () =>
    sceneOf('ชื่อ,เบอร์โทร,อีเมล', [
      'ญาดา,0811111111,one@example.com',
      'ญาดา,0822222222,two@example.com',
      'ญาดา,0833333333,two@example.com',
    ])

  test('are kept both, shown with the one of the profile, and found by a search', async () => {
    const scene = await threesome()
    const [a, b, c] = scene.ids as [number, number, number]
    const first = await merge(scene, a, b, [{ field_id: field.phone, from: b }])
    expect(fieldOf(first.profile, 'phone')).toBe('+66822222222')
    expect(await further(scene, a)).toEqual({ [field.phone]: ['+66811111111'], [field.email]: ['two@example.com'] })
    await merge(scene, c, a)
    expect(await further(scene, c)).toEqual({
      [field.phone]: ['+66811111111', '+66822222222'],
      [field.email]: ['one@example.com'],
    })
    for (const keyword of ['0811111111', '08222', '1111', '33333333', 'one@example.com', 'two@'])
      expect([keyword, await found(scene, keyword)]).toEqual([keyword, [c]])
  })

  test('are as they were once the merge is undone, and those of another merge stay', async () => {
    const scene = await threesome()
    const [a, b, c] = scene.ids as [number, number, number]
    const first = await merge(scene, a, b)
    const second = await merge(scene, a, c)
    expect(await further(scene, a)).toEqual({
      [field.phone]: ['+66822222222', '+66833333333'],
      [field.email]: ['two@example.com'],
    })
    await undoMerge(scene, first.merge_id)
    expect(await further(scene, a)).toEqual({ [field.phone]: ['+66833333333'], [field.email]: ['two@example.com'] })
    await undoMerge(scene, second.merge_id)
    expect(await further(scene, a)).toEqual({})
    expect(await found(scene, '0822222222')).toEqual([b])
  })

  test('are found no more with a deleted profile, and found again with one that is brought back', {
    tags: ['verify'],
  }, async () => {
    const scene = await threesome()
    const [a, b] = scene.ids as [number, number, number]
    await merge(scene, a, b)
    await scene.store.call(profiles.delete, { params: { id: String(a) } })
    expect(await found(scene, '0822222222')).toEqual([])
    await scene.store.call(profiles.restore, { params: { id: String(a) } })
    expect(await found(scene, '0822222222')).toEqual([a])
  })

  test('lead an import that meets the phone of either to the kept one, whose own phone stays', async () => {
    const scene = await sceneOf('ชื่อ,เบอร์โทร', ['ก,0811111111', 'ข,0822222222', 'ค,0833333333', 'ง,'])
    const [a, b, c, d] = scene.ids as [number, number, number, number]
    await merge(scene, a, b)
    await merge(scene, d, c)
    const file = 'ชื่อ,เบอร์โทร\nข้าว,0822222222\nคำ,0833333333\nเข็ม,0811111111\n'
    const { stats, dryStats } = await importFile(scene.store, file, { name: 'อีกไฟล์', keys: [field.phone] })
    expect(dryStats).toEqual(stats)
    expect([stats.added, stats.updated, stats.held]).toEqual([0, 2, 1])
    const kept = await Promise.all([a, d].map((id) => scene.store.call(profiles.get, { params: { id: String(id) } })))
    expect(kept.map((profile) => [fieldOf(profile, 'firstName'), fieldOf(profile, 'phone')])).toEqual([
      ['ข้าว', '+66811111111'],
      ['คำ', '+66833333333'],
    ])
  })
})
