import { Definition } from '@ruam/contract/automations/definition.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { randomOf } from '../../../tools/random.ts'
import { coreOf, newStore, testServer } from '../../testing/store.testing.ts'
import { rehearse } from './rehearse.ts'

const days = { from: '2026-01-01', to: '2026-03-31' }
const BIRTH_DATE = 8

/** A write of a birthday: by hand, or by a file whose journal is there or deleted. */
interface Write {
  at: string
  by: 'user' | 'file' | 'deleted file'
  day: string
}

const instant = (day: number) => new Date(Date.parse('2025-11-01T03:00:00Z') + day * 86_400_000).toISOString()

test('customers count with their value of today exactly if a file of the period wrote it and its journal is deleted', async () => {
  const random = randomOf(7)
  const store = await newStore()
  const { admin } = await testServer()
  const { rows: sources } = await admin.query<{ id: number }>(
    "insert into data_source (store_id, name) values ($1, 'แฟ้ม') returning id",
    [store.storeId],
  )
  const files = await admin.query<{ id: number }>(
    `insert into file (store_id, name, size, type, storage_key, settings) values ($1, 'แฟ้ม.csv', 1, 'csv', concat($1::int, '/', gen_random_uuid()), '{}') returning id`,
    [store.storeId],
  )
  const run = async (at: string) =>
    (
      await admin.query<{ id: number }>(
        `insert into run (store_id, run_id, data_source_id, file_id, kind, status, version, mapping, total, created_at, started_at, finished_at)
         values ($1, gen_random_uuid(), $2, $4, 'real', 'completed', 1, '{}', 1, $3, $3, $3) returning id`,
        [store.storeId, sources[0]!.id, at, files.rows[0]!.id],
      )
    ).rows[0]!.id
  const expected: number[] = []
  for (let person = 0; person < 40; person++) {
    const writes = Array.from({ length: random.below(5) }, (): Write => {
      const by = random.pick(['user', 'file', 'deleted file'] as const)
      return { at: instant(random.below(140)), by, day: `19${70 + random.below(20)}-01-0${1 + random.below(9)}` }
    }).sort((one, other) => one.at.localeCompare(other.at))
    const { rows } = await admin.query<{ id: number }>(
      'insert into profile (store_id, birth_date, created_at, updated_at) values ($1, $2, $3, $3) returning id',
      [store.storeId, writes.at(-1)?.day ?? null, instant(-400)],
    )
    const id = rows[0]!.id
    let source: unknown[] | null = null
    let before: string | null = null
    for (const { at, by, day } of writes) {
      const changes = JSON.stringify({ [BIRTH_DATE]: [before, day] })
      if (by === 'user') {
        const previous = JSON.stringify({ [BIRTH_DATE]: source })
        await admin.query(
          `insert into profile_change (store_id, profile_id, at, source, source_id, changes, previous)
           values ($1, $2, $3, 'user', $4, $5, $6)`,
          [store.storeId, id, at, store.userId, changes, previous],
        )
        source = ['user', store.userId]
      } else {
        const runId = await run(at)
        if (by === 'file')
          await admin.query(
            "insert into run_record (store_id, run, record_no, status, profile_id, changes) values ($1, $2, 1, 'updated', $3, $4)",
            [store.storeId, runId, id, changes],
          )
        await admin.query(
          'insert into run_profile (store_id, run, profile_id, updated_at, sources) values ($1, $2, $3, $4, $5)',
          [store.storeId, runId, id, at, JSON.stringify(source ? { [BIRTH_DATE]: source } : {})],
        )
        source = ['run', runId, 1]
      }
      before = day
    }
    await admin.query('update profile set sources = $3 where store_id = $1 and id = $2', [
      store.storeId,
      id,
      JSON.stringify(source ? { [BIRTH_DATE]: source } : {}),
    ])
    // The model: some write of the period is in no journal.
    if (writes.some(({ at, by }) => by === 'deleted file' && at > '2025-12-31T17:00:00Z')) expected.push(id)
  }
  const { pool, config } = await coreOf(store)
  const definition = Definition.parse({
    trigger: { kind: 'date', field_id: BIRTH_DATE, offset_days: 0, time: '09:00', yearly: true },
    ...{ repeat: { kind: 'once' }, channel_id: null, steps: [], exit: null, group: null, imports: false, holdout: 0 },
  })
  const found = await rehearse(
    { pool, config },
    store.storeId,
    { automation_id: 1, name: 'ลอง', definition, place: 1 },
    days,
    {
      holdout: 0,
      read: async ({ past }) =>
        (
          await sql<{
            profile_id: number
            field: number
          }>`select distinct profile_id, field from as_today order by 1`.execute(past.world.db)
        ).rows,
    },
  )
  expect(found).toEqual(expected.map((profile_id) => ({ profile_id, field: BIRTH_DATE })))
  expect(expected.length).toBeGreaterThan(5)
})
