// Random histories of a store in which every kind of writer of people is at work, four at once, and what must be counted afterwards.

import { type BulkAction, profileBulk } from '@ruam/contract/customers/bulk.ts'
import { profileDuplicates } from '@ruam/contract/customers/duplicates.ts'
import { profileErasure } from '@ruam/contract/customers/erasure.ts'
import { labels } from '@ruam/contract/customers/labels.ts'
import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { files } from '@ruam/contract/formats/files.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import { importUndo } from '@ruam/contract/imports/undo.ts'
import { jobs } from '@ruam/contract/jobs.ts'
import { type Random, randomOf } from '../../tools/random.ts'
import { additionMetrics, removalMetrics } from '../customers/changes/hourly.ts'
import { brokenRules } from '../testing/consistency.ts'
import { loaded, runOf } from '../testing/imports/data-sources.testing.ts'
import { jobOver } from '../testing/jobs.testing.ts'
import { newStore, testServer } from '../testing/store.testing.ts'
import { activityType, customField } from '../testing/things/fields.ts'
import { fresh } from '../testing/things/fresh.ts'
import { label } from '../testing/things/labels.ts'
import { dashboardFaults } from './counted-dashboard.ts'
import { anybody, byId, Refused, type Scene, send } from './history-scene.ts'
import { makeSegments, segmentActs, strayMembers } from './segment-acts.ts'

const AT_ONCE = 4
/** Occurrences of each act in a history. */
const TIMES = 2

export interface Played {
  /** Inconsistent counts, and failed requests. */
  faults: string[]
  /** By act: how often it was done, and how often it was refused. */
  acts: Record<string, { done: number; refused: number }>
}

const someLabels = ({ random, labels }: Scene) => random.shuffle(labels).slice(0, 1 + random.below(labels.length))
/** Few, so that rows meet people and people each other. */
const phoneOf = (random: Random) => `08${String(10_000_000 + random.below(12))}`
const code = (random: Random) => `รหัส ${random.below(8)}`

async function bulk(scene: Scene, action: BulkAction): Promise<void> {
  const ids = await anybody(scene, 6)
  const { job_id } = await send(scene, profileBulk.start, { body: { target: { ids }, action } as never })
  scene.bulks.push(job_id)
  await jobOver(scene.store, job_id)
}

/** Acts of a history by name. */
export type Acts = Record<string, (scene: Scene) => Promise<unknown>>

const acts: Acts = {
  make: (scene) =>
    send(scene, profiles.create, {
      body: {
        fields: [
          { id: 1, value: fresh('ลูกค้า') },
          { id: 9, value: phoneOf(scene.random) },
          { id: scene.field, value: code(scene.random) },
        ],
        label_ids: someLabels(scene),
      },
    }),
  async edit(scene) {
    const [id] = await anybody(scene)
    const { updated_at: origin_time } = await send(scene, profiles.get, byId(id!))
    const value = scene.random.chance(0.2) ? null : code(scene.random)
    await send(scene, profiles.update, { ...byId(id!), body: { fields: [{ id: scene.field, value }], origin_time } })
  },
  delete: async (scene) => send(scene, profiles.delete, byId((await anybody(scene))[0]!)),
  async restore(scene) {
    const { admin } = await testServer()
    const { rows } = await admin.query<{ id: number }>(
      'select id from profile where store_id = $1 and deleted_at is not null order by id',
      [scene.store.storeId],
    )
    if (rows.length === 0) throw new Refused()
    await send(scene, profiles.restore, byId(scene.random.pick(rows).id))
  },
  'give labels': async (scene) =>
    send(scene, profiles.addLabels, { ...byId((await anybody(scene))[0]!), body: { label_ids: someLabels(scene) } }),
  'set labels': async (scene) =>
    send(scene, profiles.setLabels, { ...byId((await anybody(scene))[0]!), body: { label_ids: someLabels(scene) } }),
  async 'take a label'(scene) {
    const [id] = await anybody(scene)
    await send(scene, profiles.removeLabel, {
      params: { id: String(id), label: String(scene.random.pick(scene.labels)) },
    })
  },
  'give many labels': (scene) => bulk(scene, { type: 'add_labels', label_ids: someLabels(scene) }),
  'take labels of many': (scene) => bulk(scene, { type: 'remove_labels', label_ids: someLabels(scene) }),
  'set a field of many': (scene) =>
    bulk(scene, { type: 'set_field', field_id: scene.field, value: code(scene.random) }),
  'delete many': (scene) => bulk(scene, { type: 'delete' }),
  async 'undo a bulk change'(scene) {
    if (scene.bulks.length === 0) throw new Refused()
    const [job] = scene.bulks.splice(scene.random.below(scene.bulks.length), 1)
    const { job_id } = await send(scene, jobs.undo, byId(job!))
    await jobOver(scene.store, job_id)
  },
  async merge(scene) {
    const profile_ids = await anybody(scene, 2)
    const { id } = await send(scene, profileDuplicates.create, { body: { profile_ids } })
    const body = { keep: profile_ids[0]!, fields: [] }
    scene.merges.push((await send(scene, profileDuplicates.merge, { ...byId(id), body })).merge_id)
  },
  async 'undo a merge'(scene) {
    if (scene.merges.length === 0) throw new Refused()
    const [merge] = scene.merges.splice(scene.random.below(scene.merges.length), 1)
    await send(scene, profileDuplicates.undoMerge, byId(merge!))
  },
  async erase(scene) {
    const [id] = await anybody(scene)
    const { job_id } = await send(scene, profileErasure.erase, { ...byId(id!), body: { confirm: true } })
    await jobOver(scene.store, job_id)
  },
  import: (scene) => importFile(scene, someLabels(scene)),
  async 'undo an import'(scene) {
    if (scene.runs.length === 0) throw new Refused()
    const [params] = scene.runs.splice(scene.random.below(scene.runs.length), 1)
    const { job_id } = await send(scene, importUndo.undo, { params: params! })
    await jobOver(scene.store, job_id)
  },
  async activity(scene) {
    const [id] = await anybody(scene)
    const made = await send(scene, profileActivities.create, { ...byId(id!), body: { activity_type_id: scene.type } })
    if (scene.random.chance(0.5))
      await send(scene, profileActivities.delete, { params: { id: String(id), activity_id: String(made.id) } })
  },
  note: async (scene) =>
    send(scene, profileActivities.note, { ...byId((await anybody(scene))[0]!), body: { text: 'โทรแล้ว' } }),
  visit: async (scene) => send(scene, profileActivities.visit, { ...byId((await anybody(scene))[0]!), body: {} }),
  async 'delete a label'(scene) {
    if (scene.labels.length < 3) throw new Refused()
    await send(scene, labels.delete, { ...byId(scene.labels.shift()!), query: { confirm: 'true' } })
    scene.labels.push(await label(scene.store))
  },
  ...segmentActs,
}

/** Imports rows of names, phones and codes in a random combination of keys. */
async function importFile(scene: Scene, labels: number[]): Promise<void> {
  const { random } = scene
  const rows = Array.from({ length: 3 + random.below(6) }, () => {
    const phone = random.chance(0.8) ? phoneOf(random) : ''
    return `คน ${random.below(6)},${phone},${random.chance(0.7) ? code(random) : ''}`
  })
  const keys = random.pick([[9], [scene.field], [9, scene.field]])
  await importRows(scene, { csv: `ชื่อ,เบอร์โทร,รหัส\n${rows.join('\n')}\n`, fields: [1, 9, scene.field], keys, labels })
}

interface RowsOfFile {
  csv: string
  /** Fields of the columns, in their order. */
  fields: readonly number[]
  keys: number[]
  labels: number[]
}

/** Imports a file to its end. */
export async function importRows(scene: Scene, { csv, fields, keys, labels }: RowsOfFile): Promise<void> {
  const { store } = scene
  const { file_id, file_type } = (await store.upload(files.import, 'a.csv', csv)).body
  const { datasource_id } = await send(scene, dataSources.create, {
    body: { name: fresh('ไฟล์'), file_id, file_type },
  })
  await loaded(store, datasource_id)
  const mapping = fields.map((destination_id, place) => ({
    source_schema_id: String(place + 1),
    destination_id,
    destination_type: destination_id === scene.field ? ('custom_profile' as const) : ('system_profile' as const),
  }))
  const params = { id: String(datasource_id) }
  await send(scene, dataSources.putMapping, { params, body: { mapping, match: { keys, mode: 'both' }, labels } })
  const dry = await send(scene, importRun.dryRun, { params })
  if ((await runOf(store, datasource_id, dry.run_id)).status !== 'completed') throw new Refused()
  const { run_id } = await send(scene, importRun.run, { params, body: { run_id: dry.run_id } })
  const { status, error } = await runOf(store, datasource_id, run_id)
  // One of its labels may be deleted before it begins.
  if (error?.error === 'mapping_invalid') throw new Refused()
  if (status !== 'completed') scene.faults.push(`A run ended as ${status}: ${JSON.stringify(error)}`)
  scene.runs.push({ ...params, run_id })
}

/** Plays one history in a store of its own, and counts what must be counted afterwards. */
export async function playHistory(seed: number): Promise<Played> {
  const { scene, acts } = await playActs(seed)
  const { store } = scene
  for (const rule of await brokenRules(store)) scene.faults.push(rule)
  for (const fault of await strayMembers(store)) scene.faults.push(fault)
  for (const rule of await miscounted(store.storeId)) scene.faults.push(rule)
  for (const fault of await dashboardFaults(store)) scene.faults.push(fault)
  return { faults: scene.faults, acts }
}

/** Plays every kind of act in any order, four at once. `further`: more acts, or others in place of these. */
export async function playActs(
  seed: number,
  further: (scene: Scene) => Promise<Acts> = async () => ({}),
  times = TIMES,
): Promise<{ scene: Scene; acts: Played['acts'] }> {
  const store = await newStore()
  const scene: Scene = {
    store,
    random: randomOf(seed),
    field: await customField(store),
    type: await activityType(store),
    labels: [await label(store), await label(store), await label(store)],
    segments: [],
    bulks: [],
    merges: [],
    runs: [],
    faults: [],
  }
  const all = { ...acts, ...(await further(scene)) }
  const played: Played['acts'] = {}
  const play = async (name: string) => {
    played[name] ??= { done: 0, refused: 0 }
    try {
      await all[name]!(scene)
      played[name].done++
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      played[name].refused++
    }
  }
  await makeSegments(scene)
  for (const name of ['import', 'make', 'make', 'make']) await play(name)
  const deck = scene.random.shuffle(Object.keys(all).flatMap((name) => Array<string>(times).fill(name)))
  await Promise.all(
    Array.from({ length: AT_ONCE }, async (_, lane) => {
      for (let at = lane; at < deck.length; at += AT_ONCE) await play(deck[at]!)
    }),
  )
  return { scene, acts: played }
}

const sumOf = (metrics: object) => `coalesce(sum(value) filter (where metric = any('{${Object.values(metrics)}}')), 0)`
const live = 'p.store_id = $1 and p.deleted_at is null and p.merged_into is null'

// Each answers rows that must not be; $1 is the store.
const rules: Record<string, string> = {
  'the store has a total where it has people': `
    select live from (select (select live from profile_total where store_id = $1), (select count(*) from profile p where ${live}) as n) t
    where live is distinct from n`,
  'people who came less those who went are those who are there': `
    select * from (select ${sumOf(additionMetrics)} as came, ${sumOf(removalMetrics)} as went, (select count(*) from profile p where ${live}) as live
      from hourly_count where store_id = $1) t
    where came - went <> live`,
  'the values of match keys are kept, of all live profiles and no others': `
    with has as (
      select f.id as field_id, p.custom ->> f.id::text as value, p.id as profile_id from profile p join profile_field f on f.store_id = $1
        and f.match_key and p.custom ? f.id::text where ${live}),
    kept as (
      select k.field_id, k.value, k.profile_id from profile_key k join profile p on p.store_id = $1 and p.id = k.profile_id
      where k.store_id = $1 and ${live})
    (table has except table kept) union all (table kept except table has)`,
  'the records of the hours are those of the runs': `
    select * from (select
      coalesce((select sum(value) from hourly_count where store_id = $1 and metric = 'record'), 0) as counted,
      coalesce((select sum(done) from run where store_id = $1 and kind = 'real'), 0) as done) t
    where counted <> done`,
}

async function miscounted(storeId: number): Promise<string[]> {
  const { admin } = await testServer()
  const found: string[] = []
  for (const [rule, text] of Object.entries(rules)) {
    const { rows } = await admin.query(text, [storeId])
    if (rows.length > 0) found.push(`${rule}: ${JSON.stringify(rows.slice(0, 3))}`)
  }
  return found
}
