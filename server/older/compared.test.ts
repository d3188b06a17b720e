import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { activities } from '@ruam/contract/customers/activities.ts'
import { labels } from '@ruam/contract/customers/labels.ts'
import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import { dataSourceStatuses } from '@ruam/contract/imports/status.ts'
import { olderActivities } from '@ruam/contract/older/activities.ts'
import { olderBroadcasts } from '@ruam/contract/older/broadcasts.ts'
import { olderDashboard } from '@ruam/contract/older/dashboard.ts'
import { olderDataSources } from '@ruam/contract/older/data-sources.ts'
import { olderDataFrames } from '@ruam/contract/older/dataframes.ts'
import { olderExports } from '@ruam/contract/older/exports.ts'
import { olderLabels } from '@ruam/contract/older/labels.ts'
import { olderProfiles } from '@ruam/contract/older/profiles.ts'
import { olderStatus } from '@ruam/contract/older/words.ts'
import { dashboard } from '@ruam/contract/reports/dashboard.ts'
import { exports } from '@ruam/contract/reports/exports.ts'
import { expect, test } from 'vitest'
import { type Random, randomOf } from '../../tools/random.ts'
import { newStore, type TestStore, testServer } from '../testing/store.testing.ts'
import { dryRun, importedSource, mappedSource, namedSource, numberOf } from '../testing/things/data-sources.ts'
import { typeWithField } from '../testing/things/fields.ts'
import { fresh } from '../testing/things/fresh.ts'
import { doneExport, waitingExport } from '../testing/things/jobs.ts'

const STORES = Number(process.env.OLDER_STORES ?? 1)
/** Requests of each kind. */
const REQUESTS = 3
const SEED = process.env.SEED === 'random' ? Math.floor(Math.random() * 2 ** 31) : 42

const words = ['มาลี', 'สมชาย', 'Anna', 'ร้าน', '%', 'ก']

/** Ids of the things in a random store. */
interface Things {
  profiles: number[]
  labels: number[]
  types: { type: number; field: number; name: string }[]
  sources: number[]
  mapped: string[]
  run: { id: string; run_id: string; number: number }
  broadcasts: number[]
}

async function randomStore(store: TestStore, random: Random): Promise<Things> {
  const many = <T>(most: number, make: () => Promise<T>) =>
    Array.from({ length: 1 + random.below(most) }).reduce<Promise<T[]>>(
      async (made) => [...(await made), await make()],
      Promise.resolve([]),
    )
  const name = () => `${random.pick(words)} ${fresh('')}`
  const labelIds = await many(4, async () => {
    const body = { name: name(), description: random.pick(['', 'ประจำ']), color: random.pick(['teal', 'red'] as const) }
    return (await store.call(labels.create, { body: { ...body, type: 'general' } })).id
  })
  const types = await many(2, () => typeWithField(store))
  const people = await many(8, async () => {
    const label_ids = labelIds.filter(() => random.chance(0.4))
    const fields = [{ id: 1, value: name() }]
    const { id } = await store.call(profiles.create, { body: { fields, label_ids } })
    for (const { type, field } of types)
      if (random.chance(0.6)) {
        const body = { activity_type_id: type, fields: [{ id: field, value: random.pick(words) }] }
        await store.call(profileActivities.create, { params: { id: String(id) }, body })
      }
    return id
  })
  const { admin } = await testServer()
  const sources = await many(6, async () => {
    const id = await namedSource(store)
    const change = 'update data_source set status = $3, enabled = $4 where store_id = $1 and id = $2'
    await admin.query(change, [store.storeId, id, random.pick(dataSourceStatuses), random.chance(0.7)])
    return id
  })
  const run = await dryRun(store)
  await importedSource(store)
  await (random.chance(0.5) ? doneExport : waitingExport)(store)
  return {
    profiles: people,
    labels: labelIds,
    types,
    sources,
    mapped: [await mappedSource(store), run.id],
    run: { ...run, number: await numberOf(run.run_id) },
    broadcasts: await many(3, async () => (await store.call(broadcasts.create, { body: { name: name() } })).id),
  }
}

type Compared = (store: TestStore, things: Things, random: Random) => Promise<[older: unknown, newer: unknown]>

/** Keys of a list that either API takes. */
const listOf = <S extends string>(random: Random, sorts: readonly S[]) => ({
  offset: String(random.below(4)),
  limit: random.pick(['0', '1', '3', '10']),
  ...(random.chance(0.4) && { keyword: random.pick(words) }),
  sort_by: random.pick(sorts),
  sort_dir: random.pick(['asc', 'desc'] as const),
})
const idOf = (random: Random, ids: readonly (number | string)[]) => ({
  params: { id: String(random.chance(0.1) ? 999_999 : random.pick(ids)) },
})
/** An answer without what tells the address of the call. */
const answered = async (reply: Promise<{ status: number; body: unknown }>) => {
  const { status, body } = await reply
  return { status, body }
}
type Body = Record<string, unknown>
const translated = async (reply: Promise<{ status: number; body: unknown }>, translate: (body: Body) => unknown) => {
  const { status, body } = await reply
  return { status, body: status === 200 ? translate(body as Body) : body }
}
const page = (translate: (row: Body) => Body) => (body: Body) => ({
  ...body,
  data: (body.data as Body[]).map(translate),
})

/** Labels of the older API do not say whose members are closed. */
const olderOf = ({ members_sensitive: _, members_visible: __, members_closed: ___, ...label }: Body): Body => label

const toLabel = ({ note: description, rule_mode, ...label }: Body): Body => {
  if (rule_mode !== (label.type === 'general' ? 'general' : 'advance')) return { wrong: rule_mode }
  return { ...label, description }
}
const toSource = (row: Body): Body => ({
  id: row.id,
  name: row.data_source_name,
  description: row.description,
  type: row.data_source_type,
  enabled: row.enabled,
  status: row.status,
  created_at: row.created_at,
  updated_at: row.updated_at,
})
const fromSource = (row: Body): Body => ({
  ...toSource({ ...row, data_source_name: row.name, data_source_type: row.type }),
  status: olderStatus(row.status as 'ready'),
})
const toRun = ({ id: _, data_source_id: __, ...run }: Body): Body => run
const fromRun = (body: Body): Body => {
  const {
    undo_job_id: _,
    undoable_until: __,
    held_groups: ___,
    new_labels: ____,
    failed_columns: _____,
    ...rest
  } = body
  const { contacts_alone: ______, consents: _______, withdraws_many: ________, orders: _________, ...run } = rest
  return run
}

const comparisons: Record<string, Compared> = {
  async profiles(store, _, random) {
    const query = listOf(random, ['updated_at', 'created_at', 'first_name'] as const)
    return [
      await answered(store.try(olderProfiles.list, { query })),
      await answered(store.try(profiles.list, { query })),
    ]
  },
  async profile(store, things, random) {
    const sent = idOf(random, things.profiles)
    return [await answered(store.try(olderProfiles.get, sent)), await answered(store.try(profiles.get, sent))]
  },
  async 'activities of a profile'(store, things, random) {
    const { keyword: _, ...query } = listOf(random, ['activity_at', 'created_at'] as const)
    const { params } = idOf(random, things.profiles)
    return [
      await answered(store.try(olderProfiles.activities, { params, query })),
      await answered(store.try(profileActivities.list, { params: { ...params, activity_id: '0' }, query })),
    ]
  },
  async 'values of a field'(store, _, random) {
    const sent = { params: { field: random.pick(['firstName', 'phone', 'x']) }, query: { value: random.pick(words) } }
    return [
      await answered(store.try(olderProfiles.searchField, sent)),
      await answered(store.try(profiles.searchField, sent)),
    ]
  },
  async 'people by an activity'(store, things, random) {
    const { type, field } = random.pick(things.types)
    const value = random.pick(words)
    const rule = { kind: 'activity' as const, activity_type_id: type, done: true }
    const where = [{ field_id: field, operator: 'eq' as const, value }]
    const filter = { rule: { condition: 'or' as const, rules: [{ ...rule, where }] } }
    return [
      await answered(store.try(olderProfiles.ofActivity, { params: { id: String(field) }, query: { value } })),
      await answered(store.try(profiles.query, { body: { filter } })),
    ]
  },
  async labels(store, _, random) {
    const { keyword: search, sort_dir: sort_direction, ...query } = listOf(random, ['name', 'updated_at'] as const)
    const older = { ...query, ...(search && { keyword: search }), sort_dir: sort_direction }
    return [
      await translated(store.try(olderLabels.list, { query: older }), page(toLabel)),
      await translated(
        store.try(labels.list, { query: { ...query, ...(search && { search }), sort_direction } }),
        page(olderOf),
      ),
    ]
  },
  async label(store, things, random) {
    const sent = idOf(random, things.labels)
    return [
      await translated(store.try(olderLabels.get, sent), toLabel),
      await translated(store.try(labels.get, sent), olderOf),
    ]
  },
  async 'activity fields'(store, _, random) {
    const query = listOf(random, ['id', 'field_name', 'display_name'] as const)
    return [
      await answered(store.try(olderActivities.fields, { query })),
      await answered(store.try(activities.fields, { query })),
    ]
  },
  async 'activity types'(store, _, random) {
    const query = listOf(random, ['name', 'updated_at', 'field_count'] as const)
    return [
      await answered(store.try(olderActivities.types, { query })),
      await answered(store.try(activities.types, { query })),
    ]
  },
  async 'data sources'(store, _, random) {
    const query = listOf(random, ['updated_at', 'created_at', 'name', 'status'] as const)
    return [
      await translated(store.try(olderDataSources.list, { query }), page(toSource)),
      await translated(store.try(dataSources.list, { query }), page(fromSource)),
    ]
  },
  async 'data source'(store, things, random) {
    const sent = idOf(random, [...things.sources, ...things.mapped])
    return [
      await translated(store.try(olderDataSources.get, sent), toSource),
      await translated(store.try(dataSources.get, sent), fromSource),
    ]
  },
  async 'mapping of a data source'(store, things, random) {
    const { params } = idOf(random, things.mapped)
    const { body: older } = await store.try(olderDataSources.get, { params })
    const { body: newer } = await store.try(dataSources.getMapping, { params })
    return [
      older.mapping_query_groups?.profile.map(({ source, destination }) => [source.id, destination.id]),
      newer.mapping?.map((row) => [row.source_schema_id, row.destination_id]),
    ]
  },
  async columns(store, things, random) {
    const { params } = idOf(random, things.mapped)
    const { body: older } = await store.try(olderDataSources.columns, { params, query: { limit: '0' } })
    return [older.data, (await store.try(dataSources.getMapping, { params })).body.source_schema]
  },
  async runs(store, things, random) {
    const { params } = idOf(random, things.mapped)
    return [
      await translated(store.try(olderDataSources.logs, { params, query: {} }), page(toRun)),
      await translated(store.try(importRun.runs, { params, query: {} }), page(fromRun)),
    ]
  },
  async run(store, { run: { number, ...params } }) {
    const id = { params: { id: String(number) } }
    const { activity_type, ...log } = await store.call(olderDataSources.log, id)
    const result = await store.call(importRun.result, { params, query: {} })
    const { data, total } = await store.call(olderDataFrames.statusOutput, id)
    const sums = Object.fromEntries(data.map((one) => [one.status, one.total]))
    const { added, updated, duplicated, failed } = result.stats
    return [
      [toRun(log), activity_type, { ...sums, failed: sums.failed! + sums.conflict!, conflict: 0 }, total],
      [
        fromRun(await store.call(importRun.getRun, { params, query: {} })),
        result.activity_type,
        { added, updated, duplicated, failed, conflict: 0 },
        result.stats.total,
      ],
    ]
  },
  async records(store, { run: { number, ...params } }, random) {
    const query = { offset: '0', limit: random.pick(['0', '1', '10']) }
    return [
      await answered(store.try(olderDataFrames.ofRun, { params: { id: String(number) }, query })),
      await answered(store.try(importRun.records, { params, query })),
    ]
  },
  async broadcasts(store, _, random) {
    const query = listOf(random, ['updated_at', 'created_at', 'name'] as const)
    return [
      await answered(store.try(olderBroadcasts.list, { query })),
      await answered(store.try(broadcasts.list, { query })),
    ]
  },
  async broadcast(store, things, random) {
    const sent = idOf(random, things.broadcasts)
    return [await answered(store.try(olderBroadcasts.get, sent)), await answered(store.try(broadcasts.get, sent))]
  },
  async 'the summary'(store) {
    const range = { from: '2026-01-01', to: '2026-12-31' }
    return [
      await answered(store.try(olderDashboard.total, { query: range })),
      await answered(store.try(dashboard.pipeline, { query: range })),
    ]
  },
  async 'data sources of the dashboard'(store, _, random) {
    const query = { offset: '0', limit: random.pick(['0', '1', '10']) }
    return [
      await answered(store.try(olderDashboard.dataSources, { query })),
      await answered(store.try(dashboard.datasource, { query })),
    ]
  },
  async exports(store, _, random) {
    const { keyword: _k, ...query } = listOf(random, ['created_at'] as const)
    return [await answered(store.try(olderExports.list, { query })), await answered(store.try(exports.list, { query }))]
  },
}

test.each(Array.from({ length: STORES }, (_, index) => SEED + index))(
  'in the random store %i both APIs answer the same after translation',
  { timeout: 120_000 },
  async (seed) => {
    const random = randomOf(seed)
    const store = await newStore()
    const things = await randomStore(store, random)
    for (const [title, compare] of Object.entries(comparisons))
      for (let request = 0; request < REQUESTS; request++) {
        const [older, newer] = await compare(store, things, random)
        expect([title, older]).toEqual([title, newer])
      }
  },
)
