import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { files } from '@ruam/contract/formats/files.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import type { Run } from '@ruam/contract/imports/run-state.ts'
import type { Sent } from '@ruam/contract/platform/endpoint.ts'
import type { TestStore } from '../store.testing.ts'
import { until } from '../until.testing.ts'

/** Uploads a file and waits until it is loaded. */
export async function createDataSource(
  store: TestStore,
  content: string | Buffer,
  name: string,
): Promise<{ id: number }> {
  const uploaded = await store.upload(files.import, 'customers.csv', content)
  const { file_id, file_type } = uploaded.body
  const { datasource_id: id } = await store.call(dataSources.create, { body: { name, file_id, file_type } })
  await loaded(store, id)
  return { id }
}

/** Waits until the file of a data source is loaded; throws when it can't be. */
export async function loaded(store: TestStore, id: number): Promise<void> {
  await until(async () => {
    const { status, error } = await store.call(dataSources.get, { params: { id: String(id) } })
    if (status === 'load_failed') throw new Error(error?.message)
    return status === 'ready_to_map'
  })
}

/** Waits until a run is over. */
export const runOf = (store: TestStore, id: number, run_id: string): Promise<Run> =>
  until(async () => {
    const run = await store.call(importRun.getRun, { params: { id: String(id), run_id }, query: {} })
    return run.status !== 'pending' && run.status !== 'processing' && run
  })

/** Body of the suggested mapping once a person presses "next": a proposed field is created, and is the first key. */
export async function acceptSuggested(
  store: TestStore,
  id: number,
): Promise<Sent<typeof dataSources.putMapping>['body']> {
  const params = { id: String(id) }
  const { suggested, source_mapping, source_schema } = await store.call(dataSources.getMapping, { params })
  const column = source_mapping.find(({ reason }) => reason === 'new_key')?.source_schema_id
  if (column === undefined) return suggested
  const display_name = source_schema.find((one) => one.id === column)!.name
  const field = (await store.call(profileFields.create, { body: { display_name, data_type: 'String' } })).id
  const row = { source_schema_id: column, destination_id: field, destination_type: 'custom_profile' as const }
  const match = { ...suggested.match, keys: [field, ...suggested.match.keys] }
  return { ...suggested, mapping: [...suggested.mapping, row], match }
}

interface Imported {
  id: number
  dry: string
  real: string
  dryStats: Run['stats']
  stats: Run['stats']
}

/** Saves a mapping, runs it dry and then for real. */
export async function runMapping(
  store: TestStore,
  id: number,
  body: Sent<typeof dataSources.putMapping>['body'],
): Promise<Imported> {
  const params = { id: String(id) }
  await store.call(dataSources.putMapping, { params, body })
  const dry = (await store.call(importRun.dryRun, { params })).run_id
  const { stats: dryStats } = await runOf(store, id, dry)
  const real = (await store.call(importRun.run, { params, body: { run_id: dry } })).run_id
  const { status, stats } = await runOf(store, id, real)
  if (status !== 'completed') throw new Error(`The run ended as ${status}`)
  return { id, dry, real, dryStats, stats }
}

/** The whole way of a file: upload, the suggested mapping, dry run, real run. Fields that are match keys are mapped by their name. */
export async function importFile(
  store: TestStore,
  content: string | Buffer,
  options: { name?: string; keys?: number[]; labels?: number[]; line_account_id?: number } = {},
): Promise<Imported> {
  const { id } = await createDataSource(store, content, options.name ?? 'ลูกค้าหน้าร้าน')
  const { mapping, match } = await store.call(dataSources.getMapping, { params: { id: String(id) } })
  const { labels, line_account_id } = options
  return runMapping(store, id, {
    mapping,
    match: options.keys ? { ...match, mode: 'both', keys: options.keys } : match,
    labels,
    ...(line_account_id !== undefined && { line_account_id }),
  })
}
