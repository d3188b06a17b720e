import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { stepsOf } from '../../database/migration-files.ts'
import { newCredential } from '../../testing/open-api/keys.testing.ts'
import { newStore, testServer } from '../../testing/store.testing.ts'

test('items of before move to the program that sent them where a day has one sender, and stay together elsewhere', async () => {
  // The migration moves those of every store.
  await testServer({ alone: true })
  const store = await newStore()
  const { admin } = await testServer()
  const [one, two] = [await newCredential(store), await newCredential(store)]
  const rows = async <T>(text: string, values: unknown[] = []) =>
    (await admin.query(text, [store.storeId, ...values])).rows as T[]
  const [{ id: source }] = (await rows<{ id: number }>(
    `insert into data_source (store_id, name, type, status, built_in) values ($1, 'Open API', 'openapi', 'success', true) returning id`,
  )) as [{ id: number }]
  const day = async (at: string, total: number) =>
    (
      await rows<{ id: number }>(
        `insert into run (store_id, run_id, data_source_id, kind, status, version, mapping, total, done, duplicated, started_at, finished_at)
         values ($1, $3::text, $2, 'stream', 'completed', 0, '{}', $4, $4, $4, $3::text::timestamptz, $3::text::timestamptz + interval '1 day')
         returning id`,
        [source, at, total],
      )
    )[0]!.id
  const receipt = (credential: number, done: string | null, items: number) =>
    rows<{ id: number }>(
      `insert into receipt (store_id, credential_id, data_source_id, kind, items, body, results, done_at, told)
       values ($1, $2, $3, 'profiles', $5, case when $4::text is null then '[]' end, case when $4::text is not null then '[]'::jsonb end,
         $4::text::timestamptz, true) returning id`,
      [credential, source, done, items],
    )
  const whole = await day('2026-11-01T00:00:00Z', 3)
  const shared = await day('2026-11-03T00:00:00Z', 2)
  const unknown = await day('2026-11-05T00:00:00Z', 9)
  await receipt(one.id, '2026-11-01T10:00:00Z', 2)
  const [taken] = await receipt(one.id, '2026-11-01T11:00:00Z', 1)
  await receipt(one.id, '2026-11-03T10:00:00Z', 1)
  await receipt(two.id, '2026-11-03T10:00:00Z', 1)
  await receipt(one.id, '2026-11-05T10:00:00Z', 1)
  await receipt(two.id, null, 1)
  await rows(
    `insert into dead_letter (store_id, data_source_id, receipt_id, item_index, item, error, kind)
     values ($1, $2, $3, 0, '{}', 'item_invalid', 'profiles')`,
    [source, taken!.id],
  )
  const file = readFileSync(new URL('../../migrations/0393-programs-as-sources.sql', import.meta.url), 'utf8')
  await admin.query(stepsOf(file).find(({ text }) => text.includes('with sole as'))!.text)

  const owners = await rows<{ id: number; program: number | null }>(
    `select r.id, d.credential_id as program from run r join data_source d on d.store_id = r.store_id and d.id = r.data_source_id
     where r.store_id = $1 order by r.id`,
  )
  expect(owners).toEqual([
    { id: whole, program: one.id },
    { id: shared, program: null },
    { id: unknown, program: null },
  ])
  const waiting = await rows<{ program: number }>(
    `select d.credential_id as program from receipt r join data_source d on d.store_id = r.store_id and d.id = r.data_source_id
     where r.store_id = $1 and r.done_at is null`,
  )
  expect(waiting).toEqual([{ program: two.id }])
  const letters = await rows<{ program: number }>(
    `select d.credential_id as program from dead_letter l join data_source d on d.store_id = l.store_id and d.id = l.data_source_id
     where l.store_id = $1`,
  )
  expect(letters).toEqual([{ program: one.id }])
  expect(
    await rows(`select name, stats ->> 'total' as total from data_source where store_id = $1 order by id`),
  ).toEqual([
    { name: 'Open API (ก่อนหน้า)', total: '11' },
    { name: `key ${one.id}`, total: '3' },
    { name: `key ${two.id}`, total: '0' },
  ])
})
