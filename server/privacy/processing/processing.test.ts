import { consents } from '@ruam/contract/customers/consents.ts'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { type ProcessingLine, privacyProcessing } from '@ruam/contract/privacy/processing.ts'
import { expect, test } from 'vitest'
import { field, madeProfile, rowsOf } from '../../testing/customers/profiles.testing.ts'
import { newCredential } from '../../testing/open-api/keys.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'
import { fixedPeriods } from '../retention/periods.ts'

const record = (store: TestStore) => store.call(privacyProcessing.get)
const lineOf = (lines: readonly ProcessingLine[], key: string) => lines.find((line) => line.key === key)

const fileOf = async (store: TestStore, id: number) => {
  const { status, body } = await store.try(privacyProcessing.download, { params: { id: String(id) } })
  expect(status).toBe(200)
  return (body as unknown as Blob).text()
}

const addedField = (store: TestStore, display_name: string, sensitive = false) =>
  store.call(profileFields.create, { body: { display_name, data_type: 'String', sensitive } })

test('a record lists what the store has: filled fields, its own ones, purposes, people and programs', async () => {
  const store = await newStore()
  await madeProfile(store, { [field.firstName]: 'มะลิ', [field.citizenId]: '1101700230678' })
  const own = await addedField(store, 'โรคประจำตัว', true)
  const purpose = await store.call(consents.createPurpose, { body: { name: 'ข่าวสาร', description: 'รับข่าวสาร' } })
  const program = await newCredential(store, { scopes: ['profile:read'] })
  const { lines, changes, taken } = await record(store)
  expect({ changes, taken }).toEqual({ changes: [], taken: [] })
  expect(lineOf(lines, `field:${field.firstName}`)).toMatchObject({
    name: '',
    sensitive: false,
    facts: { reads: true },
  })
  expect(lineOf(lines, `field:${field.citizenId}`)).toMatchObject({ sensitive: true, facts: {} })
  expect(lineOf(lines, `field:${field.email}`)).toBeUndefined()
  expect(lineOf(lines, `field:${own.id}`)).toMatchObject({ name: 'โรคประจำตัว', sensitive: true, facts: {} })
  expect(lineOf(lines, `purpose:${purpose.id}`)).toMatchObject({ facts: { basis: 'consent', version: 1 } })
  expect(lineOf(lines, `program:${program.id}`)).toMatchObject({ facts: { kind: 'key', scopes: 'profile:read' } })
  expect(lineOf(lines, 'people:customers')?.facts).toEqual({ count: 1 })
  expect(lineOf(lines, 'people:staff')?.facts).toEqual({ count: 1 })
  expect(lineOf(lines, 'measure:sensitive_roles')?.facts).toEqual({ roles: 'owner' })
  expect(new Set(lines.map(({ key }) => key)).size).toBe(lines.length)
})

test('a record differs from the kept one by what was added, changed and ended, and never by counts', async () => {
  const store = await newStore()
  const { id } = await addedField(store, 'สีที่ชอบ')
  const program = await newCredential(store)
  await madeProfile(store, { [field.firstName]: 'มะลิ' })
  const first = await store.call(privacyProcessing.take)
  expect(first.taken_by?.id).toBe(store.userId)
  await madeProfile(store, { [field.firstName]: 'ชบา' })
  expect((await record(store)).changes).toEqual([])
  await rowsOf(store, `update profile_field set display_name = 'สีโปรด' where store_id = $1 and id = $2`, id)
  await rowsOf(store, `update credential set status = 'revoked' where store_id = $1 and id = $2`, program.id)
  await madeProfile(store, { [field.firstName]: 'จำปา', [field.email]: 'champa@example.com' })
  const { changes } = await record(store)
  expect(changes.map(({ kind, line: { key }, was }) => [kind, key, was?.name ?? null])).toEqual([
    ['added', `field:${field.email}`, null],
    ['changed', `field:${id}`, 'สีที่ชอบ'],
    ['removed', `program:${program.id}`, null],
  ])
  const second = await store.call(privacyProcessing.take)
  const { changes: none, taken } = await record(store)
  expect(none).toEqual([])
  expect(taken.map((one) => one.id)).toEqual([second.id, first.id])
  const [text, before] = [await fileOf(store, second.id), await fileOf(store, first.id)]
  expect(text).toMatch(/,สีโปรด,[^\r\n]*,เปลี่ยน,สีที่ชอบ/)
  expect(text.match(/เลิกใช้/g)).toHaveLength(1)
  expect(before).not.toContain('เปลี่ยน,')
})

test('a member who only reads the privacy desk reads the record and keeps none, and no other store has its file', async () => {
  const store = await newStore()
  const { id } = await store.call(privacyProcessing.take)
  const reader = await store.member(['cdp-core.privacy.read'])
  expect((await reader.try(privacyProcessing.get)).status).toBe(200)
  expect((await reader.try(privacyProcessing.take)).status).toBe(403)
  const other = await newStore()
  expect((await other.try(privacyProcessing.download, { params: { id: String(id) } })).status).toBe(404)
})

test('the periods of the record are those of the functions that delete', async () => {
  const { admin } = await testServer()
  const stated = { ...Object.fromEntries(fixedPeriods) }
  const functions: [name: string, text: string][] = [
    ['online_log', `auth.purge_online_log() l.at < now() - interval '${stated.online_log} days'`],
    ['failed_items', `auth.purge_connectors() dead_letter where at < now() - interval '${stated.failed_items} days'`],
    ['clicks', `auth.purge_clicks() clicked_at < clock_timestamp() - interval '${stated.clicks} days'`],
    ['import_rows', `auth.purge() else interval '${stated.import_rows! + 1} days'`],
    ['audit_log', `auth.purge_audit() interval '${stated.audit_log! / 365} years 1 hour'`],
  ]
  for (const [name, text] of functions) {
    const [of, ...part] = text.split(' ')
    const { rows } = await admin.query<{ source: string }>(
      'select prosrc as source from pg_proc where oid = $1::regprocedure',
      [of],
    )
    expect(rows[0]!.source, name).toContain(part.join(' '))
  }
})
