import { type ChangeType, changeTypeNames } from '@ruam/contract/open-api/changes.ts'
import { type Scope, scopeNames } from '@ruam/contract/platform/scopes.ts'
import { sendWaiting } from '../../open-api/webhooks/send.ts'
import { rowsOf } from '../customers/profiles.testing.ts'
import { coreOf, type Member, newStore, type TestStore } from '../store.testing.ts'
import { newCredential } from './keys.testing.ts'
import { callAs } from './programs.testing.ts'
import { type Received, startReceiver } from './receiver.testing.ts'

interface Hook {
  id: number
  status: string
  reason: string | null
  secret: string
}

interface Options {
  scopes?: readonly Scope[]
  types?: readonly ChangeType[]
  /** A store that exists, and the member whose key it is. */
  store?: TestStore
  member?: Member
}

/** A store with a program whose webhook leads to a receiver on this machine. */
export async function subscribed({ scopes = scopeNames, types = changeTypeNames, ...given }: Options = {}) {
  const store = given.store ?? (await newStore())
  const receiver = await startReceiver()
  const { id: key, credential } = await newCredential(given.member ?? store, { scopes })
  const { body } = await callAs<Hook>(credential, 'POST', 'webhooks', { url: receiver.url, types })
  const core = await coreOf(store)
  const send = () => sendWaiting(core, store.storeId, body.id, new AbortController().signal)
  return {
    ...{ store, receiver, key, credential, hook: body },
    send,
    /** Sends what failed, before its time. */
    async retry() {
      await rowsOf(store, 'update webhook_waiting set next_at = now() where store_id = $1')
      await send()
    },
    state: async () => (await callAs<{ data: Hook[] }>(credential, 'GET', 'webhooks')).body.data[0]!,
    setStatus: (status: 'active' | 'paused') => callAs(credential, 'PATCH', `webhooks/${body.id}`, { status }),
  }
}

/** Types of what was received, with their customers. */
export const briefly = (received: readonly Received[]) =>
  received.map(({ event }) => [event.type, event.data.profile_id])

/** The first delivery of each event. */
export const firstOnly = (received: readonly Received[]): Received[] =>
  [...new Map(received.toReversed().map((one) => [one.headers['webhook-id'], one])).values()].toSorted(
    (a, b) => received.indexOf(a) - received.indexOf(b),
  )
