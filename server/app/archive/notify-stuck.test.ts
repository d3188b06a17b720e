import { expect, test } from 'vitest'
import { newStore, testServer } from '../../testing/store.testing.ts'
import { notifyStuckArchive } from './notify-stuck.ts'

test('a stuck archive is one notice a day in each store', async () => {
  const { admin } = await testServer()
  const { storeId } = await newStore()
  const client = await admin.connect()
  try {
    const notices = async () =>
      (await client.query("select ending from notification where store_id = $1 and kind = 'archive'", [storeId])).rows
    for (const _ of [1, 2]) await notifyStuckArchive(client)
    expect(await notices()).toEqual([{ ending: 'failed' }])
    await client.query("update notification set at = at - interval '25 hours' where store_id = $1", [storeId])
    await notifyStuckArchive(client)
    expect(await notices()).toHaveLength(2)
  } finally {
    client.release()
  }
})
