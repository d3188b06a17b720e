import { activities } from '@ruam/contract/customers/activities.ts'
import { profileHistory } from '@ruam/contract/customers/history.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { importUndo } from '@ruam/contract/imports/undo.ts'
import { connectorItems } from '@ruam/contract/open-api/connector-items.ts'
import { apiKeys } from '@ruam/contract/open-api/keys.ts'
import { apiTokens } from '@ruam/contract/open-api/tokens.ts'
import { auditLog } from '@ruam/contract/reports/audit-log.ts'
import { expect, test } from 'vitest'
import { ingestItems } from '../../ingest/receipts/ingest-items.ts'
import { jobEnded } from '../../testing/jobs.testing.ts'
import { newCredential, openFields } from '../../testing/open-api/keys.testing.ts'
import { newSender, type Sender } from '../../testing/open-api/sending.testing.ts'
import { coreOf, type TestStore, testServer } from '../../testing/store.testing.ts'

/** Makes a further key of a store, with every field open. */
async function furtherKey(store: TestStore) {
  const made = await newCredential(store)
  await openFields(made)
  return made
}

const sourceOf = async (store: TestStore, program: number) => {
  const { data } = await store.call(dataSources.list, { query: { limit: '100' } })
  return data.find(({ program_id }) => program_id === program)!
}

const person = (n: number, firstName = 'มานี') => ({
  values: { firstName, phone: `08166${String(n).padStart(5, '0')}` },
})

test('a key is a data source with its name and counts from its creation, and ends by being revoked alone', async () => {
  const { store } = await newSender()
  const made = await store.call(apiKeys.create, { body: { name: 'เครื่องขาย สาขา 2', scopes: ['profile:write'] } })
  const source = await sourceOf(store, made.id)
  expect(source).toMatchObject({ name: 'เครื่องขาย สาขา 2', type: 'openapi', origin: 'program' })
  const params = { id: String(source.id) }
  for (const refused of [
    await store.try(dataSources.delete, { params, query: {} }),
    await store.try(dataSources.setEnabled, { params, body: { value: false } }),
  ])
    expect(refused).toMatchObject({ status: 409, body: { error: 'source_of_program' } })
  await store.call(apiKeys.revoke, { params: { id: String(made.id) } })
  expect(await sourceOf(store, made.id)).toMatchObject({ name: 'เครื่องขาย สาขา 2' })
})

test('the history of a customer names the program and its item, also after it was revoked', async () => {
  const { store, post } = await newSender()
  const made = await store.call(apiKeys.create, {
    body: { name: 'เว็บร้านค้า', scopes: ['profile:write', 'profile:read'] },
  })
  await post('profiles', person(1), {}, made.key)
  const { body } = await post('profiles', person(2), {}, made.key)
  await store.call(apiKeys.revoke, { params: { id: String(made.id) } })
  const params = { id: String(body.results![0]!.profile_id) }
  const { data } = await store.call(profileHistory.list, { params, query: {} })
  expect(data[0]!.source).toMatchObject({
    type: 'run',
    name: 'เว็บร้านค้า',
    row_no: 2,
    is_item: true,
    program_id: made.id,
  })
  const { data: values } = await store.call(profileHistory.sources, { params })
  expect(values.map(({ source }) => source.name)).toContain('เว็บร้านค้า')
})

test('a token renames its data source, which keeps the last name when the token is deleted', async () => {
  const { store } = await newSender()
  const { id, updated_at } = await store.call(apiTokens.create, { body: { name: 'คู่ค้า' } })
  const params = { id: String(id) }
  await store.call(apiTokens.update, { params, body: { name: 'คู่ค้าใหม่', origin_time: updated_at } })
  await store.call(apiTokens.delete, { params })
  expect(await sourceOf(store, id)).toMatchObject({ name: 'คู่ค้าใหม่', origin: 'program' })
})

/** Holds the profiles of a store as an import does, so that requests wait together. */
async function held<T>({ store, rows }: Sender, source: number, work: () => Promise<T>): Promise<T> {
  const { admin } = await testServer()
  const { rows: run } = await admin.query<{ id: number }>(
    `insert into run (store_id, run_id, data_source_id, kind, status, version, mapping, file_id, total)
     values ($1, 'held', $2, 'real', 'processing', 0, '{}', 0, 1) returning id`,
    [store.storeId, source],
  )
  try {
    return await work()
  } finally {
    await rows(`delete from run where store_id = $1 and id = ${run[0]!.id} returning id`)
  }
}

/** Sends the requests of several programs, which wait for each other, and writes them in one batch or one by one. */
async function written(requests: readonly (readonly [program: number, path: string, body: unknown])[], apart: boolean) {
  const sender = await newSender()
  const { store, post, rows } = sender
  const keys = [await furtherKey(store), await furtherKey(store), await furtherKey(store)]
  await store.call(activities.createType, { body: { name: 'แวะร้าน', fields: [] } })
  await post('profiles', person(9))
  const [{ id: source }] = (await rows<{ id: number }>('select id from data_source where store_id = $1 limit 1')) as [
    { id: number },
  ]
  const send = async ([program, path, body]: (typeof requests)[number]) => {
    expect([200, 202]).toContain((await post(path, body, {}, keys[program]!.credential)).status)
  }
  if (apart) for (const request of requests) await send(request)
  else {
    await held(sender, source, async () => {
      for (const request of requests) await send(request)
    })
    await ingestItems(await coreOf(store), store.storeId)
  }
  const programOf = `(select rank from (select credential_id, rank() over (order by credential_id) from data_source where store_id = r.store_id) k
    where k.credential_id = (select credential_id from data_source d where d.store_id = r.store_id and d.id = r.data_source_id))::int`
  const people = 'p.phone'
  return {
    people: await rows(`select phone, first_name, last_name, email from profile where store_id = $1 order by phone`),
    records: await rows(`select ${programOf} as program, x.record_no, x.status, x.changes, x.adds_activity, ${people}
      from run_record x join run r on r.store_id = x.store_id and r.id = x.run left join profile p on p.store_id = x.store_id and p.id = x.profile_id
      where x.store_id = $1 order by 1, 2`),
    origins:
      await rows(`select ${programOf} as program, p.origin_row, ${people} from profile p join run r on r.store_id = p.store_id
      and r.id = p.origin_run where p.store_id = $1 order by 3`),
    met: await rows(`select ${programOf} as program, ${people} from run_profile x join run r on r.store_id = x.store_id and r.id = x.run
      join profile p on p.store_id = x.store_id and p.id = x.profile_id where x.store_id = $1 order by 1, 2`),
    visits:
      await rows(`select ${programOf} as program, a.row_no, a.reference, ${people} from activity a join run r on r.store_id = a.store_id
      and r.id = a.run_id join profile p on p.store_id = a.store_id and p.id = a.profile_id where a.store_id = $1 order by 1, 2`),
    counts:
      await rows(`select ${programOf} as program, done, total, added, updated, duplicated, failed, activities from run r
      where store_id = $1 and kind = 'stream' order by 1`),
    results: await rows(`select results from receipt where store_id = $1 order by id`).then((all) =>
      (all as { results: { status: string; error: string | null }[] }[]).map(({ results }) =>
        results.map(({ status, error }) => [status, error]),
      ),
    ),
  }
}

const visit = (n: number, at: string, reference?: string) => ({
  ...{ type: 'แวะร้าน', at: `2026-11-${at}T10:00:00Z`, profile: { values: { phone: person(n).values.phone } } },
  ...(reference !== undefined && { reference }),
})

test('requests of several programs in one batch are written as they would be one by one', {
  timeout: 120_000,
}, async () => {
  const apart = [
    ...([
      [0, 'profiles', person(1)],
      [1, 'profiles', person(2)],
      [2, 'profiles', person(3)],
    ] as const),
    ...([[1, 'profiles', { values: { phone: person(2).values.phone, lastName: 'ใจดี' } }]] as const),
    ...([[0, 'profiles/batch', { items: [person(4), { values: { phone: 'x' } }, person(5)] }]] as const),
    ...([
      [2, 'activities', visit(3, '20', '1')],
      [0, 'activities', visit(1, '20', '1')],
    ] as const),
    ...([
      [2, 'activities', visit(3, '21')],
      [2, 'activities', visit(3, '21')],
    ] as const),
  ]
  expect(await written(apart, false)).toEqual(await written(apart, true))
})

test('programs that meet in a customer are written in the order of their requests', { timeout: 120_000 }, async () => {
  const name = (firstName: string, email: string) => ({
    values: { phone: person(1).values.phone, firstName, email },
  })
  const meeting = [
    ...([
      [0, 'profiles', name('มานี', 'a@example.com')],
      [1, 'profiles', name('มานี', 'b@example.com')],
    ] as const),
    ...([
      [0, 'profiles', name('มานี', 'c@example.com')],
      [2, 'activities', visit(1, '20')],
    ] as const),
    ...([
      [1, 'activities', visit(1, '20')],
      [2, 'profiles', person(7)],
    ] as const),
  ]
  const together = await written(meeting, false)
  expect(together).toEqual(await written(meeting, true))
  expect(together.people).toContainEqual(expect.objectContaining({ phone: '+66816600001', email: 'c@example.com' }))
})

test('the undo of a day takes back what one program sent, and leaves the rows of others as they are', {
  timeout: 120_000,
}, async () => {
  const { store, post, rows } = await newSender()
  const [one, two] = [await furtherKey(store), await furtherKey(store)]
  const send = (key: string, items: unknown[]) => post('profiles/batch', { items }, {}, key)
  const people = (from: number) => Array.from({ length: 20 }, (_, n) => person(from + n))
  await send(two.credential, people(100))
  await send(one.credential, [
    ...people(0),
    ...people(110).map(({ values }) => ({ values: { ...values, lastName: 'ใหม่' } })),
  ])
  await send(two.credential, people(200))
  const others = () =>
    rows<{ md5: string }>(`select md5(string_agg(p::text, '' order by id)) as md5 from profile p
      where store_id = $1 and phone >= '+66816600200'`)
  const before = await others()
  const source = await sourceOf(store, one.id)
  const { data } = await store.call(connectorItems.days, { params: { id: String(source.id) }, query: {} })
  expect(data).toMatchObject([{ kind: 'stream', stats: { added: 30, updated: 10 } }])
  const params = { id: String(source.id), run_id: data[0]!.run_id }
  const { job_id } = await store.call(importUndo.undo, { params })
  await jobEnded(store.storeId, job_id)
  expect(await others()).toEqual(before)
  const [left] = await rows<{ people: number; changed: number }>(
    `select count(*)::int as people, count(last_name)::int as changed from profile where store_id = $1 and deleted_at is null`,
  )
  expect(left).toEqual({ people: 40, changed: 0 })
  const { data: acts } = await store.call(auditLog.list, { query: { action: 'import_undo_started' } })
  expect(acts[0]!.names.thing).toMatchObject([{ name: source.name }])
})

test('the day of a program begins at midnight of the store', async () => {
  const { post, rows } = await newSender()
  await rows(`update store set time_zone = 'Pacific/Kiritimati' where store_id = $1 returning store_id`)
  await post('profiles', person(1))
  const at = (edge: string) =>
    rows(`update run set started_at = date_trunc('day', now(), 'Pacific/Kiritimati') ${edge} where store_id = $1
      and status = 'processing' returning id`)
  await at("+ interval '1 second'")
  await post('profiles', person(2))
  expect(await rows('select from run where store_id = $1')).toHaveLength(1)
  await at("- interval '1 second'")
  await post('profiles', person(3))
  expect(await rows('select status from run where store_id = $1 order by id')).toEqual([
    { status: 'completed' },
    { status: 'processing' },
  ])
})
