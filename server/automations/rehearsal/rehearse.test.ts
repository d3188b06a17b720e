import { Definition } from '@ruam/contract/automations/definition.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { input } from 'zod'
import { coreOf, newStore, type TestStore, testServer } from '../../testing/store.testing.ts'
import { type Rehearsed, rehearse } from './rehearse.ts'

const days = { from: '2026-01-01', to: '2026-06-30' }

const definition = (over: Partial<input<typeof Definition>>): Definition =>
  Definition.parse({
    ...{ trigger: null, repeat: { kind: 'once' }, channel_id: null, steps: [], exit: null, group: null },
    ...{ imports: false, holdout: 0, ...over },
  })

interface ActRow {
  profile_id: number
  at: string
  kind: string
  step: number | null
  outcome: string
  reason: string | null
}

const actsOf = async ({ past }: Rehearsed) =>
  (
    await sql<ActRow>`select profile_id, at, kind, step, case when kind = 'entered' then 'entered' else outcome end as outcome, reason from automation_act
      order by at, profile_id, nth`.execute(past.world.db)
  ).rows

async function rehearsed(store: TestStore, over: Partial<input<typeof Definition>>): Promise<ActRow[]> {
  const { pool, config } = await coreOf(store)
  const draft = { automation_id: 1_000_000, name: 'ลอง', definition: definition(over), place: 1 }
  return rehearse({ pool, config }, store.storeId, draft, days, { holdout: 0, read: actsOf })
}

async function person(store: TestStore, born: string | null, created = '2025-01-01T00:00:00Z'): Promise<number> {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ id: number }>(
    'insert into profile (store_id, first_name, birth_date, created_at, updated_at) values ($1, $2, $3, $4, $4) returning id',
    [store.storeId, 'ก', born, created],
  )
  return rows[0]!.id
}

const BIRTH_DATE = 8
const wait = (id: number, n: number) => ({
  id,
  kind: 'wait' as const,
  length: { n, unit: 'day' as const },
  until: null,
})

test('customers enter by their day, each once a year', async () => {
  const store = await newStore()
  const id = await person(store, '1990-03-05')
  await person(store, null)
  const acts = await rehearsed(store, {
    trigger: { kind: 'date', field_id: BIRTH_DATE, offset_days: -7, time: '09:00', yearly: true },
    repeat: { kind: 'yearly' },
    steps: [wait(1, 2)],
  })
  expect(acts).toEqual([
    { profile_id: id, at: '2026-02-26T02:00:00Z', kind: 'entered', step: null, outcome: 'entered', reason: null },
    { profile_id: id, at: '2026-02-28T02:00:00Z', kind: 'wait', step: 1, outcome: 'done', reason: null },
    { profile_id: id, at: '2026-02-28T02:00:00Z', kind: 'ended', step: null, outcome: 'done', reason: null },
  ])
})

async function activityType(store: TestStore): Promise<number> {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ id: number }>(
    "insert into activity_type (store_id, name) values ($1, 'ซื้อ') returning id",
    [store.storeId],
  )
  return rows[0]!.id
}

async function bought(store: TestStore, profile: number, type: number, ...times: string[]): Promise<void> {
  const { admin } = await testServer()
  for (const at of times)
    await admin.query(
      'insert into activity (store_id, profile_id, type_id, activity_at, created_at) values ($1, $2, $3, $4, $4)',
      [store.storeId, profile, type, at],
    )
}

async function segment(store: TestStore, rule: object): Promise<number> {
  const { admin } = await testServer()
  const whole = {
    auto_apply_enabled: true,
    filter: { profile_created_at: null, reference_label_ids: [] },
    target: { condition: 'and', groups: [{ condition: 'and', rules: [rule] }] },
  }
  const { rows } = await admin.query<{ id: number }>(
    `with made as (insert into label (store_id, name, color, type, segment_rule, auto_apply_enabled)
       select $1, 'เซกเมนต์ ' || count(*), '#ffffff', 'advanced', $2, true from label where store_id = $1 returning id)
     insert into segment (store_id, label_id, reads) select $1, id, '{}' from made returning label_id as id`,
    [store.storeId, JSON.stringify(whole)],
  )
  return rows[0]!.id
}

const kinds = (acts: readonly ActRow[]) =>
  acts.map(({ profile_id, at, kind, outcome }) => [profile_id, at, kind, outcome])

test('customers enter with an activity, and leave when they bought again', async () => {
  const store = await newStore()
  const type = await activityType(store)
  const [one, other] = [await person(store, null), await person(store, null)]
  await bought(store, one, type, '2025-12-01T03:00:00Z', '2026-02-01T03:00:00Z', '2026-02-03T05:00:00Z')
  await bought(store, other, type, '2026-02-02T03:00:00Z')
  const acts = await rehearsed(store, {
    trigger: { kind: 'activity', activity_type_id: type, first: false },
    exit: { kind: 'activity_since', activity_type_id: type },
    steps: [wait(1, 7)],
  })
  expect(kinds(acts)).toEqual([
    [one, '2026-02-01T03:00:00Z', 'entered', 'entered'],
    [other, '2026-02-02T03:00:00Z', 'entered', 'entered'],
    [one, '2026-02-08T03:00:00Z', 'ended', 'exit'],
    [other, '2026-02-09T03:00:00Z', 'wait', 'done'],
    [other, '2026-02-09T03:00:00Z', 'ended', 'done'],
  ])
})

test('customers enter a segment at the beginning of the day on which time alone brings them in', async () => {
  const store = await newStore()
  const type = await activityType(store)
  const id = await person(store, null)
  await bought(store, id, type, '2026-01-10T03:00:00Z', '2026-02-20T03:00:00Z')
  const rule = { kind: 'activity', activity_type_id: type, done: false, window: { last: { n: 30, unit: 'day' } } }
  const acts = await rehearsed(store, {
    trigger: { kind: 'segment_entered', segment_id: await segment(store, rule) },
    repeat: { kind: 'every', days: 0 },
    steps: [wait(1, 1)],
  })
  expect(kinds(acts).filter(([, , kind]) => kind === 'entered')).toEqual([
    [id, '2026-02-09T17:00:00Z', 'entered', 'entered'],
    [id, '2026-03-22T17:00:00Z', 'entered', 'entered'],
  ])
})

test('values are those of their moment, and a label that a step gives is read by the next one', async () => {
  const store = await newStore()
  const { admin } = await testServer()
  const id = await person(store, '1991-05-20')
  await admin.query(
    `insert into profile_change (store_id, profile_id, at, source, changes) values ($1, $2, '2026-04-01T03:00:00Z', 'user', $3)`,
    [store.storeId, id, JSON.stringify({ [BIRTH_DATE]: ['1991-03-10', '1991-05-20'] })],
  )
  const { rows } = await admin.query<{ id: number }>(
    "insert into label (store_id, name, color, type) values ($1, 'วันเกิด', '#ffffff', 'general') returning id",
    [store.storeId],
  )
  const label = rows[0]!.id
  const has = { kind: 'label' as const, operator: 'has_any' as const, label_ids: [label] }
  const acts = await rehearsed(store, {
    trigger: { kind: 'date', field_id: BIRTH_DATE, offset_days: 0, time: '09:00', yearly: true },
    repeat: { kind: 'every', days: 1 },
    steps: [
      {
        id: 1,
        kind: 'condition',
        condition: { kind: 'rule', rule: { condition: 'and', rules: [has] } },
        yes: [],
        no: [],
      },
      { id: 2, kind: 'label', label_id: label, value: true },
    ],
  })
  expect(kinds(acts).map(([, ...rest]) => rest)).toEqual([
    ['2026-03-10T02:00:00Z', 'entered', 'entered'],
    ['2026-03-10T02:00:00Z', 'condition', 'no'],
    ['2026-03-10T02:00:00Z', 'label', 'done'],
    ['2026-03-10T02:00:00Z', 'ended', 'done'],
    ['2026-05-20T02:00:00Z', 'entered', 'entered'],
    ['2026-05-20T02:00:00Z', 'condition', 'yes'],
    ['2026-05-20T02:00:00Z', 'label', 'skipped'],
    ['2026-05-20T02:00:00Z', 'ended', 'done'],
  ])
  expect((await admin.query('select from profile_label where store_id = $1', [store.storeId])).rows).toEqual([])
})

test('a step that a restriction held up is taken when that ends', async () => {
  const store = await newStore()
  const type = await activityType(store)
  const id = await person(store, null)
  await bought(store, id, type, '2026-02-01T03:00:00Z')
  const { admin } = await testServer()
  await admin.query(
    `insert into profile_restriction (store_id, profile_id, kind, at, lifted_at, lift_reason)
     values ($1, $2, 'restricted', '2026-02-05T03:00:00Z', '2026-02-10T05:00:00Z', 'ยกเลิก')`,
    [store.storeId, id],
  )
  const acts = await rehearsed(store, {
    trigger: { kind: 'activity', activity_type_id: type, first: false },
    steps: [wait(1, 7), wait(2, 1), wait(3, 4)],
  })
  expect(kinds(acts)).toEqual([
    [id, '2026-02-01T03:00:00Z', 'entered', 'entered'],
    [id, '2026-02-10T05:00:00Z', 'wait', 'done'],
    [id, '2026-02-10T05:00:00Z', 'wait', 'done'],
    [id, '2026-02-13T03:00:00Z', 'wait', 'done'],
    [id, '2026-02-13T03:00:00Z', 'ended', 'done'],
  ])
})

test('customers whom a file brings into a segment enter only if the automation takes imports, until the file is taken back', async () => {
  const store = await newStore()
  const id = await person(store, '1990-03-05')
  const { admin } = await testServer()
  await admin.query(
    `with source as (insert into data_source (store_id, name) values ($1, 'แฟ้ม') returning id),
      file as (insert into file (store_id, name, size, type, storage_key, settings) values ($1, 'แฟ้ม.csv', 1, 'csv', concat($1::int, '/', gen_random_uuid()), '{}') returning id),
      run as (insert into run (store_id, run_id, data_source_id, file_id, kind, status, version, mapping, total, created_at, started_at, finished_at)
        select $1, gen_random_uuid(), source.id, file.id, 'real', 'completed', 1, '{}', 1, at, at, at
        from source, file, (values ('2026-02-01T03:00:00Z'::timestamptz)) t (at) returning id)
     insert into run_record (store_id, run, record_no, status, profile_id, changes)
     select $1, id, 1, 'updated', $2, '{"8": [null, "1990-03-05"]}' from run`,
    [store.storeId, id],
  )
  const segment_id = await segment(store, { kind: 'profile', field_id: BIRTH_DATE, operator: 'not_empty' })
  const entries = async (imports: boolean) =>
    kinds(await rehearsed(store, { trigger: { kind: 'segment_entered', segment_id }, imports, steps: [wait(1, 300)] }))
  expect(await entries(false)).toEqual([])
  const entry = [id, '2026-02-01T03:00:00Z', 'entered', 'entered']
  expect(await entries(true)).toEqual([entry])
  await admin.query("update run set undone_at = '2026-02-03T03:00:00Z' where store_id = $1", [store.storeId])
  expect(await entries(true)).toEqual([entry, [id, '2026-02-03T03:00:00Z', 'ended', 'import_undone']])
})
