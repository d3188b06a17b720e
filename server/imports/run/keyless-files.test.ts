import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { expect, test } from 'vitest'
import { importAsClerk, rowsOfRun, storedPeople } from '../../testing/imports/clerk-import.testing.ts'
import { importFile } from '../../testing/imports/data-sources.testing.ts'
import { type KeylessFile, keylessFiles, keylessStore } from '../../testing/imports/keyless-files.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'

const ROWS = Number(process.env.KEYLESS_ROWS ?? 40)
const SEED = Number(process.env.KEYLESS_SEED ?? (process.env.SEED === 'random' ? Date.now() % 1_000_000 : 54))

test(`files with and without keys bring no nameless customers and lose no contact (KEYLESS_SEED=${SEED})`, {
  timeout: 1_800_000,
}, async () => {
  const { members, csv } = keylessStore(SEED, Math.max(60, ROWS))
  const store = await newStore()
  const body = { field_name: 'member_code', display_name: 'รหัสสมาชิก', data_type: 'String' } as const
  const code = (await store.call(profileFields.create, { body })).id
  const first = await importFile(store, csv, { name: 'สมาชิก' })
  const owners = new Map((await rowsOfRun(store, first.real)).map(({ no, id }) => [id!, no - 1]))
  const table: Record<string, Counts> = {}
  for (const [at, file] of keylessFiles(SEED, members, ROWS).entries()) {
    // `npm run verify identity` imports all.
    if (ROWS < 100 && at % 5 > 0) continue
    table[`${at + 1} ${file.name}`] = await counted(store, file, { code, owners })
  }
  const total = { nameless: 0, lost: 0, doubled: 0, wrong: 0, again: 0 }
  for (const counts of Object.values(table))
    for (const key of Object.keys(total) as (keyof typeof total)[]) total[key] += counts[key]
  if (ROWS > 100 || process.env.KEYLESS_SHOW) console.table(table)
  console.log(`seed ${SEED}, ${Object.keys(table).length} files of ${ROWS} rows: ${JSON.stringify(total)}`)
  expect(total).toEqual({ nameless: 0, lost: 0, doubled: 0, wrong: 0, again: 0 })
})

type Counts = Awaited<ReturnType<typeof counted>>

async function counted(
  store: TestStore,
  file: KeylessFile,
  { code, owners }: { code: number; owners: Map<number, number> },
) {
  const before = await nameless(store)
  const { stats, rows, keys, mapped } = await imported(store, file, code)
  const contacts = await contactsOf(store)
  const people = await storedPeople(store)
  const found = { rows: stats.total, added: stats.added, waiting: 0, failed: 0, offered: 0, keys }
  const faults = { nameless: (await nameless(store)) - before, lost: 0, doubled: 0, wrong: 0, again: 0 }
  for (const { no, id, status, error } of rows) {
    const { person, contacts: wanted, unsure } = file.rows[no - 1]!
    if (status === 'conflict') found.waiting++
    if (status === 'failed') found.failed++
    const stored = person !== null && person < 10_000
    const fault = (kind: keyof typeof faults) => {
      faults[kind]++
      const cells = file.csv.split('\r\n')[no]
      if (faults[kind] <= 3)
        console.log(`${kind} ${file.name}: ${cells} ${status} ${id ?? ''} ${JSON.stringify(error)?.slice(0, 200)}`)
    }
    if (status === 'added') {
      if (stored && !unsure) fault('doubled')
      owners.set(id!, owners.get(id!) ?? person ?? -1)
    } else if (id !== null && (person === null || owners.get(id) !== person)) fault('wrong')
    // Rows that wait or failed are reported, with all that they hold; columns left out are offered before the run.
    const missing = id === null ? [] : wanted.filter((contact) => !contacts.get(id)?.has(contact))
    const [lost, offered] = [missing.filter(isMapped), missing.filter((contact) => !isMapped(contact))]
    if (lost.length > 0) fault('lost')
    if (offered.length > 0) found.offered++

    function isMapped(contact: string): boolean {
      const column = csvCells(file.csv, no).findIndex((cell) => cell.includes(contact))
      return mapped.has(String(column + 1))
    }
  }
  // Each file takes two runs more.
  if (ROWS < 100 && !file.sales) return { ...found, ...faults }
  const again = await imported(store, file, code)
  const after = await storedPeople(store)
  faults.again =
    after.size - people.size + [...people].filter(([id, { values }]) => after.get(id)?.values !== values).length
  if (again.stats.added > 0) console.log(`again ${file.name}: added ${again.stats.added}`)
  return { ...found, ...faults }
}

async function imported(store: TestStore, { csv, clerk }: KeylessFile, field: number) {
  const header = csv.split('\r\n')[0]!.split(',')
  const column = typeof clerk === 'object' ? header.indexOf(clerk.code) : -1
  const { mapping, run } = await importAsClerk(store, csv, {
    columns: header,
    everyRowIsNew: clerk === 'every_row_is_new',
    ...(column >= 0 && { code: { column, field } }),
  })
  const { keys } = mapping.match
  try {
    const { stats, real } = await run()
    const mapped = new Set(mapping.mapping.map(({ source_schema_id }) => source_schema_id))
    return { stats, rows: await rowsOfRun(store, real), keys: keys.join(' '), mapped }
  } catch (error) {
    // A file that is refused changes nothing.
    if (!String(error).includes('answered 4')) throw error
    console.log(`refused ${header.join(' ')}: ${String(error).slice(0, 250)}`)
    return { stats: { total: 0, added: 0 }, rows: [], keys: 'refused', mapped: new Set<string>() }
  }
}

/** Cells of a row of the file: these files quote only cells with commas. */
const csvCells = (csv: string, no: number) => csv.split('\r\n')[no]!.match(/"[^"]*"|[^,]+|(?<=^|,)(?=,|$)/g) ?? []

/** All contacts of each customer, further ones among them, as a file writes them. */
async function contactsOf(store: TestStore) {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ id: string; value: string }>(
    `select id, unnest(array[phone, email]) as value from profile where store_id = $1
     union all select profile_id, value from profile_contact where store_id = $1`,
    [store.storeId],
  )
  const found = Map.groupBy(
    rows.filter(({ value }) => value !== null),
    ({ id }) => Number(id),
  )
  const written = (value: string) => value.replace(/^\+66/, '0')
  return new Map([...found].map(([id, all]) => [id, new Set(all.map(({ value }) => written(value)))]))
}

/** Customers without a name, a contact, an id or a code. */
async function nameless(store: TestStore) {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ count: number }>(
    `select count(*)::int from profile where store_id = $1 and deleted_at is null and coalesce(first_name, last_name, first_name_en,
       company, phone, email, citizen_id, line_user_id) is null`,
    [store.storeId],
  )
  return rows[0]!.count
}
