// Acts of people, programs and LINE in a store while it moves.
import { setTimeout as sleep } from 'node:timers/promises'
import { addFriend } from '../../tools/line/state.ts'
import { bodyOf, follow, signatureOf, textMessage } from '../../tools/line/webhooks.ts'
import type { Random } from '../../tools/random.ts'
import type { MovesScene } from './moves-scene.ts'
import type { WorkedStore } from './moves-store.ts'

/** Works in a store, one act after the other, until it has ended. `pauseMs`: between two acts. */
export async function workSteadily(
  scene: MovesScene,
  store: WorkedStore,
  { ended, pauseMs, random }: { ended: () => boolean; pauseMs: number; random: Random },
): Promise<void> {
  const acts = [addCustomer, editCustomer, editCustomer, sendItems, receiveEvents]
  while (!ended()) {
    await random.pick(acts)(scene, store, random)
    await sleep(pauseMs * (0.5 + random.next()))
  }
}

async function addCustomer(_: MovesScene, { id: storeId, visitor, customers }: WorkedStore): Promise<void> {
  const name = `ลูกค้า ${storeId}-${customers.size}`
  const customer = { id: undefined as number | undefined, origin: '', edits: [], unknown: [] }
  const reply = await visitor.call('POST', '/profile', { fields: [{ id: 1, value: name }] })
  // An import holds the customers: not done.
  if (reply && reply.status !== 200) return
  if (reply) [customer.id, customer.origin] = [reply.body.id, reply.body.updated_at]
  customers.set(name, customer)
}

async function editCustomer(_: MovesScene, { visitor, customers }: WorkedStore, random: Random): Promise<void> {
  const known = [...customers.values()].filter(({ id }) => id !== undefined)
  if (known.length === 0) return
  const customer = random.pick(known)
  const number = customer.edits.length + customer.unknown.length + 1
  const reply = await visitor.call('PUT', `/profile/${customer.id}`, {
    fields: [{ id: 2, value: `แก้ ${number}` }],
    origin_time: customer.origin,
  })
  if (reply?.status === 200) {
    customer.edits.push(number)
    customer.origin = reply.body.updated_at
    return
  }
  if (!reply) customer.unknown.push(number)
  customer.origin = (await visitor.surely('GET', `/profile/${customer.id}`)).updated_at
}

async function sendItems(_: MovesScene, store: WorkedStore): Promise<void> {
  const { visitor, place, key, activityType, phones, receipts } = store
  const phone = `09${String(place).padStart(2, '0')}${String(phones.length).padStart(6, '0')}`
  const headers = { authorization: `Bearer ${key}`, 'idempotency-key': phone }
  const profile = { values: { firstName: `โปรแกรม ${store.id}`, phone } }
  const isActivity = phones.length % 2 === 1
  const items = isActivity ? [{ type: activityType, at: '2026-02-01T10:00:00Z', reference: phone, profile }] : [profile]
  const path = `/open-api/v1/${isActivity ? 'activities' : 'profiles'}/batch`
  const { receipt_id } = await visitor.send(path, headers, JSON.stringify({ items }))
  phones.push(`+66${phone.slice(1)}`)
  receipts.push(receipt_id)
}

/** LINE delivers an event again until it is answered. */
async function receiveEvents({ line }: MovesScene, { visitor, channel, webhook, events }: WorkedStore): Promise<void> {
  const { userId } = addFriend(channel)
  for (const event of [follow(line.state, userId), textMessage(line.state, userId, 'สวัสดี')]) {
    const body = bodyOf(channel, [event])
    await visitor.send(webhook, { 'x-line-signature': signatureOf(channel.secret, body) }, body)
    events.push(event)
  }
}
