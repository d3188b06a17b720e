import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import { systemFields } from '@ruam/contract/platform/system-fields.ts'
import { expect, test } from 'vitest'
import { randomOf } from '../../../tools/random.ts'
import type { MaskedValue } from '../../customers/profiles/masking.ts'
import { type CollidingFile, collidingFile, type OwnFields } from '../../testing/imports/colliding-files.testing.ts'
import { createDataSource, runOf } from '../../testing/imports/data-sources.testing.ts'
import {
  importPlainly,
  type Outcome,
  type Person,
  type PlainStore,
  type RunBefore,
} from '../../testing/imports/reference.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'

const ROWS = Number(process.env.ENGINE_ROWS ?? 400)
const SEED = Number(process.env.ENGINE_SEED ?? (process.env.SEED === 'random' ? Date.now() % 1_000_000 : 20261122))
const FILES = 5
/**
 * One for each file: small ones, so that people meet in batches that follow each other and are worked at the same time, and one that
 * is no divisor of a file's rows or of the rows between its kept offsets.
 */
const batchRowsOf = (rows: number) => [7, 50, 500, Math.ceil(rows / 6.7), 23]
/** Options of the server, which reads them before each run. */
const batches = { batchRows: ROWS }

const options = { timeout: 900_000 }

test(`row by row, dry and real runs match the reference implementation (ENGINE_SEED=${SEED})`, options, async () => {
  await compare(SEED, ROWS)
})

test('rows of a key that contradicts most people it finds match the reference implementation', {
  ...options,
  tags: ['verify'],
}, async () => {
  const store = await compare(530_667, 1000, 0.6)
  expect(await rowsOf(store, "select from run where store_id = $1 and distrusted_keys <> '{}'")).not.toEqual([])
})

/** Imports the files of a seed, with a share of foreign cells, and compares each row and everybody in the store with the plain rule. */
async function compare(seed: number, rows: number, strangers?: number): Promise<TestStore> {
  const batchRows = batchRowsOf(rows)
  const server = await testServer(batches)
  const store = await newStore()
  const own = await ownFields(store)
  const random = randomOf(seed)
  const people: Person[] = []
  const imported: PlainStore['imported'] = new Map()
  let conflicts = 0
  let held = 0
  let last: RunBefore | undefined
  for (let place = 0; place < FILES; place++) {
    batches.batchRows = batchRows[place]!
    // The last file is the one before it once more.
    const repeats = place === FILES - 1
    const file = collidingFile(
      seed * FILES + place - (repeats ? 1 : 0),
      rows,
      own,
      place === 0,
      place === 0 ? undefined : strangers,
    )
    const { dry, real } = await runFile(store, file, `file ${place}`)
    const realRun = await runNumber(store, real.run_id)
    const before = new Set(people)
    const outcomes = importPlainly({ people, imported }, file, realRun, repeats ? last : undefined)
    last = { run: realRun, outcomes }

    const { ids, stored } = await storedPeople(store, own)
    expect(stored).toEqual(people.map(plainPerson))
    const idOf = new Map(people.map((person, index) => [person, ids[index]!]))
    expect(await recordsOf(store, realRun)).toEqual(outcomes.map((outcome, row) => plainRecord(outcome, row, idOf)))
    // New profiles of a dry run have no id to open.
    for (const person of people) if (!before.has(person)) idOf.delete(person)
    const dryRun = await runNumber(store, dry.run_id)
    expect(withPlain(await recordsOf(store, dryRun), outcomes.length)).toEqual(
      outcomes.map((outcome, row) => plainRecord(outcome, row, idOf)),
    )

    const counts = countsOf(outcomes)
    expect([dry.stats, real.stats]).toMatchObject([counts, counts])
    conflicts += counts.conflict
    held += counts.held
    const live = people.filter((person) => !person.gone)
    expect(await liveTotal(store)).toBe(live.length)
    expect(await storedKeys(store)).toEqual(await plainKeys(store, people, ids))

    for (const [index, person] of people.entries()) {
      if (person.gone || !random.chance(0.04)) continue
      person.gone = true
      const how = random.chance(0.5) ? 'deleted_at = now()' : 'merged_into = id'
      await server.admin.query(`update profile set ${how} where store_id = $1 and id = $2`, [store.storeId, ids[index]])
      await server.admin.query('update profile_total set live = live - 1 where store_id = $1', [store.storeId])
    }
  }
  // Without them the files would prove little.
  expect(conflicts / (rows * FILES)).toBeGreaterThan(0.02)
  expect(held / (rows * FILES)).toBeGreaterThan(0.02)
  return store
}

async function ownFields(store: TestStore): Promise<OwnFields> {
  const make = async (field_name: string, data_type: 'String' | 'Number' | 'Boolean' | 'Date') =>
    (await store.call(profileFields.create, { body: { field_name, display_name: `ฟิลด์ ${field_name}`, data_type } })).id
  return {
    member: await make('member', 'String'),
    card: await make('card', 'Number'),
    note: await make('note', 'String'),
    vip: await make('vip', 'Boolean'),
    joined: await make('joined', 'Date'),
  }
}

async function runFile(store: TestStore, file: CollidingFile, name: string) {
  const { id } = await createDataSource(store, file.csv, name)
  const params = { id: String(id) }
  await store.call(dataSources.putMapping, { params, body: file.mapping })
  const dry = await runOf(store, id, (await store.call(importRun.dryRun, { params })).run_id)
  const body = { run_id: dry.run_id }
  const real = await runOf(store, id, (await store.call(importRun.run, { params, body })).run_id)
  expect([dry.status, real.status]).toEqual(['completed', 'completed'])
  return { dry, real }
}

async function rowsOf<T>(store: TestStore, sql: string, ...values: unknown[]): Promise<T[]> {
  const { admin } = await testServer()
  return (await admin.query(sql, [store.storeId, ...values])).rows
}

async function runNumber(store: TestStore, runId: string): Promise<number> {
  return (await rowsOf<{ id: number }>(store, 'select id from run where store_id = $1 and run_id = $2', runId))[0]!.id
}

interface Stored {
  id: number
  custom: Record<string, MaskedValue>
  sources: Record<string, [string, number, number]>
  origin_run: number
  origin_row: number
  gone: boolean
}

/** In the order in which they were added, which is that of their ids. */
async function storedPeople(store: TestStore, own: OwnFields) {
  const sql =
    'select *, deleted_at is not null or merged_into is not null as gone from profile where store_id = $1 order by id'
  const rows = await rowsOf<Stored & Record<string, MaskedValue>>(store, sql)
  const stored = rows.map((row) => ({
    values: Object.fromEntries([
      ...systemFields.flatMap(({ id, column }) => (row[column] === null ? [] : [[id, row[column]]])),
      ...Object.values(own).flatMap((id) => (row.custom[id] === undefined ? [] : [[id, row.custom[id]]])),
    ]),
    sources: row.sources,
    origin: [row.origin_run, row.origin_row],
    gone: row.gone,
  }))
  return { ids: rows.map((row) => row.id), stored }
}

function plainPerson({ values, sources, origin, gone }: Person) {
  const told = [...sources].map(([field, source]) => [field, ['run', ...source]])
  return { values: Object.fromEntries(values), sources: Object.fromEntries(told), origin, gone }
}

interface StoredRecord {
  record_no: number
  status: string
  profile_id: number | null
  changes: unknown
}

const recordsOf = (store: TestStore, run: number) =>
  rowsOf<StoredRecord>(
    store,
    'select record_no, status, case when profile_id > 0 then profile_id end as profile_id, changes from run_record where store_id = $1 and run = $2 order by record_no',
    run,
  )

/** The records of a dry run with the plain additions, which have none. */
function withPlain(records: Awaited<ReturnType<typeof recordsOf>>, rows: number) {
  const told = new Map(records.map((record) => [record.record_no, record]))
  const plain = { status: 'added', profile_id: null, changes: null }
  return Array.from({ length: rows }, (_, row) => told.get(row + 1) ?? { record_no: row + 1, ...plain })
}

function plainRecord({ status, person, changes }: Outcome, row: number, idOf: Map<Person, number>) {
  const profile_id = person ? (idOf.get(person) ?? null) : null
  return { record_no: row + 1, status, profile_id, changes: changes.size > 0 ? Object.fromEntries(changes) : null }
}

function countsOf(outcomes: Outcome[]) {
  const counts = { added: 0, updated: 0, duplicated: 0, failed: 0, conflict: 0, held: 0, total: outcomes.length }
  for (const { status, held } of outcomes) {
    counts[held ? 'held' : status]++
    if (status === 'conflict') counts.failed++
  }
  return counts
}

async function liveTotal(store: TestStore): Promise<number> {
  return (await rowsOf<{ live: number }>(store, 'select live from profile_total where store_id = $1'))[0]!.live
}

const storedKeys = (store: TestStore) =>
  rowsOf<{ key: string }>(
    store,
    `select format('%s %s %s', k.profile_id, k.field_id, k.value) as key from profile_key k join profile p on p.store_id = k.store_id
       and p.id = k.profile_id where k.store_id = $1 and p.deleted_at is null and p.merged_into is null order by 1`,
  ).then((rows) => rows.map(({ key }) => key))

async function plainKeys(store: TestStore, people: Person[], ids: number[]): Promise<string[]> {
  const fields = await rowsOf<{ id: number }>(store, 'select id from profile_field where store_id = $1 and match_key')
  const keys = people.flatMap(({ values, gone }, index) =>
    fields.flatMap(({ id }) => (gone || !values.has(id) ? [] : [`${ids[index]} ${id} ${values.get(id)}`])),
  )
  return keys.sort()
}
