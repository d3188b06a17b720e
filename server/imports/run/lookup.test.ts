import { systemFields } from '@ruam/contract/platform/system-fields.ts'
import { expect, test, vi } from 'vitest'
import { importFile } from '../../testing/imports/data-sources.testing.ts'
import { newStore, testServer } from '../../testing/store.testing.ts'

test('a run that begins on a store of 250 people does not read all of them for each one it looks up', {
  tags: ['verify'],
  timeout: 300_000,
}, async () => {
  const { admin } = await testServer({ batchRows: 400 })
  const store = await newStore()
  const keys = [systemFields.find(({ column }) => column === 'email')!.id]
  const line = (person: number) => `${person},customer${String(person).padStart(9, '0')}@example.com\n`
  const each = (people: number, write: (person: number) => string) =>
    `ชื่อ,อีเมล\n${Array.from({ length: people }, (_, person) => write(person)).join('')}`
  // At 250 people the index of e-mails is a level higher than the primary key, so a plan made now takes the primary key. They come one by
  // one: after an import there are statistics that tell better.
  await admin.query(
    `insert into profile (store_id, first_name, email)
     select $1, n, format('customer%s@example.com', lpad(n::text, 9, '0')) from generate_series(0, 249) n`,
    [store.storeId],
  )
  const before = await readById()
  // Everybody once more in a later batch, where they are looked up.
  const csv = each(4_000, (person) => line(person) + line(Math.max(0, person - 300)))
  const { stats } = await importFile(store, csv, { name: 'ข', keys })
  expect(stats).toMatchObject({ added: 3_750, total: 8_000 })
  // 8 million if that plan is kept.
  expect((await readById()) - before).toBeLessThan(1_000_000)

  async function readById(): Promise<number> {
    // A connection's reads are counted when it has ended.
    await vi.waitUntil(async () => (await ask(runs)).length === 0)
    const [index] = await ask(
      "select idx_tup_read as read from pg_stat_user_indexes where indexrelname = 'profile_pkey'",
    )
    return Number(index!.read)
  }
  async function ask(sql: string): Promise<Record<string, string>[]> {
    return (await admin.query(sql)).rows
  }
})

const runs = "select 1 from pg_stat_activity where datname = current_database() and application_name like 'ruam run %'"
