import type { openApiRequests } from '@ruam/contract/open-api/own-requests.ts'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { writeRequests } from '../../http/request-log.ts'
import { newCredential } from '../../testing/open-api/keys.testing.ts'
import { callAs } from '../../testing/open-api/programs.testing.ts'
import { newSender } from '../../testing/open-api/sending.testing.ts'
import { coreOf } from '../../testing/store.testing.ts'

type Requests = z.infer<typeof openApiRequests.requests.response>

/** A store with a key that reads its own log. */
async function newReader() {
  const sender = await newSender()
  const core = await coreOf(sender.store)
  const read = async (query = '', key = sender.key) => {
    await writeRequests(core.pool, core.config.secretKey)
    const { status, body } = await callAs<Requests>(key, 'GET', `requests${query}`)
    return { status, body }
  }
  return { ...sender, read }
}

const person = (phone: string) => ({ values: { phone } })

test('a program reads its own requests by outcome and id, without their bodies', async () => {
  const { post, read } = await newReader()
  await post('profiles', person('0816771001'))
  await post('profiles/batch', { items: [person('0816771002'), person('x')] })
  const { headers } = await post('profiles', { unknown: 1 })
  const calls = async (query: string) => (await read(query)).body.data.map(({ call, status }) => [call, status])
  expect(await calls('?outcome=ok')).toEqual([['POST /open-api/v1/profiles', 200]])
  expect(await calls('?outcome=failed')).toEqual([['POST /open-api/v1/profiles/batch', 200]])
  const [refused] = (await read(`?request_id=${headers['x-request-id']}`)).body.data
  expect(refused).toMatchObject({ status: 422, error: 'unprocessable', message: expect.stringMatching(/./) })
  expect(JSON.stringify((await read()).body)).not.toContain('081677')
})

test('its pages show each request once, the newest first', async () => {
  const { post, read } = await newReader()
  for (const n of [1, 2, 3, 4, 5]) await post('profiles', person(`081677110${n}`))
  const seen: string[] = []
  let cursor = ''
  do {
    const { body } = await read(`?outcome=ok&limit=2${cursor}`)
    seen.push(...body.data.filter(({ call }) => call.startsWith('POST')).map(({ request_id }) => request_id))
    cursor = body.next_cursor === null ? '' : `&cursor=${body.next_cursor}`
  } while (cursor)
  const { body } = await read('?outcome=ok&limit=0')
  expect(seen).toEqual(body.data.filter(({ call }) => call.startsWith('POST')).map(({ request_id }) => request_id))
  expect(seen).toHaveLength(5)
})

test('no program reads a request of another one, nor continues its page', async () => {
  const { store, post, read } = await newReader()
  const { credential: other } = await newCredential(store, { scopes: ['field:read'] })
  const { headers } = await post('profiles', person('0816771201'))
  await post('profiles', person('0816771202'))
  const { body } = await read('?limit=1')
  expect(body.has_more).toBe(true)
  expect((await read('', other)).body.data).toEqual([])
  expect((await read(`?request_id=${headers['x-request-id']}`, other)).body.data).toEqual([])
  expect((await read(`?cursor=${body.next_cursor}`, other)).status).toBe(422)
})
