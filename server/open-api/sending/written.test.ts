import { activities } from '@ruam/contract/customers/activities.ts'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import type { ItemResult } from '@ruam/contract/imports/items.ts'
import { type Scope, scopeNames } from '@ruam/contract/platform/scopes.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { ingestItems } from '../../ingest/receipts/ingest-items.ts'
import { field } from '../../testing/customers/profiles.testing.ts'
import { newCredential, openFields } from '../../testing/open-api/keys.testing.ts'
import { newSender, type Sender } from '../../testing/open-api/sending.testing.ts'
import { coreOf, testServer } from '../../testing/store.testing.ts'

type Write = 'fill' | 'overwrite'
/** Names are compared with all spellings. */
const NAMES = [1, 2, 3, 4]

let { store, post, rows } = {} as Sender
beforeEach(async () => {
  ;({ store, post, rows } = await newSender())
})

/** A key that reads and writes these fields only. */
async function keyWith(
  { reads = [], writes = {} }: { reads?: number[]; writes?: Record<number, Write> },
  scopes: readonly Scope[] = scopeNames,
): Promise<string> {
  const made = await newCredential(store, { scopes })
  const { admin } = await testServer()
  const ids = [...new Set([...reads, ...Object.keys(writes).map(Number)])]
  await openFields(made, ids)
  await admin.query('delete from credential_field where store_id = $1 and credential_id = $2', [made.storeId, made.id])
  for (const id of ids)
    await admin.query(
      'insert into credential_field (store_id, credential_id, field_id, reads, writes) values ($1, $2, $3, $4, $5)',
      [made.storeId, made.id, id, reads.includes(id), writes[id] ?? null],
    )
  return made.credential
}

const send = async (key: string, values: object, path = 'profiles', more: object = {}): Promise<ItemResult> => {
  const item = path === 'profiles' ? { values, ...more } : { ...more, profile: { values } }
  return (await post(path, item, {}, key)).body.results![0]!
}
const people = () =>
  rows<Record<string, unknown>>(
    'select first_name, last_name, phone, email, income, updated_at from profile where store_id = $1 order by id',
  )

describe('a value for a field that is not open to the program', () => {
  test('is not written, and the item is taken without it and names it', async () => {
    const key = await keyWith({ reads: [...NAMES, field.phone, field.email], writes: { [field.phone]: 'overwrite' } })
    const item = { phone: '0815550710', email: 'a@example.com', firstName: 'ก' }
    const result = { status: 'added', error: 'field_not_open', field: 'email' }
    expect(await send(key, item)).toMatchObject(result)
    expect(await people()).toMatchObject([{ first_name: null, phone: '+66815550710', email: null }])
    expect(await send(key, { phone: '0815550710', birthDate: 'เมื่อไร' })).toMatchObject({
      ...{ status: 'duplicated', error: 'field_not_open', field: 'birthDate' },
    })
  })

  test('finds its customer if it is a key, and never adds one that could not be found again', async () => {
    await send(await keyWith({ writes: { [field.phone]: 'overwrite' } }), { phone: '0815550711' })
    const key = await keyWith({ reads: [...NAMES, field.phone], writes: { [field.firstName]: 'overwrite' } })
    expect(await send(key, { phone: '0815550711', firstName: 'มะลิ' })).toMatchObject({
      ...{ status: 'updated', matched_by: 'phone', error: 'field_not_open', field: 'phone' },
    })
    expect(await send(key, { phone: '0815550712', firstName: 'มานี' })).toMatchObject({
      ...{ status: 'failed', error: 'match_not_found' },
    })
    expect(await people()).toMatchObject([{ first_name: 'มะลิ', phone: '+66815550711' }])
  })

  test('stays closed when its field takes the name of an open one', async () => {
    const make = (field_name: string) =>
      store.call(profileFields.create, { body: { field_name, display_name: field_name, data_type: 'String' as const } })
    const [open, closed] = [await make('tier'), await make('secret')]
    const lists = { [field.phone]: 'overwrite', [open.id]: 'overwrite' } as const
    const key = await keyWith({ reads: [field.phone, open.id], writes: lists })
    const { admin } = await testServer()
    const rename = (id: number, name: string) =>
      admin.query('update profile_field set field_name = $3 where store_id = $1 and id = $2', [store.storeId, id, name])
    await rename(open.id, 'other')
    await rename(closed.id, 'tier')
    expect(await send(key, { phone: '0815550713', tier: 'gold' })).toMatchObject({
      error: 'field_not_open',
      field: 'tier',
    })
    expect(await rows('select custom from profile where store_id = $1')).toEqual([{ custom: {} }])
  })

  test('is told apart by its sender where one batch has items of several', { tags: ['verify'] }, async () => {
    const [writer, filler, closed] = [
      await keyWith({ writes: { [field.phone]: 'overwrite', [field.email]: 'overwrite' } }),
      await keyWith({ writes: { [field.phone]: 'overwrite', [field.email]: 'fill' } }),
      await keyWith({ writes: { [field.phone]: 'overwrite' } }),
    ]
    const phones = ['0815550714', '0815550715']
    for (const phone of phones) await send(writer, { phone, ...(phone === phones[0] && { email: 'old@example.com' }) })
    const core = await coreOf(store)
    const { admin } = await testServer()
    // An import at work: requests wait, and are written together.
    const client = await admin.connect()
    try {
      await client.query('begin')
      await client.query('select from ingester where store_id = $1 for update', [store.storeId])
      const sent = [filler, closed].map((key) =>
        Promise.all(
          phones.map((phone, n) => post('profiles', { values: { phone, email: `${n}@example.com` } }, {}, key)),
        ),
      )
      await Promise.all(sent)
    } finally {
      await client.query('rollback')
      client.release()
    }
    await ingestItems(core, store.storeId)
    expect((await people()).map(({ email }) => email)).toEqual(['old@example.com', '1@example.com'])
  })
})

test('a program that fills writes only where the customer has no value', async () => {
  const lists = { [field.phone]: 'overwrite', [field.email]: 'fill', [field.lastName]: 'fill' } as const
  const key = await keyWith({ reads: [...NAMES, field.phone, field.email], writes: lists })
  const person = { phone: '0815550716', email: 'a@example.com' }
  const { profile_id: id } = await send(key, person)
  expect(await send(key, { email: 'b@example.com', lastName: 'ใจดี' }, 'profiles', { id })).toMatchObject({
    ...{ status: 'updated', error: null },
  })
  expect(await send(key, { ...person, email: null })).toMatchObject({ status: 'duplicated' })
  expect(await people()).toMatchObject([{ email: 'a@example.com', last_name: 'ใจดี' }])
})

describe('a program that may only send activities', () => {
  const visit = { type: 'แวะร้าน', at: '2026-11-20T10:00:00Z' }
  beforeEach(async () => {
    await store.call(activities.createType, { body: { name: 'แวะร้าน', fields: [] } })
  })

  test('adds a missing customer with identity fields, and never changes one', async () => {
    const key = await keyWith({}, ['activity:write'])
    const first = { phone: '0815550717', email: 'a@example.com', firstName: 'มะลิ', income: 5 }
    expect(await send(key, first, 'activities', visit)).toMatchObject({
      ...{ status: 'accepted', error: 'field_not_open', field: 'income' },
    })
    const added = { first_name: 'มะลิ', phone: '+66815550717', email: 'a@example.com', income: null }
    expect(await people()).toMatchObject([added])
    const next = { phone: '0815550717', email: 'b@example.com', firstName: 'มะลิ', lastName: 'ใจดี' }
    await send(key, next, 'activities', { ...visit, at: '2026-11-21T10:00:00Z' })
    expect(await people()).toMatchObject([added])
    expect(await rows('select from activity where store_id = $1')).toHaveLength(2)
  })

  test('changes nobody by id', async () => {
    const { profile_id: id } = await send(
      await keyWith({ reads: [field.phone], writes: { [field.phone]: 'overwrite' } }),
      {
        phone: '0815550718',
      },
    )
    const key = await keyWith({}, ['activity:write'])
    await post('activities', { ...visit, profile: { id, values: { email: 'x@example.com' } } }, {}, key)
    expect(await people()).toMatchObject([{ phone: '+66815550718', email: null }])
    expect(await rows('select from activity where store_id = $1')).toHaveLength(1)
  })
})

describe('a program that writes a field which it may not read', () => {
  test.each([['overwrite'], ['fill']] as const)(
    'cannot confirm a guess by anything that comes after: %s',
    async (mode) => {
      const owner = await newCredential(store)
      await openFields(owner)
      const lists = { [field.phone]: 'overwrite', [field.income]: mode } as const
      const key = await keyWith({ reads: [field.phone, field.firstName], writes: lists })
      const after = async (phone: string, income: number) => {
        await send(owner.credential, { phone, income: 30000 })
        const before = (await people()).at(-1)!.updated_at
        const counts = `select sum(added)::int as added, sum(updated)::int as updated, sum(duplicated)::int as duplicated,
          sum(failed)::int as failed from run where store_id = $1`
        const [was] = await rows<Record<string, number>>(counts)
        const { profile_id: _, ...result } = await send(key, { phone, income })
        const [now] = await rows<Record<string, number>>(counts)
        const counted = Object.entries(now!).map(([name, count]) => [name, count - was![name]!])
        const [record] = await rows<{ status: string; changes: object }>(
          'select status, changes from run_record where store_id = $1 order by at desc limit 1',
        )
        return {
          ...{ result, counted, status: record!.status },
          changed: mode === 'overwrite' ? Object.keys(record!.changes) : [],
          risen: (await people()).at(-1)!.updated_at !== before,
        }
      }
      const right = await after('0815550719', 30000)
      expect(right).toEqual(await after('0815550720', 30001))
      expect(right).toMatchObject({ result: { status: 'accepted' }, status: 'updated', risen: true })
    },
  )
})
