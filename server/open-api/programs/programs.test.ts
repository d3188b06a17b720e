import { profileHistory } from '@ruam/contract/customers/history.ts'
import { connectorItems } from '@ruam/contract/open-api/connector-items.ts'
import { apiKeys } from '@ruam/contract/open-api/keys.ts'
import { programs } from '@ruam/contract/open-api/programs.ts'
import { auditLog } from '@ruam/contract/reports/audit-log.ts'
import { dashboard } from '@ruam/contract/reports/dashboard.ts'
import { expect, test } from 'vitest'
import { openBody, writeRequests } from '../../http/request-log.ts'
import { newCredential } from '../../testing/open-api/keys.testing.ts'
import { callAs } from '../../testing/open-api/programs.testing.ts'
import { newSender } from '../../testing/open-api/sending.testing.ts'
import { coreOf, testServer } from '../../testing/store.testing.ts'
import { until } from '../../testing/until.testing.ts'

/** A store with a key, whose requests can be read at once. */
async function newProgram() {
  const sender = await newSender()
  const { store, rows } = sender
  const core = await coreOf(store)
  const [{ id }] = (await rows<{ id: number }>('select id from credential where store_id = $1')) as [{ id: number }]
  const params = { id: String(id) }
  const logged = async (query: Record<string, string> = {}) => {
    await writeRequests(core.pool, core.config.secretKey)
    return (await store.call(programs.requests, { params, query })).data
  }
  return { ...sender, id, params, logged, core }
}

const person = (phone: string, firstName = 'มานี') => ({ values: { firstName, phone } })

test('the list shows keys and tokens with what they sent today, and what needs a look', async () => {
  const { store, post, id } = await newProgram()
  await post('profiles/batch', { items: [person('0816770001'), { values: { phone: 'x' } }] })
  await newCredential(store, { kind: 'token' })
  const { data, counts, today } = await store.call(programs.list, { query: {} })
  expect(counts).toEqual({ all: 2, key: 1, token: 1, concern: 1 })
  expect(today).toEqual({ items: 2, failed: 1 })
  expect(data.find((program) => program.id === id)).toMatchObject({
    id,
    kind: 'key',
    status: 'active',
    today: { items: 2, failed: 1 },
    concerns: ['failed'],
  })
  const made = await store.call(apiKeys.create, { body: { name: 'อีกเครื่อง', scopes: ['activity:write'] } })
  const { data: found } = await store.call(programs.list, { query: { keyword: 'อีกเครื่อง' } })
  expect(found).toMatchObject([{ id: made.id, scopes: ['activity:write'], today: { items: 0, failed: 0, read: 0 } }])
})

test('failed items of a program are something to do until they are discarded', async () => {
  const { store, post, id, rows } = await newProgram()
  await post('profiles/batch', { items: [person('0816770013'), { values: { phone: 'x' } }] })
  await rows(`update run set started_at = now() - interval '2 days' where store_id = $1 returning id`)
  expect(await store.call(dashboard.todo)).toMatchObject({ dead_letters: 0, program_letters: 1 })
  const concerns = async () => (await store.call(programs.list, { query: { concern: 'any' } })).data
  const waiting = await concerns()
  expect(waiting).toMatchObject([{ id, concerns: ['failed'] }])
  await store.call(connectorItems.discard, { params: { id: String(waiting[0]!.source_id) }, body: { all: true } })
  expect(await store.call(dashboard.todo)).toMatchObject({ dead_letters: 0, program_letters: 0 })
  expect(await concerns()).toEqual([])
})

test('a person who may read keys alone sees no token', async () => {
  const { store } = await newProgram()
  const reader = await store.member(['datasource-open-api-token.read'])
  expect((await reader.call(programs.list, { query: {} })).data).toEqual([])
  expect(await reader.try(programs.get, { params: { id: '1' } })).toMatchObject({ status: 404 })
})

test('every request is logged with its result, and its body is masked until a person with the right shows it', async () => {
  const { store, post, params, logged } = await newProgram()
  const sent = await post('profiles', person('0816770002'))
  await post('profiles', { values: {}, unknown: 1 })
  const [refused, taken] = await logged()
  expect(taken).toMatchObject({ call: 'POST /open-api/v1/profiles', status: 200, items: 1, failed: 0 })
  expect(refused).toMatchObject({ status: 422, error: 'unprocessable' })
  const one = { ...params, request: String(taken!.id) }
  const masked = await store.call(programs.request, { params: one })
  expect(masked.body).not.toContain('0816770002')
  expect(JSON.parse(masked.body!)).toEqual({ values: { firstName: '•••', phone: '•••' } })
  expect(masked.results).toMatchObject([{ status: 'added', profile_id: sent.body.results![0]!.profile_id }])
  const staff = await store.member(['cdp-core.api-key.read'])
  expect(await staff.try(programs.body, { params: one })).toMatchObject({ status: 403 })
  expect((await store.call(programs.body, { params: one })).body).toContain('0816770002')
  const { data: acts } = await store.call(auditLog.list, { query: { action: 'program_request_read' } })
  expect(acts).toHaveLength(1)
})

test('a request is found by its id, its outcome, and its customer by phone and number', async () => {
  const { post, logged } = await newProgram()
  const { body, headers } = await post('profiles', person('0816770003'))
  await post('profiles', person('0816770004'))
  await post('profiles', { values: { phone: 'x' } })
  const found = async (query: Record<string, string>) => (await logged(query)).map(({ request_id }) => request_id)
  expect(await found({ keyword: String(headers['x-request-id']).slice(-12) })).toEqual([headers['x-request-id']])
  expect(await found({ keyword: String(headers['x-request-id']) })).toEqual([headers['x-request-id']])
  expect(await found({ keyword: '081-677-0003' })).toEqual([headers['x-request-id']])
  expect(await found({ keyword: String(body.results![0]!.profile_id) })).toEqual([headers['x-request-id']])
  expect(await found({ outcome: 'failed' })).toHaveLength(1)
  expect(await found({ outcome: 'ok' })).toHaveLength(2)
})

test('the history of a value leads to the request that sent it', async () => {
  const { store, post, logged } = await newProgram()
  await post('profiles', person('0816770005'))
  const { body, headers } = await post('profiles/batch', { items: [person('0816770006'), person('0816770007')] })
  const params = { id: String(body.results![1]!.profile_id) }
  const { data } = await store.call(profileHistory.list, { params, query: {} })
  const { run_id, row_no } = data[0]!.source
  const found = await logged({ run_id: run_id!, row_no: String(row_no) })
  expect(found.map(({ request_id }) => request_id)).toEqual([headers['x-request-id']])
})

test('a request is tried again as a dry run, which writes nothing', async () => {
  const { store, post, params, logged, rows } = await newProgram()
  await post('profiles', person('0816770008'))
  const [sent] = await logged()
  const { results } = await store.call(programs.resend, { params: { ...params, request: String(sent!.id) } })
  expect(results).toMatchObject([{ status: 'duplicated' }])
  expect(await rows('select from run_record where store_id = $1')).toHaveLength(1)
  await post('profiles/batch', {
    items: Array.from({ length: 800 }, (_, n) => person(`08168${String(n).padStart(5, '0')}`, 'ก'.repeat(40))),
  })
  const [long] = await logged()
  expect(long).toMatchObject({ items: 800, body_bytes: 0 })
  const refused = await store.try(programs.resend, { params: { ...params, request: String(long!.id) } })
  expect(refused).toMatchObject({ status: 409, body: { error: 'request_body_gone' } })
})

test('the log has requests of its program alone, no answer of a read, and no credential', async () => {
  const { store, key, post, params, logged, rows, core, id } = await newProgram()
  const other = await newCredential(store)
  const elsewhere = await post('profiles', person('0816770009'), {}, other.credential)
  // Another transaction that is open delays what a program can read.
  await until(async () => (await callAs<{ data: unknown[] }>(key, 'GET', 'profiles?limit=10')).body.data.length === 1)
  await callAs(key, 'POST', 'profiles/find', { kind: 'phone', value: '0816770009' })
  const own = (await logged()).slice(0, 2)
  expect(own.map(({ call, items }) => [call, items])).toEqual([
    ['POST /open-api/v1/profiles/find', 1],
    ['GET /open-api/v1/profiles', 1],
  ])
  expect(await logged({ keyword: String(elsewhere.headers['x-request-id']) })).toEqual([])
  const kept = await rows<{ id: number; body: Buffer | null; credential_id: number; text: string }>(
    `select id, body, credential_id, (l - '{}')::text as text from (select p.id, p.body, p.credential_id, to_jsonb(p) - 'body' as l
     from program_request p where store_id = $1) p order by id`,
  )
  const foreign = kept.find(({ credential_id }) => credential_id !== id)!
  expect(await store.try(programs.request, { params: { ...params, request: String(foreign.id) } })).toMatchObject({
    status: 404,
  })
  const opened = kept.map(({ body, credential_id }) =>
    body ? openBody(core.config.secretKey, store.storeId, credential_id, body) : '',
  )
  expect(opened.join()).not.toMatch(/ruam_/)
  expect(kept.map(({ text }) => text).join()).not.toMatch(/ruam_|0816770009/)
})

test('requests are deleted after 30 days', async () => {
  const { post, logged, rows } = await newProgram()
  await post('profiles', person('0816770012'))
  await logged()
  await rows(`update program_request set at = now() - interval '31 days' where store_id = $1 returning id`)
  await (await testServer()).core.pool.query('select auth.purge_requests()')
  expect(await logged()).toEqual([])
})
