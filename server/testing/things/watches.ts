import { watches } from '@ruam/contract/watches/watches.ts'
import { type TestStore, testServer } from '../store.testing.ts'
import { newWatch } from '../watches.testing.ts'
import { mappedSource } from './data-sources.ts'
import { fresh } from './fresh.ts'

// Creates a new watch, or a file of one, for one request.

export async function watch(store: TestStore, source?: number): Promise<number> {
  return (await newWatch(store, source ?? Number(await mappedSource(store)))).id
}

/** The watch of the LINE chats, which a store has once. */
export async function chatWatch(store: TestStore): Promise<number> {
  const { data } = await store.call(watches.list)
  const known = data.find(({ place }) => place.kind === 'line_chat')
  if (known) return known.id
  const place = { kind: 'line_chat' } as const
  const source = Number(await mappedSource(store))
  return (await newWatch(store, source, { place, pattern: '*' })).id
}

/** Links a LINE id to the caller. */
export async function linkedMember(store: TestStore): Promise<void> {
  await chatWatch(store)
  const { admin } = await testServer()
  await admin.query(
    `insert into line_member (store_id, user_id, channel_id, line_user_id, linked_at) values ($1, $2, 1, $3, now())
     on conflict (store_id, user_id) do nothing`,
    [store.storeId, store.userId, `U${fresh('')}`],
  )
}

/** A file that waits for a decision: that of the data source. */
export async function waitingFile(store: TestStore, source?: number): Promise<{ id: string; file_id: string }> {
  const id = await watch(store, source)
  const { admin } = await testServer()
  const { rows } = await admin.query<{ id: number }>(
    `insert into watch_file (store_id, watch_id, data_source_id, name, size, stamp, hash, status, file_id)
     select w.store_id, w.id, w.data_source_id, 'pos.csv', 10, '10 1 ', decode(md5(random()::text), 'hex'), 'waiting', d.file_id
     from watch w join data_source d on d.store_id = w.store_id and d.id = w.data_source_id
     where w.store_id = $1 and w.id = $2 returning id`,
    [store.storeId, id],
  )
  return { id: String(id), file_id: String(rows[0]!.id) }
}
