import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inStore } from '../../database/db.ts'
import { rowsOf } from '../../testing/customers/profiles.testing.ts'
import { type Event, readerOf } from '../../testing/open-api/changes.testing.ts'
import { type Copy, readAnew, runWriters } from '../../testing/open-api/feed-play.testing.ts'
import { newCredential } from '../../testing/open-api/keys.testing.ts'
import { callAs } from '../../testing/open-api/programs.testing.ts'
import { coreOf, newStore, type TestStore } from '../../testing/store.testing.ts'

/** Calls of the writers. */
const CALLS = Number(process.env.CHANGES_CALLS ?? 150)
const SEED = Number(process.env.CHANGES_SEED ?? (process.env.SEED === 'random' ? Date.now() % 1_000_000 : 20261128))

/** Live customers and the labels of each, from events alone. */
class Labels {
  readonly of = new Map<number, Set<number>>()

  apply({ type, profile_id = 0, label_id = 0 }: Event): void {
    if (type === 'profile.created') this.of.set(profile_id, new Set())
    if (type === 'profile.deleted' || type === 'profile.merged') this.of.delete(profile_id)
    if (type === 'label.added') this.of.get(profile_id)?.add(label_id)
    if (type === 'label.removed') this.of.get(profile_id)?.delete(label_id)
  }
}

const stored = (store: TestStore) =>
  rowsOf<{ id: number; labels: number[] }>(
    store,
    `select p.id, array(select label_id from profile_label l where l.store_id = p.store_id and l.profile_id = p.id
       and l.source <> 'manual_remove' order by 1) as labels
     from profile p where p.store_id = $1 and deleted_at is null and merged_into is null order by p.id`,
  )

/** Reads again each customer whom events name, as a program that keeps a copy does. */
async function refresh(key: string, copy: Copy, events: readonly Event[]): Promise<void> {
  for (const id of new Set(events.flatMap(({ profile_id }) => profile_id ?? []))) {
    const { status, body } = await callAs<{ data: { values: object; labels: object } }>(key, 'GET', `profiles/${id}`)
    if (status === 200) copy.set(id, JSON.stringify([body.data.values, body.data.labels]))
    else copy.delete(id)
  }
}

test(`a program that follows the stream beside ten writers and a long transaction ends with an exact copy (CHANGES_SEED=${SEED})`, {
  timeout: CALLS * 400 + 300_000,
}, async () => {
  const store = await newStore()
  const key = (await newCredential(store)).credential
  const reader = await readerOf(key)
  const { pool } = await coreOf(store)
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const long = inStore(pool, store.storeId, async (db) => {
    // Its number is the lowest of all, and no writer waits for it.
    await sql`insert into profile (store_id, first_name) values (${store.storeId}, 'มาช้า')`.execute(db)
    begun.resolve()
    await end.promise
  })
  await begun.promise
  const all: Event[] = []
  const labels = new Labels()
  const copy: Copy = new Map()
  const readOn = async () => {
    const events = await reader.read(50)
    for (const event of events) labels.apply(event)
    all.push(...events)
    await refresh(key, copy, events)
    return events.length
  }
  let writing = true
  const written = runWriters(store, key, SEED, CALLS).finally(() => {
    writing = false
    end.resolve()
  })
  while (writing) {
    await readOn()
    await sleep(20)
  }
  await Promise.all([written, long])
  while ((await readOn()) > 0);
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  const named = [...labels.of].map(([id, of]) => ({ id, labels: [...of].toSorted((a, b) => a - b) }))
  expect(named.toSorted((a, b) => a.id - b.id)).toEqual(await stored(store))
  const whole = await readAnew(key)
  expect([...copy].toSorted(([a], [b]) => a - b)).toEqual([...whole].toSorted(([a], [b]) => a - b))
})
