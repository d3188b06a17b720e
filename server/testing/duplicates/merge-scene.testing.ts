import { profileDuplicates } from '@ruam/contract/customers/duplicates.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { field } from '../customers/profiles.testing.ts'
import { importFile } from '../imports/data-sources.testing.ts'
import { newStore, type TestStore, testServer } from '../store.testing.ts'
import { scanned } from './profile-duplicates.testing.ts'

export interface Scene {
  store: TestStore
  /** In the order of the rows. */
  ids: number[]
}

/** A store with these people, each line a profile of its own. */
export async function storeOf(header: string, lines: string[]): Promise<TestStore> {
  const store = await newStore()
  const rows = lines.map((line, place) => `U${String(place).padStart(32, '0')},${line}`)
  await importFile(store, `LINE User ID,${header}\n${rows.join('\n')}\n`, { keys: [field.lineUserId] })
  await scanned(store)
  return store
}

export async function sceneOf(header: string, lines: string[]): Promise<Scene> {
  const store = await storeOf(header, lines)
  const { data } = await store.call(profiles.list, { query: { limit: '0' } })
  return { store, ids: data.map(({ id }) => id).sort((a, b) => a - b) }
}

export const twins = () =>
  sceneOf('ชื่อ,นามสกุล,เบอร์โทร,อีเมล', ['ญาดา,ศรีสุข,0812345670,', 'ญาดา,ศรีสุก,0812345670,yada@example.com'])

export async function pairOf({ store }: Scene, a: number, b: number): Promise<number> {
  return (await store.call(profileDuplicates.create, { body: { profile_ids: [a, b] } })).id
}

type Choice = { field_id: number; from: number }
export async function merge(scene: Scene, keep: number, gone: number, fields: Choice[] = []) {
  const params = { id: String(await pairOf(scene, keep, gone)) }
  return scene.store.call(profileDuplicates.merge, { params, body: { keep, fields } })
}

export const undoMerge = ({ store }: Scene, merge_id: number) =>
  store.try(profileDuplicates.undoMerge, { params: { id: String(merge_id) } })

/** All that people have, as the tables say it. */
export async function everything({ store }: Scene) {
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

/** Labels, activities, an identity and a consent for these people; its bits say what a person has. */
export async function furnish({ store, ids }: Scene, bits: number[]): Promise<number[]> {
  const { admin } = await testServer()
  const run = (query: string, ...values: unknown[]) => admin.query<{ id: number }>(query, [store.storeId, ...values])
  const labels = await run(
    `insert into label (store_id, name, color, type) select $1, 'ป้าย ' || n, 'teal', 'general' from generate_series(1, 3) n returning id`,
  )
  // As every writer of labels does.
  await run(
    'insert into names_version as v (store_id) values ($1) on conflict (store_id) do update set version = v.version + 1',
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
