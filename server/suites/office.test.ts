import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { labels } from '@ruam/contract/customers/labels.ts'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { expect, onTestFinished, test } from 'vitest'
import { convertToCsv, ensureOffice } from '../../tools/office.ts'
import { csvRows, exported } from '../testing/reports/exports.testing.ts'
import { days, naughty, numbers } from '../testing/reports/round-trip.testing.ts'
import { newStore, type TestStore, testServer } from '../testing/store.testing.ts'

/** None unless requested: LibreOffice is large, and starts slowly. */
const ROWS = Number(process.env.OFFICE_ROWS ?? 0)
/** Texts that a spreadsheet tends to convert, in addition to those that imports convert. */
const texts = [
  ...naughty,
  '0812345678',
  '007',
  '1234567890123456789',
  '1/2',
  '3-4',
  '12:30',
  '50%',
  '1e400',
  ' x ',
  '฿5',
]

test.runIf(ROWS > 0)(
  `LibreOffice reads ${ROWS} rows of an exported workbook to the values that were exported`,
  { timeout: 600_000 },
  async () => {
    const office = ensureOffice()
    const store = await newStore()
    const columns = await filled(store)
    const body = { type: 'profile' as const, columns }
    const csv = csvRows((await exported(store, { ...body, file_type: 'csv' })).file)
    const folder = await mkdtemp(join(tmpdir(), 'ruam-office-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    await writeFile(join(folder, 'customers.xlsx'), (await exported(store, { ...body, file_type: 'xlsx' })).file)
    convertToCsv(office, folder, join(folder, 'customers.xlsx'))
    const seen = csvRows(await readFile(join(folder, 'customers.csv')))
    expect(seen[0]).toEqual(csv[0])
    expect(seen.length).toBe(ROWS + 1)
    let cells = 0
    for (const [place, row] of csv.entries()) {
      if (place === 0) continue
      const meant = row.map((cell, column) => inOffice(cell, kinds[column]!))
      const read = seen[place]!.map((cell, column) => (kinds[column] === 'number' ? plainNumber(cell) : cell))
      if (meant.join('\u0000') !== read.join('\u0000')) expect(read, `row ${place}`).toEqual(meant)
      cells += row.length
    }
    console.log(`${ROWS} rows, ${cells} cells: 0 differ`)
  },
)

const kinds = [
  'text',
  'text',
  'text',
  'text',
  'day',
  'text',
  'number',
  'text',
  'number',
  'day',
  'boolean',
  'text',
  'instant',
] as const

/** A store of so many customers with every type of value; answers the columns of its files, in the order of `kinds`. */
async function filled(store: TestStore): Promise<string[]> {
  const { admin } = await testServer()
  const made = async (field_name: string, data_type: 'String' | 'Number' | 'Date' | 'Boolean') =>
    (await store.call(profileFields.create, { body: { field_name, display_name: `ช่อง ${field_name}`, data_type } })).id
  const own = [
    await made('code', 'String'),
    await made('score', 'Number'),
    await made('since', 'Date'),
    await made('agreed', 'Boolean'),
  ]
  const label = await store.call(labels.create, {
    body: { name: '=1+1 "VIP"', description: '', color: 'teal', type: 'general' },
  })
  await admin.query(
    `insert into profile (store_id, first_name, last_name, phone, birth_date, address, amount, custom)
     select $1, ($3::text[])[1 + n % cardinality($3::text[])], 'นามสกุล ' || n, '+668' || lpad(n::text, 8, '0'),
       date '1930-01-01' + n % 30000, ($3::text[])[1 + n / 7 % cardinality($3::text[])], n % 90000,
       jsonb_build_object('${own[0]}', lpad(n::text, 8, '0'), '${own[1]}', ($4::float8[])[1 + n % cardinality($4::float8[])],
         '${own[2]}', ($5::text[])[1 + n % cardinality($5::text[])], '${own[3]}', n % 2 = 0)
     from generate_series(1, $2::int) n`,
    [store.storeId, ROWS, texts, numbers, days],
  )
  await admin.query(
    `insert into profile_label (store_id, label_id, profile_id, source)
     select store_id, $2, id, 'manual_add' from profile where store_id = $1 and id % 3 = 0`,
    [store.storeId, label.id],
  )
  await admin.query(
    'insert into profile_total (store_id, live) values ($1, $2) on conflict (store_id) do update set live = $2',
    [store.storeId, ROWS],
  )
  await admin.query('analyze profile')
  const fields = ['id', 'firstName', 'lastName', 'phone', 'birthDate', 'address', 'amount']
  return [...fields, ...own.map((id) => `field_${id}`), 'labels', 'createdAt']
}

/** Text that LibreOffice shows for a cell that is this in the CSV of the same rows. */
function inOffice(cell: string, kind: (typeof kinds)[number]): string {
  if (cell === '') return ''
  if (kind === 'boolean') return cell === 'ใช่' ? 'TRUE' : 'FALSE'
  if (kind === 'number') return plainNumber(cell)
  if (kind === 'text') return cell
  const [, far] = /^(.*) CE$/.exec(cell) ?? []
  const day = far ? new Date(`${far} UTC`).toISOString().slice(0, 10) : cell.slice(0, 10)
  // A workbook has no days before: they stay texts.
  if (day < '1900-03-01') return cell
  return `${day.split('-').reverse().join('/')}${far ? '' : cell.slice(10)}`
}

const plainNumber = (cell: string) => (cell === '' ? '' : String(Number(cell)))
