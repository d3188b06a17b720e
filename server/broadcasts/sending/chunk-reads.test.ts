import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inStore } from '../../database/db.ts'
import { draft, scene } from '../../testing/broadcasts/broadcasts.testing.ts'
import { coreOf, testServer } from '../../testing/store.testing.ts'
import { nextRecipients } from './check-again.ts'

const RECIPIENTS = 6000
const SENT = 5000

test('the next recipients are found without those who were sent to, also if the statistics are from before the first call', async () => {
  const { admin } = await testServer()
  const made = await scene({ friends: 1 })
  const { id } = await draft(made)
  const { storeId } = made.store
  await admin.query(
    `insert into broadcast_recipient (store_id, broadcast_id, position, profile_id, external_id, status)
     select $1, $2, n, 1000000 + n, 'U' || n, 'queued' from generate_series(1, ${RECIPIENTS}) n`,
    [storeId, id],
  )
  await admin.query('analyze broadcast_recipient')
  await admin.query(
    `update broadcast_recipient set status = 'accepted', chunk = 1 + position / 500
     where store_id = $1 and broadcast_id = $2 and position <= ${SENT}`,
    [storeId, id],
  )
  const asked = {
    storeId,
    broadcastId: id,
    channelId: 1,
    purposeId: null,
    skipsUnknown: false,
    weeklyCap: null,
    compulsory: false,
    most: 500,
    last: 1_000_000,
  }
  const { found, read } = await inStore((await coreOf(made.store)).pool, storeId, async (db) => {
    const found = await nextRecipients(db, asked)
    const { rows } = await sql<{ read: number }>`select idx_tup_fetch::int as read from pg_stat_xact_user_tables
      where relname = 'broadcast_recipient'`.execute(db)
    return { found, read: rows[0]!.read }
  })
  expect([found.length, found[0]!.position]).toEqual([500, SENT + 1])
  expect(read).toBeLessThan(1500)
})
