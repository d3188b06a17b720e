import { dpa } from '@ruam/contract/access/dpa.ts'
import { beforeAll, expect, test } from 'vitest'
import { inStore } from '../../database/db.ts'
import { importFile } from '../../testing/imports/data-sources.testing.ts'
import { newStore, testServer } from '../../testing/store.testing.ts'
import type { TimeSlice } from '../../work/time-slice.ts'
import { requireAgreement } from './jobs-after-agreement.ts'

// A batch for each row.
beforeAll(() => testServer({ batchRows: 1 }))

const decision = (status: 'accepted' | 'declined') => ({
  app_name: 'ruam' as const,
  type: 'dpa' as const,
  status,
  consentee: { name: 'มาลี', email: 'malee@example.com', position: '', company: 'ร้าน' },
})

/** A place in the queue that writes down whether it was left. */
function place() {
  const seen = { left: false }
  const turn: TimeSlice = {
    isOver: async () => false,
    leave: async () => {
      seen.left = true
    },
    share: async () => {},
  }
  return { seen, turn }
}

/** The jobs of a store that wait for a later time. */
async function waiting(storeId: number): Promise<number> {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ n: number }>(
    `select count(*)::int as n from pgboss.job where name = 'store-job' and (data ->> 'store_id')::int = $1
       and state = 'created' and start_after > now() + interval '5 seconds'`,
    [storeId],
  )
  return rows[0]!.n
}

test.each(['declined', 'none'] as const)(
  'a job of a store whose agreement is %s waits in the queue',
  async (agreed) => {
    const { core } = await testServer()
    const { storeId } = await newStore({ dpa: agreed })
    const { seen, turn } = place()
    let worked = false
    const handle = requireAgreement(core, 'store-job', async () => {
      worked = true
    })
    await handle({ store_id: storeId, job: 1 }, new AbortController().signal, turn)
    expect([worked, seen.left, await waiting(storeId)]).toEqual([false, true, 1])
  },
)

test('an import of a store that has accepted keeps its place from batch to batch', async () => {
  const { admin } = await testServer()
  const store = await newStore()
  await importFile(store, 'ชื่อ,เบอร์โทร\nก,0811111111\nข,0822222222\nค,0833333333\n')
  const { rows } = await admin.query<{ n: number }>(
    `select count(*)::int as n from pgboss.job where name = 'data-source-run' and (data ->> 'store_id')::int = $1`,
    [store.storeId],
  )
  // The dry run and the real one.
  expect(rows[0]!.n).toBe(2)
})

test('a job at work leaves its place after the block in which the agreement ended', async () => {
  const { core } = await testServer()
  const store = await newStore()
  const { turn } = place()
  const over: boolean[] = []
  const handle = requireAgreement(core, 'store-job', async ({ store_id }, _, { isOver }) => {
    over.push(await inStore(core.pool, store_id, isOver))
    await store.call(dpa.change, { body: decision('declined') })
    over.push(await inStore(core.pool, store_id, isOver))
  })
  await handle({ store_id: store.storeId, job: 1 }, new AbortController().signal, turn)
  expect([over, await waiting(store.storeId)]).toEqual([[false, true], 0])
})
