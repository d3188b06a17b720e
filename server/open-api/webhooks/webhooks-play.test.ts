import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { randomOf } from '../../../tools/random.ts'
import { rowsOf } from '../../testing/customers/profiles.testing.ts'
import { readerOf } from '../../testing/open-api/changes.testing.ts'
import { runWriters } from '../../testing/open-api/feed-play.testing.ts'
import { newCredential } from '../../testing/open-api/keys.testing.ts'
import { callAs } from '../../testing/open-api/programs.testing.ts'
import { startReceiver } from '../../testing/open-api/receiver.testing.ts'
import { coreOf, newStore } from '../../testing/store.testing.ts'
import { sendWaiting } from './send.ts'

/** Calls of the writers. */
const CALLS = Number(process.env.WEBHOOK_CALLS ?? 80)
const SEED = Number(process.env.WEBHOOK_SEED ?? (process.env.SEED === 'random' ? Date.now() % 1_000_000 : 20261128))

/** A pool whose connections are refused now and then, as if the sender was killed before it noted what it had sent. */
const failing = (pool: pg.Pool, fails: () => boolean): pg.Pool =>
  new Proxy(pool, {
    get(target, name) {
      const value = Reflect.get(target, name, target)
      if (name === 'connect') return () => (fails() ? Promise.reject(new Error('killed')) : target.connect())
      return typeof value === 'function' ? value.bind(target) : value
    },
  })

test(`a receiver that fails, and a sender that is killed, miss no event and keep the order of each customer (WEBHOOK_SEED=${SEED})`, {
  timeout: CALLS * 400 + 300_000,
}, async () => {
  const store = await newStore()
  const key = (await newCredential(store)).credential
  const receiver = await startReceiver()
  const random = randomOf(SEED)
  const types = [
    'profile.created',
    'profile.updated',
    'profile.deleted',
    'profile.merged',
    'label.added',
    'label.removed',
  ]
  const { body: hook } = await callAs<{ id: number }>(key, 'POST', 'webhooks', { url: receiver.url, types })
  const reader = await readerOf(key)
  const core = await coreOf(store)
  let troubled = true
  receiver.answer = () => (troubled && random.chance(0.05) ? 500 : 200)
  const pool = failing(core.pool, () => troubled && random.chance(0.05))
  const send = (from: pg.Pool) =>
    sendWaiting({ pool: from, config: core.config }, store.storeId, hook.id, new AbortController().signal)
  let writing = true
  const written = runWriters(store, key, SEED, CALLS).finally(() => {
    writing = false
  })
  while (writing) {
    await send(pool).catch((error: Error) => expect(error.message).toBe('killed'))
    await sleep(20)
  }
  await written
  troubled = false
  await rowsOf(store, 'update webhook_waiting set next_at = now() where store_id = $1')
  await send(core.pool)
  const events = (await reader.read()).filter(({ type }) => types.includes(type))
  const arrived = [...new Set(receiver.received.map(({ headers }) => headers['webhook-id']!))]
  expect(arrived.toSorted()).toEqual(events.map(({ id }) => id).toSorted())
  const place = new Map(arrived.map((id, n) => [id, n]))
  const disordered = [...new Set(events.map(({ profile_id }) => profile_id))].filter((profile) => {
    const places = events.flatMap(({ id, profile_id }) => (profile_id === profile ? place.get(id)! : []))
    return places.some((one, n) => n > 0 && one < places[n - 1]!)
  })
  expect(disordered).toEqual([])
})
