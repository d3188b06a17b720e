import { fc, test } from '@fast-check/vitest'
import { profileDuplicates } from '@ruam/contract/profile-duplicates.ts'
import { profiles } from '@ruam/contract/profiles.ts'
import { describe, expect, test as plainTest } from 'vitest'
import { onConnection } from '../core/db.ts'
import { isWaiting, newStore, type TestStore, testServer } from '../core/store.testing.ts'
import { importFile } from '../data-sources/data-sources.testing.ts'
import { fieldOf, openPairs, scanned } from './profile-duplicates.testing.ts'
import { removePairs } from './queries.ts'

const [LAST_NAME, PHONE, EMAIL, LINE_USER_ID] = [2, 9, 11, 20]

interface Scene {
  store: TestStore
  /** In the order of the rows. */
  ids: number[]
}

/** People who are made by an import, each row one. */
async function sceneOf(header: string, lines: string[]): Promise<Scene> {
  const store = await newStore()
  const rows = lines.map((line, place) => `U${String(place).padStart(32, '0')},${line}`)
  await importFile(store, `LINE User ID,${header}\n${rows.join('\n')}\n`, { keys: [LINE_USER_ID] })
  await scanned(store)
  const { data } = await store.call(profiles.list, { query: { limit: '0' } })
  return { store, ids: data.map(({ id }) => id).sort((a, b) => a - b) }
}

const twins = () =>
  sceneOf('ชื่อ,นามสกุล,เบอร์โทร,อีเมล', ['ญาดา,ศรีสุข,0812345678,', 'ญาดา,ศรีสุก,0812345678,yada@example.com'])

async function pairOf({ store }: Scene, a: number, b: number): Promise<number> {
  return (await store.call(profileDuplicates.create, { body: { profile_ids: [a, b] } })).id
}

type Choice = { field_id: number; from: number }
async function merge(scene: Scene, keep: number, gone: number, fields: Choice[] = []) {
  const params = { id: String(await pairOf(scene, keep, gone)) }
  return scene.store.call(profileDuplicates.merge, { params, body: { keep, fields } })
}

const undo = ({ store }: Scene, merge_id: number) =>
  store.try(profileDuplicates.undoMerge, { params: { id: String(merge_id) } })

/** All that people have, as the tables say it. */
async function everything({ store }: Scene) {
  const { admin } = await testServer()
  const read = async (query: string) => (await admin.query(query, [store.storeId])).rows
  return {
    profiles: await read("select to_jsonb(p) - 'updated_at' as p from profile p where store_id = $1 order by id"),
    labels: await read(
      'select label_id, profile_id, source, run_id from profile_label where store_id = $1 order by 1, 2',
    ),
    activities: await read('select id, profile_id from activity where store_id = $1 order by id'),
    identities: await read('select value, profile_id from identity where store_id = $1 order by value'),
    consents: await read('select id, profile_id from consent_entry where store_id = $1 order by id'),
    keys: await read('select field_id, value, profile_id from profile_key where store_id = $1 order by 1, 2, 3'),
    counts: await read('select id, target_count from label where store_id = $1 order by id'),
    contacts: await read(
      'select profile_id, field_id, value from profile_contact where store_id = $1 order by 1, 2, 3',
    ),
    live: await read('select live from profile_total where store_id = $1'),
  }
}

/** Labels, activities, an identity and a consent for these people; what a person has is told by its bits. */
async function furnish({ store, ids }: Scene, bits: number[]): Promise<number[]> {
  const { admin } = await testServer()
  const run = (query: string, ...values: unknown[]) => admin.query<{ id: number }>(query, [store.storeId, ...values])
  const labels = await run(
    `insert into label (store_id, name, color, type) select $1, 'ป้าย ' || n, 'teal', 'general' from generate_series(1, 3) n returning id`,
  )
  const labelIds = labels.rows.map(({ id }) => id)
  const type = (await run("insert into activity_type (store_id, name) values ($1, 'ซื้อ') returning id")).rows[0]!.id
  const purpose = (await run("insert into consent_purpose (store_id, name) values ($1, 'ข่าวสาร') returning id"))
    .rows[0]!.id
  for (const [place, id] of ids.entries()) {
    const has = (bit: number) => ((bits[place] ?? 0) & (1 << bit)) > 0
    for (const [bit, label] of labelIds.entries()) {
      const source = has(bit) ? 'manual_add' : has(bit + 3) ? 'manual_remove' : null
      if (source)
        await run(
          'insert into profile_label (store_id, label_id, profile_id, source) values ($1, $2, $3, $4)',
          label,
          id,
          source,
        )
      if (source === 'manual_add')
        await run('update label set target_count = target_count + 1 where store_id = $1 and id = $2', label)
    }
    if (has(6))
      await run(
        'insert into activity (store_id, profile_id, type_id, activity_at) values ($1, $2, $3, now())',
        id,
        type,
      )
    if (has(7))
      await run(
        "insert into identity (store_id, kind, scope, value, profile_id) values ($1, 'line', 'p', $2, $3)",
        `U${id}`,
        id,
      )
    if (has(8))
      await run(
        "insert into consent_entry (store_id, profile_id, purpose_id, status, source) values ($1, $2, $3, 'granted', 'user')",
        id,
        purpose,
      )
  }
  return labelIds
}

describe('a merge', () => {
  plainTest('keeps one profile, with the values that were chosen and the only ones there are', async () => {
    const scene = await twins()
    const [kept, gone] = scene.ids as [number, number]
    const fields = [
      { field_id: LAST_NAME, from: gone },
      { field_id: PHONE, from: kept },
    ]
    const { profile } = await merge(scene, kept, gone, fields)
    expect(['lastName', 'phone', 'email'].map((name) => fieldOf(profile, name))).toEqual([
      'ศรีสุก',
      '+66812345678',
      'yada@example.com',
    ])
    const list = await scene.store.call(profiles.list, { query: {} })
    expect([list.total, list.total_all, list.data.map(({ id }) => id)]).toEqual([1, 1, [kept]])
    const found = await scene.store.call(profiles.list, { query: { keyword: 'ญาดา' } })
    expect(found.total).toBe(1)
    expect((await scene.store.try(profiles.get, { params: { id: String(gone) } })).status).toBe(404)
  })

  plainTest(
    'brings labels, activities, identities and consents of both together, and labels count them once',
    async () => {
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
      expect(rows).toEqual([{ activities: 2, identities: 2, consents: 2 }])
      const { counts } = await everything(scene)
      expect(counts.map(({ target_count }) => target_count)).toEqual([1, 1, 0])
      const profile = await scene.store.call(profiles.get, { params: { id: String(kept) } })
      expect(profile.labels.map(({ id }) => id)).toEqual([one, two])
    },
  )

  plainTest('is in the history of both, and in the audit log', async () => {
    const scene = await twins()
    const [kept, gone] = scene.ids as [number, number]
    const { merge_id } = await merge(scene, kept, gone)
    const { admin } = await testServer()
    const { rows } = await admin.query(
      "select profile_id, changes from profile_change where store_id = $1 and source = 'merge' and source_id = $2 order by id",
      [scene.store.storeId, merge_id],
    )
    expect(rows).toEqual([
      { profile_id: kept, changes: { [EMAIL]: [null, 'yada@example.com'], merged: [null, gone] } },
      { profile_id: gone, changes: { merged_into: [null, kept] } },
    ])
    const audited = await admin.query(
      "select details from audit_log where store_id = $1 and action = 'profiles_merged'",
      [scene.store.storeId],
    )
    expect(audited.rows).toEqual([{ details: { kept, gone } }])
  })

  plainTest('of a pair that is settled, or one of whose profiles is deleted, is refused', async () => {
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

  plainTest('that is asked for ten times at once happens once', async () => {
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

  plainTest('passes on whom the gone profile looked like', async () => {
    const scene = await sceneOf('ชื่อ', ['ก', 'ข', 'ค'])
    const [a, b, c] = scene.ids as [number, number, number]
    await pairOf(scene, b, c)
    await merge(scene, a, b)
    expect((await openPairs(scene.store)).map((pair) => pair.profiles.map(({ id }) => id))).toEqual([[a, c]])
  })

  plainTest(
    'leaves an import that meets the phone of either to find the kept one, and its own phone stays',
    async () => {
      const scene = await sceneOf('ชื่อ,เบอร์โทร', ['ก,0811111111', 'ข,0822222222', 'ค,0833333333', 'ง,'])
      const [a, b, c, d] = scene.ids as [number, number, number, number]
      await merge(scene, a, b)
      await merge(scene, d, c)
      const file = 'ชื่อ,เบอร์โทร\nข้าว,0822222222\nคำ,0833333333\nเข็ม,0811111111\n'
      const { stats, dryStats } = await importFile(scene.store, file, { name: 'อีกไฟล์', keys: [PHONE] })
      expect(dryStats).toEqual(stats)
      expect([stats.added, stats.updated, stats.held]).toEqual([0, 2, 1])
      const kept = await Promise.all([a, d].map((id) => scene.store.call(profiles.get, { params: { id: String(id) } })))
      expect(kept.map((profile) => [fieldOf(profile, 'firstName'), fieldOf(profile, 'phone')])).toEqual([
        ['ข้าว', '+66811111111'],
        ['คำ', '+66833333333'],
      ])
    },
  )
})

describe('the undo of a merge', () => {
  const bits = fc.tuple(fc.integer({ min: 0, max: 511 }), fc.integer({ min: 0, max: 511 }))
  test.prop([bits, fc.subarray([LAST_NAME, PHONE, EMAIL]), fc.boolean()], { numRuns: 8 })(
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
      expect((await undo(scene, merge_id)).body.profile_ids).toEqual([kept, gone])
      expect(await everything(scene)).toEqual(before)
      expect((await openPairs(scene.store)).map(({ id }) => id)).toContain(pair)
    },
  )

  plainTest('leaves what was changed since with the kept profile', async () => {
    const scene = await twins()
    const [kept, gone] = scene.ids as [number, number]
    const { merge_id, profile } = await merge(scene, kept, gone, [{ field_id: LAST_NAME, from: gone }])
    const body = { origin_time: profile.updated_at, fields: [{ id: EMAIL, value: 'new@example.com' }] }
    await scene.store.call(profiles.update, { params: { id: String(kept) }, body })
    await undo(scene, merge_id)
    const read = async (id: number) => {
      const one = await scene.store.call(profiles.get, { params: { id: String(id) } })
      return [fieldOf(one, 'lastName'), fieldOf(one, 'email')]
    }
    expect([await read(kept), await read(gone)]).toEqual([
      ['ศรีสุข', 'new@example.com'],
      ['ศรีสุก', 'yada@example.com'],
    ])
  })

  plainTest('goes from the last merge to the first: one in the middle waits', async () => {
    const scene = await sceneOf('ชื่อ', ['ก', 'ข', 'ค'])
    await furnish(scene, [0b1000001, 0b1000010, 0b1000100])
    const [a, b, c] = scene.ids as [number, number, number]
    await Promise.all([pairOf(scene, a, b), pairOf(scene, b, c)])
    const before = await everything(scene)
    const first = await merge(scene, b, a)
    const second = await merge(scene, c, b)
    expect((await undo(scene, first.merge_id)).body.error).toBe('merge_not_undoable')
    const { data } = await scene.store.call(profileDuplicates.list, { query: { status: 'merged' } })
    expect(data.map(({ merge: done }) => [done?.id, done?.undoable])).toEqual([
      [second.merge_id, true],
      [first.merge_id, false],
    ])
    expect([(await undo(scene, second.merge_id)).status, (await undo(scene, first.merge_id)).status]).toEqual([
      200, 200,
    ])
    expect(await everything(scene)).toEqual(before)
    expect((await undo(scene, first.merge_id)).body.error).toBe('merge_not_undoable')
  })

  plainTest('is refused after 30 days', async () => {
    const scene = await twins()
    const { merge_id } = await merge(scene, scene.ids[0]!, scene.ids[1]!)
    const { admin } = await testServer()
    await admin.query("update profile_merge set created_at = now() - interval '31 days' where store_id = $1", [
      scene.store.storeId,
    ])
    expect((await undo(scene, merge_id)).body.error).toBe('merge_not_undoable')
  })
})

/** Removes a profile and its pairs as an undo or an erasure does, while somebody else is at work. */
async function removeBeside<T>({ store }: Scene, id: number, beside: () => Promise<T>): Promise<T> {
  const { admin } = await testServer()
  const removing = await admin.connect()
  try {
    await removing.query('begin')
    await removing.query('delete from profile where store_id = $1 and id = $2', [store.storeId, id])
    const working = beside()
    expect(await Promise.race([working, waiting()])).toBe('waits')
    await removePairs(onConnection(removing), store.storeId, [id])
    await removing.query('commit')
    return await working
  } finally {
    removing.release()
  }
}

/** Waits until somebody in this database waits for a lock. */
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

plainTest('no pair is written with somebody who is being removed meanwhile', async () => {
  const scene = await sceneOf('ชื่อ', ['ญาดา', 'มานี', 'ปิติ'])
  const [first, kept, last] = scene.ids as [number, number, number]
  for (const gone of [first, last]) {
    const body = { profile_ids: [gone, kept] }
    const { status } = await removeBeside(scene, gone, () => scene.store.try(profileDuplicates.create, { body }))
    expect([status, await pairsIn(scene)]).toEqual([404, []])
  }
})

plainTest('a merge passes no pair on with somebody who is being removed meanwhile', async () => {
  const scene = await sceneOf('ชื่อ', ['ญาดา', 'มานี', 'ปิติ'])
  const [kept, gone, removed] = scene.ids as [number, number, number]
  await pairOf(scene, gone, removed)
  await removeBeside(scene, removed, () => merge(scene, kept, gone))
  expect(await pairsIn(scene)).toEqual([{ low_id: kept, high_id: gone }])
})

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

  plainTest('are kept both, shown with the one of the profile, and found by a search', async () => {
    const scene = await threesome()
    const [a, b, c] = scene.ids as [number, number, number]
    const first = await merge(scene, a, b, [{ field_id: PHONE, from: b }])
    expect(fieldOf(first.profile, 'phone')).toBe('+66822222222')
    expect(await further(scene, a)).toEqual({ [PHONE]: ['+66811111111'], [EMAIL]: ['two@example.com'] })
    await merge(scene, c, a)
    expect(await further(scene, c)).toEqual({
      [PHONE]: ['+66811111111', '+66822222222'],
      [EMAIL]: ['one@example.com'],
    })
    for (const keyword of ['0811111111', '08222', '1111', '33333333', 'one@example.com', 'two@'])
      expect([keyword, await found(scene, keyword)]).toEqual([keyword, [c]])
  })

  plainTest('are as they were once the merge is undone, and those of another merge stay', async () => {
    const scene = await threesome()
    const [a, b, c] = scene.ids as [number, number, number]
    const first = await merge(scene, a, b)
    const second = await merge(scene, a, c)
    expect(await further(scene, a)).toEqual({ [PHONE]: ['+66822222222', '+66833333333'], [EMAIL]: ['two@example.com'] })
    await undo(scene, first.merge_id)
    expect(await further(scene, a)).toEqual({ [PHONE]: ['+66833333333'], [EMAIL]: ['two@example.com'] })
    await undo(scene, second.merge_id)
    expect(await further(scene, a)).toEqual({})
    expect(await found(scene, '0822222222')).toEqual([b])
  })

  plainTest('are found no more with a deleted profile, and found again with one that is brought back', async () => {
    const scene = await threesome()
    const [a, b] = scene.ids as [number, number, number]
    await merge(scene, a, b)
    await scene.store.call(profiles.delete, { params: { id: String(a) } })
    expect(await found(scene, '0822222222')).toEqual([])
    await scene.store.call(profiles.restore, { params: { id: String(a) } })
    expect(await found(scene, '0822222222')).toEqual([a])
  })
})
