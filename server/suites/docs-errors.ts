import { consents } from '@ruam/contract/customers/consents.ts'
import { profileDuplicates } from '@ruam/contract/customers/duplicates.ts'
import type { ErrorName } from '@ruam/contract/errors/catalog.ts'
import { connectors } from '@ruam/contract/open-api/connectors.ts'
import { MAX_WEBHOOKS } from '@ruam/contract/open-api/webhooks.ts'
import Fastify from 'fastify'
import { ApiError } from '../core/api-error.ts'
import { requestIdOf } from '../core/trace.ts'
import { answerErrors } from '../http/errors.ts'
import { field, madeProfile, rowsOf } from '../testing/customers/profiles.testing.ts'
import { newCredential } from '../testing/open-api/keys.testing.ts'
import { newStore } from '../testing/store.testing.ts'
import { answerOf, type DocsAnswer, type DocsScene } from './docs-scene.ts'

/** An error that a call was answered with. */
interface Answered extends DocsAnswer {
  /** Title of the call. */
  call: string
}

const V1 = '/open-api/v1'

interface Asked {
  key?: string
  headers?: Record<string, string>
  /** JSON, or the text of a body that is none. */
  body?: unknown
}

/** Returns, by name, an answer of every error that the calls of programs can have. */
export async function answeredErrors(scene: DocsScene, address: string): Promise<Map<string, Answered>> {
  const { store, example } = scene
  const { ids, language } = example
  const found = new Map<string, Answered>()
  /** Sends a request; `call` is the title if the address holds parameters. */
  const ask = async (method: string, path: string, call = path, { key, headers, body }: Asked = {}) => {
    const answer = await answerOf(
      await fetch(`${address}${V1}/${path}`, {
        method,
        headers: {
          authorization: `Bearer ${key ?? example.key}`,
          'accept-language': language,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    )
    const { error } = (answer.body ?? {}) as { error?: string }
    if (error) found.set(error, { call: `${method} ${V1}/${call}`, ...answer })
    return answer
  }
  const keyOf = async (options: Parameters<typeof newCredential>[1], of = store) =>
    (await newCredential(of, options)).credential

  await ask('GET', 'profiles', 'profiles', { key: 'ruam_1_YOUR_KEY' })
  await ask('GET', 'profiles', 'profiles', { key: await keyOf({ state: 'revoked' }) })
  await ask('GET', 'profiles', 'profiles', { key: await keyOf({ state: 'expired' }) })
  await ask('GET', 'profiles', 'profiles', { key: await keyOf({ kind: 'token', state: 'inactive' }) })
  await ask('GET', 'profiles', 'profiles', { key: await keyOf({ kind: 'token' }) })
  await ask('GET', 'profiles', 'profiles', { key: await keyOf({ scopes: ['label:read'] }) })
  await ask('GET', 'profiles', 'profiles', { key: await keyOf({}, await newStore({ dpa: 'declined' })) })

  const values = { phone: '0895550147' }
  await ask('POST', 'profiles', 'profiles', { body: `{\n  "values": { "phone": "0895550147" },\n}` })
  await ask('POST', 'profiles', 'profiles', { body: { phone: '0895550147' } })
  await ask('POST', 'profiles', 'profiles', { body: 'phone=0895550147', headers: { 'content-type': 'text/plain' } })
  await ask('POST', 'profiles', 'profiles', { body: { values }, headers: { 'if-match': '"3f2a"' } })
  const headers = { 'idempotency-key': 'customer-58213' }
  await scene.ended(await ask('POST', 'profiles', 'profiles', { body: { values }, headers }))
  await ask('POST', 'profiles', 'profiles', { body: { values: { phone: '0895550148' } }, headers })
  await ask('PUT', 'fields')
  await ask('GET', 'profiles/999999999', 'profiles/{id}')
  await ask('POST', 'labels/1/profiles', 'labels/{id}/profiles', { body: `{"add": [${'1,'.repeat(40_000)}1]}` })
  await ask('POST', 'profiles/find', 'profiles/find', { body: { kind: 'line', value: `U${'0'.repeat(32)}` } })

  const one = `profiles/${ids.profile}`
  await ask('DELETE', one, 'profiles/{id}', { headers: { 'if-match': '"3f2a"' } })
  await ask('POST', `${one}/labels`, 'profiles/{id}/labels', { body: { label_ids: [ids.segment] } })
  const consent = { purpose_id: ids.purpose, operation: 'granted' }
  await ask('POST', `${one}/consents`, 'profiles/{id}/consents', { body: consent })
  for (const name of ['มะลิ', 'มะปราง'])
    await madeProfile(store, { [field.firstName]: name, [field.phone]: '0895550149' })
  await ask('GET', 'profiles/phone:0895550149', 'profiles/{id}')
  const merged = await ask('GET', `profiles/${await mergeInto(scene)}`, 'profiles/{id}')
  const { message, ...rest } = merged.body as { message: string }
  const body = { ...rest, message: message.replace(/\d+/, '$profile') }
  found.set('profile_merged', { call: `GET ${V1}/profiles/{id}`, status: merged.status, body })

  const params = { id: String(ids.connector) }
  await store.call(connectors.setStatus, { params, body: { status: 'inactive' } })
  await ask('POST', `connectors/${ids.connector}/records`, 'connectors/{id}/records', { body: { order: {} } })

  const types = ['label.added']
  const { body: hook } = await ask('POST', 'webhooks', 'webhooks', { body: { url: 'https://example.com/ruam', types } })
  const { id } = hook as { id: number }
  await rowsOf(
    store,
    'update webhook set secret_ended = true, status = $3 where store_id = $1 and id = $2',
    id,
    'paused',
  )
  await ask('PATCH', `webhooks/${id}`, 'webhooks/{id}', { body: { status: 'active' } })
  await ask('POST', 'webhooks', 'webhooks', { body: { url: 'https://user:secret@example.com/ruam', types } })
  for (let made = 0; made <= MAX_WEBHOOKS && !found.has('webhooks_too_many'); made++)
    await ask('POST', 'webhooks', 'webhooks', { body: { url: `https://example.com/${made}`, types } })

  const { body: begun } = await ask('GET', 'changes')
  await rowsOf(store, "update change_reader set reads_until = now() - interval '1 second' where store_id = $1")
  await store.call(consents.createPurpose, { body: { name: 'x', description: '' } })
  await ask('GET', `changes?after=${(begun as { next_cursor: string }).next_cursor}`, 'changes')

  for (const [name, answer] of await answeredOutages(language)) found.set(name, answer)
  return found
}

/** Merges a new customer into that of the examples and returns the id that is gone. */
async function mergeInto({ store, example }: DocsScene): Promise<number> {
  const { id: gone } = await madeProfile(store, { [field.firstName]: 'ญาดา' })
  const keep = example.ids.profile
  const pair = await store.call(profileDuplicates.create, { body: { profile_ids: [keep, gone] } })
  await store.call(profileDuplicates.merge, { params: { id: String(pair.id) }, body: { keep, fields: [] } })
  return gone
}

/** Errors that a server throws when it cannot work, with the call that meets them. */
const outages: Partial<Record<ErrorName, readonly [call: string, thrown: () => Error]>> = {
  ...away('too_many_requests', `GET ${V1}/profiles`, { seconds: 1 }),
  ...away('too_slow', `POST ${V1}/profiles/batch`),
  ...away('timed_out', `GET ${V1}/profiles`),
  ...away('store_moving', `POST ${V1}/profiles`, { seconds: 5 }),
  ...away('server_away', `GET ${V1}/profiles`, { seconds: 5 }),
  ...away('database_away', `POST ${V1}/profiles`, { seconds: 5 }),
  ...away('disk_full', `POST ${V1}/profiles`),
  ...away('profile_locked', `POST ${V1}/profiles`),
  ...away('changes_starting', `GET ${V1}/changes`, { seconds: 2 }),
  internal: [`GET ${V1}/profiles`, () => new Error('a fault of the server')],
}

function away(name: ErrorName, call: string, details?: { seconds: number }) {
  return { [name]: [call, () => new ApiError(name as 'database_away', details!)] as const }
}

/** Answers of a server that cannot work: the errors are thrown, and answered as each is. */
async function answeredOutages(language: string): Promise<[string, Answered][]> {
  const app = Fastify({ genReqId: () => requestIdOf(undefined) })
  answerErrors(app)
  app.get<{ Params: { name: ErrorName } }>(`${V1}/:name`, async ({ params }) => {
    throw outages[params.name]![1]()
  })
  const answered = Object.entries(outages).map(async ([name, [call]]): Promise<[string, Answered]> => {
    const headers = { 'accept-language': language, host: 'cdp.example.com' }
    const { statusCode, body } = await app.inject({ url: `${V1}/${name}`, headers })
    const text = body.replaceAll('http://cdp.example.com', '$address')
    return [name, { call, status: statusCode, body: JSON.parse(text) }]
  })
  return Promise.all(answered)
}
