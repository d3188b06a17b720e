import { beforeAll, expect, test, vi } from 'vitest'
import { inStore } from '../../../database/db.ts'
import { connectLine } from '../../../testing/channels/line.testing.ts'
import { menuInUse } from '../../../testing/channels/menus.testing.ts'
import { newLabel } from '../../../testing/customers/profile-bulk.testing.ts'
import { coreOf, newStore, testServer } from '../../../testing/store.testing.ts'
import { profileId } from '../../../testing/things/profiles.ts'
import { decideMenus } from './flush.ts'

const WAIT = { timeout: 60_000 }

beforeAll(() => testServer({ alone: true }))

test('a store is flushed when its menus or the labels of a customer change, and rests otherwise', async () => {
  const store = await newStore()
  const { account } = await connectLine(store)
  const core = await coreOf(store)
  const { admin } = await testServer()
  const isDue = async () => {
    const { rows } = await core.pool.query('select auth.stores_with_menu_moves() as id')
    return rows.some(({ id }) => id === store.storeId)
  }
  const label = await newLabel(store)
  const customer = await profileId(store)
  await admin.query(
    `insert into channel_friend (store_id, channel_type, channel_id, external_id, profile_id, status, since)
     values ($1, 'lineOA', $2, 'U' || $3::bigint, $3::bigint, 'friend', now())`,
    [store.storeId, account.id, customer],
  )
  expect(await isDue()).toBe(false)
  const menu = await menuInUse(store, { channelId: account.id, labelIds: [label], place: 1 })
  expect(await isDue()).toBe(true)
  // Comparisons are repeated until transactions of other stores, which began before, have ended.
  await vi.waitUntil(async () => {
    await decideMenus(core, store.storeId)
    return !(await isDue())
  }, WAIT)
  await inStore(core.pool, store.storeId, (_, client) =>
    client.query(`insert into profile_label (store_id, label_id, profile_id, source) values ($1, $2, $3, 'rule')`, [
      store.storeId,
      label,
      customer,
    ]),
  )
  expect(await isDue()).toBe(true)
  await decideMenus(core, store.storeId)
  await admin.query('update rich_menu_friend set linked = true where store_id = $1', [store.storeId])
  expect(await isDue()).toBe(false)
  await admin.query('update rich_menu set ends_at = now() where store_id = $1 and id = $2', [store.storeId, menu.id])
  expect(await isDue()).toBe(true)
})
