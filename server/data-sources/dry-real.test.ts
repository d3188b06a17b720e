import { activities } from '@ruam/contract/activities.ts'
import { dataSources } from '@ruam/contract/data-sources.ts'
import type { MappingBody } from '@ruam/contract/mapping.ts'
import { profileFields } from '@ruam/contract/profile-fields.ts'
import { segments } from '@ruam/contract/segments.ts'
import { expect, test } from 'vitest'
import { type Random, randomOf } from '../../tools/random.ts'
import { newStore, type TestStore, testServer } from '../core/testing.ts'
import { collidingFile, type OwnFields } from './colliding-files.ts'
import { createDataSource, runMapping } from './testing.ts'

const FILES = Number(process.env.DRY_FILES ?? 8)
const SEED = Number(process.env.DRY_SEED ?? 20261120)
const ROWS = 300
/** Several batches a file, so that rows meet people of an earlier one. */
const BATCH_ROWS = 90

test(`what the preview shows of each row is what the run does with it (DRY_SEED=${SEED})`, {
  timeout: 900_000,
}, async () => {
  await testServer({ batchRows: BATCH_ROWS })
  const store = await newStore()
  const random = randomOf(SEED)
  const own = await ownFields(store)
  const extras = await extrasOf(store)
  let compared = 0
  for (let place = 0; place < FILES; place++) {
    const file = collidingFile(SEED + place, ROWS, own, place === 0)
    const { id } = await createDataSource(store, file.csv, `ไฟล์ ${place}`)
    const run = await runMapping(store, id, withExtras(file.mapping, extras, random))
    expect(run.stats).toEqual(run.dryStats)
    const [dry, real] = [await recordsOf(store, id, run.dry), await recordsOf(store, id, run.real)]
    expect(real).toEqual(dry)
    compared += real.length
  }
  console.log(`${FILES} files, ${compared} records compared by their number: 0 differ`)
})

/** Without the id of the profile: a newcomer of a dry run has none yet. */
async function recordsOf(store: TestStore, id: number, run_id: string) {
  const params = { id: String(id), run_id }
  const { data } = await store.call(dataSources.records, { params, query: { limit: '0' } })
  return data.map(({ profile_id: _, ...record }) => record)
}

async function ownFields(store: TestStore): Promise<OwnFields> {
  const make = async (field_name: string, data_type: 'String' | 'Number' | 'Boolean' | 'Date') =>
    (await store.call(profileFields.create, { body: { field_name, display_name: field_name, data_type } })).id
  return {
    member: await make('member', 'String'),
    card: await make('card', 'Number'),
    note: await make('note', 'String'),
    vip: await make('vip', 'Boolean'),
    joined: await make('joined', 'Date'),
  }
}

async function extrasOf(store: TestStore) {
  const field = await store.call(activities.createField, {
    query: {},
    body: { field_name: 'visitNote', display_name: 'บันทึก', data_type: 'String' },
  })
  const type = await store.call(activities.createType, { body: { name: 'เข้าร้าน', fields: [field.id] } })
  const label = await store.call(segments.create, { body: { name: 'จากไฟล์', color: 'teal', type: 'general' } })
  return { field: field.id, type: type.id, label: label.id }
}

type Extras = Awaited<ReturnType<typeof extrasOf>>

/** Some files give a label, and some carry a visit: its day in the last column, its note in the one of notes. */
function withExtras(body: MappingBody, { field, type, label }: Extras, random: Random): MappingBody {
  const plain = body.mapping[0]!
  const visit: MappingBody['mapping'] = [
    { ...plain, source_schema_id: '12', destination_id: 24, destination_type: 'system_activity' },
    { ...plain, source_schema_id: '10', destination_id: field, destination_type: 'custom_activity' },
  ]
  return {
    ...body,
    labels: random.chance(0.4) ? [label] : [],
    ...(random.chance(0.5) && { activity_id: type, mapping: [...body.mapping, ...visit] }),
  }
}
