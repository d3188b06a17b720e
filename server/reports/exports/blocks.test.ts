import { expect, test } from 'vitest'
import { csvRows, exported, workbookRows } from '../../testing/reports/exports.testing.ts'
import { newStore, testServer } from '../../testing/store.testing.ts'

test('a file of more people than a block has each once, in their order, however far apart their numbers lie', async () => {
  const store = await newStore()
  const { admin } = await testServer()
  const far = async (by: number) => admin.query("select setval('profile_id_seq', nextval('profile_id_seq') + $1)", [by])
  const made: string[] = []
  for (const [people, gap] of [
    [1500, 5],
    [3, 50_000],
    [2500, 0],
    [1, 3_000_000],
    [40, 1],
  ] as const) {
    const { rows } = await admin.query<{ id: number }>(
      `insert into profile (store_id, first_name) select $1, 'ค' || n from generate_series(1, $2::int) n returning id`,
      [store.storeId, people],
    )
    made.push(...rows.map(({ id }) => String(id)))
    await far(gap)
  }
  await admin.query(
    'insert into profile_total (store_id, live) values ($1, $2) on conflict (store_id) do update set live = $2',
    [store.storeId, made.length],
  )
  const body = { type: 'profile' as const, columns: ['id'] }
  const csv = await exported(store, { ...body, file_type: 'csv' })
  expect(csv.item.rows).toBe(made.length)
  expect(csvRows(csv.file).slice(1).flat()).toEqual(made)
  const xlsx = await exported(store, { ...body, file_type: 'xlsx' })
  expect(xlsx.item.rows).toBe(made.length)
  const head = (await workbookRows(store, xlsx.file)).slice(1).flat()
  expect(head).toEqual(made.slice(0, head.length))
})
