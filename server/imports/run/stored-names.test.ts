import { expect, test } from 'vitest'
import { csvLine } from '../../formats/files/csv-line.ts'
import { importAsClerk } from '../../testing/imports/clerk-import.testing.ts'
import { isMeant, isTidy, nameNotations, type ReadParts } from '../../testing/imports/name-cells.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'

test('cells of names that people wrote are stored as meant, and the same file again changes nothing', {
  timeout: 120_000,
}, async () => {
  const store = await newStore()
  const cells = nameNotations()
  const phoneOf = (at: number) => `086${String(4_000_000 + at * 7919).slice(-7)}`
  const rows = cells.map(({ cell }, at) => csvLine([cell, phoneOf(at)]))
  const file = csvLine(['ชื่อ-นามสกุล', 'เบอร์โทร']) + rows.join('')
  const first = await importAsClerk(store, file)
  const { stats } = await first.run()
  expect(stats).toMatchObject({ added: cells.length, failed: 0 })

  const stored = await storedNames(store)
  const parts = cells.map((cell, at) => ({ cell, read: stored.get(`+66${phoneOf(at).slice(1)}`)! }))
  const wrong = parts.filter(({ cell, read }) => !cell.clean && !isMeant(cell, read))
  const untidy = parts.filter(({ cell, read }) => !isTidy(cell, read))
  for (const { cell, read } of [...untidy, ...wrong].slice(0, Number(process.env.NAME_SHOW ?? 12)))
    console.log(JSON.stringify(cell.cell), 'expected', JSON.stringify(cell.parts), 'got', JSON.stringify(read))
  const asked = cells.filter(({ clean }) => !clean).length
  console.log(`${asked - wrong.length} of ${asked} stored as meant, ${untidy.length} of ${cells.length} untidy`)

  const again = await (await importAsClerk(store, file)).run()
  const changed = [...(await storedNames(store))].filter(
    ([phone, read]) => JSON.stringify(read) !== JSON.stringify(stored.get(phone)),
  )
  for (const [phone, read] of changed.slice(0, 5))
    console.log('again', JSON.stringify(stored.get(phone)), JSON.stringify(read))
  expect({ added: again.stats.added, changed: changed.length, untidy: untidy.length }).toEqual({
    added: 0,
    changed: 0,
    untidy: 0,
  })
  expect(wrong.length).toBeLessThanOrEqual(asked / 100)
})

async function storedNames(store: TestStore): Promise<Map<string, ReadParts>> {
  const { admin } = await testServer()
  const further = (kinds: string) =>
    `coalesce((select string_agg(value, ' ' order by value) from profile_name n
       where n.store_id = p.store_id and n.profile_id = p.id and kind in (${kinds})), '')`
  const { rows } = await admin.query<ReadParts & { phone: string; contacts: string }>(
    `select phone, coalesce(prefix_name, '') as title, coalesce(first_name, first_name_en, '') as given,
       coalesce(last_name, last_name_en, '') as family, coalesce(company, '') as company, ${further("'nickname'")} as nick,
       ${further("'former_name'")} as former, ${further("'maiden_name'")} as maiden, ${further("'note'")} as notes,
       coalesce((select string_agg(regexp_replace(value, '^[+]66', '0'), ' ' order by value) from profile_contact c
         where c.store_id = p.store_id and c.profile_id = p.id), '') as contacts
     from profile p where store_id = $1 and deleted_at is null`,
    [store.storeId],
  )
  return new Map(rows.map(({ phone, contacts, ...read }) => [phone, { ...read, notes: `${read.notes} ${contacts}` }]))
}
