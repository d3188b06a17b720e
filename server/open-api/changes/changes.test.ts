import { labels } from '@ruam/contract/customers/labels.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { scopeNames } from '@ruam/contract/platform/scopes.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inStore } from '../../database/db.ts'
import { field, madeProfile, rowsOf, save } from '../../testing/customers/profiles.testing.ts'
import { importFile } from '../../testing/imports/data-sources.testing.ts'
import { changesReader, type Event, readerOf } from '../../testing/open-api/changes.testing.ts'
import { newCredential, openFields } from '../../testing/open-api/keys.testing.ts'
import { callAs } from '../../testing/open-api/programs.testing.ts'
import { coreOf, newStore } from '../../testing/store.testing.ts'
import { label } from '../../testing/things/labels.ts'
import { consentPurpose } from '../../testing/things/segments.ts'
import { purgeChanges } from './clock.ts'
import { endChanges } from './follow.ts'

const brief = (events: readonly Event[]) =>
  events.map(({ type, profile_id, label_id, segment_id }) => [type, profile_id, label_id ?? segment_id])

test('a store without a reader writes no change, and the first read is empty with a cursor from now', async () => {
  const store = await newStore()
  const before = await madeProfile(store, { [field.firstName]: 'ก่อน' })
  expect(await rowsOf(store, 'select id from change where store_id = $1')).toEqual([])
  const reader = await changesReader(store)
  expect(await reader.read()).toEqual([])
  await save(store, before, { [field.firstName]: 'หลัง' })
  const updated = { type: 'profile.updated', profile_id: before.id, fields: ['firstName'] }
  expect(await reader.read()).toMatchObject([updated])
  expect(await reader.read()).toEqual([])
})

test('each change of a customer is one event, and a customer who is back brings the labels along', async () => {
  const store = await newStore()
  const reader = await changesReader(store)
  const { id } = await madeProfile(store, { [field.firstName]: 'มะลิ' })
  const params = { id: String(id) }
  const labelId = await label(store)
  await store.call(profiles.addLabels, { params, body: { label_ids: [labelId] } })
  const { id: purpose } = await consentPurpose(store)
  const consent = { purpose_id: purpose, operation: 'granted', evidence: 'แบบฟอร์ม' }
  await callAs(reader.credential, 'POST', `profiles/${id}/consents`, consent)
  await callAs(reader.credential, 'DELETE', `profiles/${id}`)
  await store.call(profiles.restore, { params })
  await callAs(reader.credential, 'DELETE', `profiles/${id}/labels/${labelId}`)
  const events = await reader.read()
  expect(brief(events)).toEqual([
    ['profile.created', id, undefined],
    ['label.added', id, labelId],
    ['consent.changed', id, undefined],
    ['profile.deleted', id, undefined],
    ['profile.created', id, undefined],
    ['label.added', id, labelId],
    ['label.removed', id, labelId],
  ])
  expect(events[2]).toMatchObject({ purpose_id: purpose, status: 'granted' })
  expect(new Set(events.map((event) => event.id)).size).toBe(events.length)
})

test('a deleted label is removed from each customer who had it', async () => {
  const store = await newStore()
  const labelId = await label(store)
  const { id } = await madeProfile(store, { [field.firstName]: 'มะลิ' }, [labelId])
  const reader = await changesReader(store)
  await store.call(labels.delete, { params: { id: String(labelId) }, query: {} })
  expect(brief(await reader.read())).toEqual([['label.removed', id, labelId]])
})

test('a batch of an import is one row, which a page of any size splits into events', async () => {
  const store = await newStore()
  const reader = await changesReader(store)
  const since = reader.cursor()
  const lines = Array.from({ length: 30 }, (_, n) => `แถว ${n},08177000${String(n).padStart(2, '0')}`)
  await importFile(store, `ชื่อ,เบอร์โทร\n${lines.join('\n')}\n`, { name: 'ลูกค้า' })
  const rows = await rowsOf<{ kind: string; n: number }>(
    store,
    'select kind, cardinality(profile_ids) as n from change where store_id = $1 order by id',
  )
  expect(rows).toContainEqual({ kind: 'profile.created', n: 30 })
  const whole = await reader.read()
  expect(whole.filter(({ type }) => type === 'profile.created')).toHaveLength(30)
  expect(whole.at(-1)).toMatchObject({ type: 'import.ended' })
  const again = await readerOf(reader.credential, since)
  expect(await again.read(7)).toEqual(whole)
})

test('a program gets the events of its scopes alone, and no event of a field that is closed to it', async () => {
  const store = await newStore()
  const all = await changesReader(store)
  const few = await changesReader(store, { scopes: ['label:read'] })
  const profile = await madeProfile(store, { [field.firstName]: 'มะลิ' })
  const labelId = await label(store)
  const params = { id: String(profile.id) }
  const { updated_at } = await store.call(profiles.get, { params })
  await save(store, { ...profile, updated_at }, { [field.citizenId]: '1101700203450' })
  await store.call(profiles.addLabels, { params, body: { label_ids: [labelId] } })
  expect(brief(await all.read())).toEqual([
    ['profile.created', profile.id, undefined],
    ['label.added', profile.id, labelId],
  ])
  expect(brief(await few.read())).toEqual([['label.added', profile.id, labelId]])
  const opened = await newCredential(store, { scopes: scopeNames })
  await openFields(opened)
  const since = await readerOf(opened.credential, few.start)
  expect(await since.read()).toContainEqual(expect.objectContaining({ type: 'profile.updated', fields: ['citizenId'] }))
})

test('moves of a segment are events only for who may read the fields of its rule, also of its former rule', async () => {
  const store = await newStore()
  const reader = await changesReader(store)
  const rule = (field_id: number) => ({
    auto_apply_enabled: true,
    filter: { profile_created_at: null, reference_label_ids: [] },
    target: {
      condition: 'and' as const,
      groups: [
        { condition: 'and' as const, rules: [{ kind: 'profile' as const, field_id, operator: 'not_empty' as const }] },
      ],
    },
  })
  const body = { color: 'teal' as const, type: 'advanced' as const }
  const open = await store.call(labels.create, { body: { ...body, name: 'มีชื่อ', segment_rule: rule(field.firstName) } })
  const closed = await store.call(labels.create, {
    body: { ...body, name: 'มีเลข', segment_rule: rule(field.citizenId) },
  })
  const { id } = await madeProfile(store, { [field.firstName]: 'มะลิ', [field.citizenId]: '1101700203450' })
  const entered = async () => (await reader.read()).filter(({ type }) => type.startsWith('segment.'))
  expect(brief(await entered())).toEqual([['segment.entered', id, open.id]])
  const { updated_at: origin_time } = await store.call(labels.get, { params: { id: String(closed.id) } })
  const segment_rule = rule(field.firstName)
  await store.call(labels.update, {
    params: { id: String(closed.id) },
    body: { ...body, name: 'มีเลข', segment_rule, origin_time },
  })
  await madeProfile(store, { [field.firstName]: 'จำปี' })
  expect((await entered()).map(({ segment_id }) => segment_id)).toEqual([open.id])
})

test('a transaction that is open for long keeps no other change back, and its own changes come after them', async () => {
  const store = await newStore()
  const [held, other] = [
    await madeProfile(store, { [field.firstName]: 'ก' }),
    await madeProfile(store, { [field.firstName]: 'ข' }),
  ]
  const reader = await changesReader(store)
  const { pool } = await coreOf(store)
  let release = () => {}
  const opened = Promise.withResolvers<void>()
  const long = inStore(pool, store.storeId, async (db) => {
    await sql`update profile set first_name = 'ยาว' where store_id = ${store.storeId} and id = ${held.id}`.execute(db)
    const end = Promise.withResolvers<void>()
    release = end.resolve
    opened.resolve()
    await end.promise
  })
  await opened.promise
  await save(store, other, { [field.firstName]: 'ค' })
  expect(brief(await reader.read())).toEqual([['profile.updated', other.id, undefined]])
  release()
  await long
  expect(brief(await reader.read())).toEqual([['profile.updated', held.id, undefined]])
})

test('the first read waits for transactions that began before it, whose changes may be missing', async () => {
  const store = await newStore()
  const { credential } = await newCredential(store)
  const { pool } = await coreOf(store)
  const first = await inStore(pool, store.storeId, async (db) => {
    await sql`select 1`.execute(db)
    return callAs(credential, 'GET', 'changes')
  })
  expect([first.status, first.body.error, first.headers['retry-after']]).toEqual([503, 'changes_starting', '2'])
  expect((await callAs(credential, 'GET', 'changes')).status).toBe(200)
})

async function refusalAt(credential: string, cursor: string) {
  const { status, body } = await callAs(credential, 'GET', `changes?after=${cursor}`)
  return [status, body.error]
}

test('a cursor leads nowhere after its changes were deleted, after a restore, and in another store', async () => {
  const [store, other] = [await newStore(), await newStore()]
  const reader = await changesReader(store)
  const former = reader.cursor()
  const core = await coreOf(store)
  await madeProfile(store, { [field.firstName]: 'ก' })
  await reader.read()
  await rowsOf(store, "update change set at = now() - interval '31 days' where store_id = $1")
  await purgeChanges(core)
  expect(await rowsOf(store, 'select id from change where store_id = $1')).toEqual([])
  expect(await refusalAt(reader.credential, former)).toEqual([410, 'changes_gone'])
  expect(await reader.read()).toEqual([])
  const { credential } = await changesReader(other)
  expect(await refusalAt(credential, reader.cursor())).toEqual([422, 'unprocessable'])
  await inStore(core.pool, store.storeId, (db) => endChanges(db, store.storeId))
  expect(await refusalAt(reader.credential, reader.cursor())).toEqual([410, 'changes_gone'])
})

test('a store that nobody has read for 30 days writes no change, and begins again with the next read', async () => {
  const store = await newStore()
  const reader = await changesReader(store)
  await rowsOf(store, "update change_reader set reads_until = now() - interval '1 second' where store_id = $1")
  await madeProfile(store, { [field.firstName]: 'ก' })
  expect(await rowsOf(store, 'select id from change where store_id = $1')).toEqual([])
  expect(await refusalAt(reader.credential, reader.cursor())).toEqual([410, 'changes_gone'])
  const again = await readerOf(reader.credential)
  const { id } = await madeProfile(store, { [field.firstName]: 'ข' })
  expect(brief(await again.read())).toEqual([['profile.created', id, undefined]])
})
