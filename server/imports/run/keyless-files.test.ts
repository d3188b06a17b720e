import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import type { MappingRow } from '@ruam/contract/imports/mapping.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import { beforeAll, expect, test } from 'vitest'
import { readEmail } from '../../formats/values/emails.ts'
import { readPhone } from '../../formats/values/phones.ts'
import { createDataSource, importFile, runMapping } from '../../testing/imports/data-sources.testing.ts'
import { keylessFiles, keylessStore } from '../../testing/imports/keyless-files.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'

const SEED = Number(process.env.KEYLESS_SEED ?? 5401)
const { members, csv } = keylessStore(SEED, 48)
const files = keylessFiles(SEED, members, 48)

let store: TestStore
let code: number
beforeAll(async () => {
  store = await newStore()
  const body = { field_name: 'memberCode', display_name: 'รหัสสมาชิก', data_type: 'String' as const }
  code = (await store.call(profileFields.create, { body })).id
  await importFile(store, csv, { keys: [code, 9, 11], name: 'สมาชิก' })
})

async function rowsOf<T>(sql: string, ...values: unknown[]): Promise<T[]> {
  const { admin } = await testServer()
  return (await admin.query(sql, [store.storeId, ...values])).rows
}

/** A contact as it is stored; LINE ids stay as they are typed. */
function stored(contact: string): string {
  for (const reading of [readEmail(contact), readPhone(contact)])
    if ('value' in reading && reading.value !== null) return reading.value
  return contact
}

const own = { part: 'whole', overwrite: 'always', empty: 'keep', date_order: null, two_digit_years: null } as const

test.each(files.map((file, no) => [`${no + 1} ${file.name}`, file] as const))(
  'file %s adds nobody without a name or contact, and no contact is lost without a word',
  async (name, file) => {
    const { id } = await createDataSource(store, file.csv, `ไฟล์ ${name}`.slice(0, 80))
    const answer = await store.call(dataSources.getMapping, { params: { id: String(id) } })
    let { mapping, match } = answer
    if (match.keys.length === 0 && typeof file.clerk === 'object') {
      const column = answer.source_schema.find((one) => one.name === (file.clerk as { code: string }).code)!.id
      const row: MappingRow = {
        ...own,
        source_schema_id: column,
        destination_id: code,
        destination_type: 'custom_profile',
      }
      mapping = [...mapping.filter((one) => one.source_schema_id !== column), row]
      match = { ...match, keys: [code] }
    }
    const every_row_is_new = match.keys.length === 0
    if (every_row_is_new) expect(file.clerk).toBe('every_row_is_new')
    const run = await runMapping(store, id, { mapping, match, every_row_is_new })
    const nameless = await rowsOf(
      `select id from profile where store_id = $1 and deleted_at is null and coalesce(first_name, last_name, first_name_en,
         last_name_en, company, phone, email, citizen_id, line_user_id) is null`,
    )
    expect(nameless).toEqual([])
    const params = { id: String(id), run_id: run.real }
    const { data } = await store.call(importRun.records, { params, query: { status: 'all', limit: 100 } })
    const contacts = await rowsOf<{ id: number; value: string }>(
      `select id::int, unnest(array[phone, email, line_user_id, line_basic_id]) as value from profile where store_id = $1
       union all select profile_id::int, value from profile_contact where store_id = $1`,
    )
    const known = new Set(contacts.map((one) => `${one.id} ${one.value}`))
    const fed = new Set(mapping.map((row) => row.source_schema_id))
    const told = answer.source_mapping.some(({ holds, source_schema_id }) => holds && !fed.has(source_schema_id))
    const lost = data.flatMap(({ record_no, profile_id, status }) => {
      const { contacts, person } = file.rows[record_no - 1]!
      if (person === null && status === 'added') return [`${record_no} is nobody, but was added`]
      if (profile_id === null || told) return []
      return contacts.filter((one) => !known.has(`${profile_id} ${stored(one)}`)).map((one) => `${record_no} ${one}`)
    })
    expect(lost).toEqual([])
  },
)
