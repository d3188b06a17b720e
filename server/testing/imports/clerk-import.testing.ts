import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import type { MappingBody } from '@ruam/contract/imports/mapping.ts'
import { type TestStore, testServer } from '../store.testing.ts'
import { loaded, runMapping } from './data-sources.testing.ts'
import { create } from './strange-files.testing.ts'

/** Fields a clerk recognises although the mapping step suggests nothing for their columns. */
const contacts: Record<string, number> = {
  phone: 9,
  เบอร์โทร: 9,
  Phone: 9,
  email: 11,
  อีเมล: 11,
  citizen: 10,
  เลขบัตรประชาชน: 10,
}
const [PHONE, CITIZEN, EMAIL] = [9, 10, 11]

interface Clerk {
  /** Column of the codes that the file's people are known by, from 0, and the store's field for them. */
  code?: { column: number; field: number }
  /** What each column holds, for contacts without a suggestion. */
  columns?: readonly string[]
  /** True if the clerk says so when the step asks for a key. */
  everyRowIsNew?: boolean
}

/** Imports a file with all that is suggested; without a suggested key a clerk maps contacts or codes, and only those. */
export async function importAsClerk(store: TestStore, csv: string | Buffer, clerk: Clerk = {}) {
  const id = await create(store, csv)
  await loaded(store, id)
  const found = await store.call(dataSources.getMapping, { params: { id: String(id) } })
  const { suggested } = found
  const map = (column: number, destination_id: number, custom = false): void => {
    if (suggested.mapping.some((one) => one.destination_id === destination_id)) return
    const source_schema_id = String(column + 1)
    const others = suggested.mapping.filter((one) => one.source_schema_id !== source_schema_id)
    suggested.mapping = [...others, mappingRow(source_schema_id, destination_id, custom)]
  }
  const { code, columns = [], everyRowIsNew } = clerk
  let everyNew = false
  if (code) {
    map(code.column, code.field, true)
    suggested.match = { ...suggested.match, keys: [code.field], mode: 'both' }
  } else if (suggested.match.keys.length === 0 && suggested.number_column === null) {
    for (const [at, name] of columns.entries()) if (contacts[name]) map(at, contacts[name])
    const mapped = [CITIZEN, PHONE, EMAIL].filter((key) => suggested.mapping.some((one) => one.destination_id === key))
    suggested.match = { ...suggested.match, keys: everyRowIsNew ? [] : mapped, mode: 'both' }
    everyNew = everyRowIsNew === true
  }
  const body = { ...suggested, ...(everyNew && { every_row_is_new: true }) }
  return { id, mapping: body as MappingBody, run: () => runMapping(store, id, body) }
}

const mappingRow = (
  source_schema_id: string,
  destination_id: number,
  custom: boolean,
): MappingBody['mapping'][number] => ({
  source_schema_id,
  destination_id,
  destination_type: custom ? 'custom_profile' : 'system_profile',
  part: 'whole',
  overwrite: 'always',
  empty: 'keep',
  date_order: null,
  two_digit_years: null,
})

export interface StoredRow {
  no: number
  id: number | null
  status: string
  error: unknown
}

/** Rows of a run, and what became of each. */
export async function rowsOfRun(store: TestStore, run: string): Promise<StoredRow[]> {
  const { admin } = await testServer()
  const { rows } = await admin.query<StoredRow>(
    `select c.record_no as no, c.profile_id as id, c.status, c.error
     from run_record c join run r on r.store_id = c.store_id and r.id = c.run
     where c.store_id = $1 and r.run_id = $2 order by c.record_no`,
    [store.storeId, run],
  )
  return rows.map((row) => ({ ...row, id: row.id === null ? null : Number(row.id) }))
}

interface StoredPerson {
  given: string
  /** All values that an import may write. */
  values: string
}

export async function storedPeople(store: TestStore): Promise<Map<number, StoredPerson>> {
  const { admin } = await testServer()
  const { rows } = await admin.query<StoredPerson & { id: string }>(
    `select id, coalesce(first_name, '') as given,
       row(prefix_name, first_name, last_name, birth_date, phone, citizen_id, email, gender, company, address, custom)::text as values
     from profile where store_id = $1 and deleted_at is null`,
    [store.storeId],
  )
  return new Map(rows.map(({ id, ...person }) => [Number(id), person]))
}
