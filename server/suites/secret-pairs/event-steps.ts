import { changeTypeNames } from '@ruam/contract/open-api/changes.ts'
import { apiKeys } from '@ruam/contract/open-api/keys.ts'
import { profileApi } from '@ruam/contract/open-api/profile-api.ts'
import { programWebhooks } from '@ruam/contract/open-api/program-webhooks.ts'
import { scopeNames } from '@ruam/contract/platform/scopes.ts'
import { sendWaiting } from '../../open-api/webhooks/send.ts'
import { startReceiver } from '../../testing/open-api/receiver.testing.ts'
import { coreOf, testServer } from '../../testing/store.testing.ts'
import type { CallName, Request } from '../calls.ts'
import type { Way } from './draws.ts'
import type { World } from './world.ts'

// Events sent to programs, and their traces: deliveries, the log of requests and the list of programs.

let receiver: ReturnType<typeof startReceiver> | undefined

/** Adds two programs with a webhook each. The first reads closed fields too, where the store's list opens them; the second open ones alone. */
export async function addWebhooks(world: World): Promise<void> {
  const { store, closed } = world
  // One receiver for both worlds: its URL is in answers.
  receiver ??= startReceiver()
  const { url } = await receiver
  const { fields } = await store.call(profileApi.get)
  const hidden = new Set(closed.map(({ id }) => id))
  for (const readsClosed of [true, false]) {
    const list = fields.map(({ id }) => ({ field_id: id, read: readsClosed || !hidden.has(id), write: null }))
    const name = readsClosed ? 'อ่านทุกอย่าง' : 'อ่านที่เปิด'
    const scopes = scopeNames.filter((scope) => readsClosed || scope !== 'profile-sensitive:read')
    const key = await store.call(apiKeys.create, { body: { name, scopes, fields: list } })
    const given = { params: { id: String(key.id) }, body: { url, types: [...changeTypeNames] } }
    const { id } = await store.call(programWebhooks.create, given)
    world.hooks.push({ program: key.id, id, last: 0 })
  }
}

/** Sends what waits for the webhooks of a world, and returns what the program that reads open fields got, in the order of the stream. */
export async function deliver({ store, hooks }: World): Promise<string> {
  const { admin } = await testServer()
  const core = await coreOf(store)
  for (const { id } of hooks) await sendWaiting(core, store.storeId, id, new AbortController().signal)
  const open = hooks[1]!
  const { rows } = await admin.query<{ id: number; event_id: string; status: number }>(
    'select id, event_id, status from webhook_delivery where store_id = $1 and webhook_id = $2 and id > $3 order by id',
    [store.storeId, open.id, open.last],
  )
  open.last = rows.at(-1)?.id ?? open.last
  const { received } = await receiver!
  const bodies = new Map(received.map(({ headers, body }) => [headers['webhook-id']!, body]))
  return rows.map(({ event_id, status }) => `${status} ${bodies.get(event_id)}`).join('\n')
}

type Asked = [weight: number, name: CallName, way: string, request: (of: World) => Request]

/** Requests of programs. */
export const programEventWays: Asked[] = [
  [2, 'openApiWebhooks.deliveries', 'of one that reads all', (of) => ({ params: { id: String(of.hooks[0]!.id) } })],
  [1, 'openApiWebhooks.deliveries', 'of one that reads less', (of) => ({ params: { id: String(of.hooks[1]!.id) } })],
  [1, 'openApiWebhooks.list', 'all', () => ({})],
  [2, 'openApiRequests.requests', 'own', () => ({ query: { limit: '100' } })],
]

const at = (of: World, place: 0 | 1) => ({ id: String(of.hooks[place]!.program), webhook: String(of.hooks[place]!.id) })

/** Requests of people. */
export const personEventWays: Way[] = [
  [2, 'programWebhooks.deliveries', 'of one that reads all', (of) => ({ params: at(of, 0) })],
  [1, 'programWebhooks.deliveries', 'of one that reads less', (of) => ({ params: at(of, 1) })],
  [1, 'programWebhooks.list', 'of one that reads all', (of) => ({ params: { id: at(of, 0).id } })],
  [1, 'programWebhooks.choices', 'of one that reads all', (of) => ({ params: { id: at(of, 0).id } })],
  [2, 'programs.list', 'all', () => ({ query: { limit: '0' } })],
  [1, 'programs.requests', 'of one', (of) => ({ params: { id: at(of, 0).id }, query: { limit: '0' } })],
]
