import { setTimeout as sleep } from 'node:timers/promises'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { importUndo } from '@ruam/contract/imports/undo.ts'
import { expect, test } from 'vitest'
import { ingestItems } from '../../ingest/receipts/ingest-items.ts'
import { field, madeProfile } from '../../testing/customers/profiles.testing.ts'
import { newSender } from '../../testing/open-api/sending.testing.ts'
import { coreOf } from '../../testing/store.testing.ts'
import { until } from '../../testing/until.testing.ts'

/** Items of a request, and the pause after it: 200 items per second. */
const ITEMS = 10
const PAUSE_MS = 50
const AFTER = 10

test('a day is undone while 200 items per second arrive: its people are as before, and no later item is lost', {
  timeout: 120_000,
}, async () => {
  const { store, post, rows } = await newSender()
  const core = await coreOf(store)
  const met = await madeProfile(store, { [field.firstName]: 'สมหญิง', [field.phone]: '0815557001' })
  let sent = 0
  const send = async () => {
    const items = Array.from({ length: ITEMS }, (_, n) => ({
      values: { firstName: 'มาทีหลัง', phone: `08177${String(sent + n).padStart(5, '0')}` },
    }))
    sent += ITEMS
    const { status } = await post('profiles/batch', { items })
    expect([200, 202]).toContain(status)
    await sleep(PAUSE_MS)
  }
  const dayOf = () =>
    rows<{ id: number; run_id: string; data_source_id: number; undone: boolean; status: string }>(
      `select id, run_id, data_source_id, status, undone_at is not null as undone from run
       where store_id = $1 and kind = 'stream' order by id`,
    )

  await post('profiles', { values: { phone: '0815557001', lastName: 'ใจดี' } })
  for (let n = 0; n < 5; n++) await send()
  const [day] = await dayOf()
  const params = { id: String(day!.data_source_id), run_id: day!.run_id }
  let undone = false
  const undoing = store.call(importUndo.undo, { params }).then(async () => {
    await until(async () => (await dayOf())[0]!.undone)
    undone = true
  })
  for (let after = 0; after < AFTER; after += undone ? 1 : 0) await send()
  await undoing
  await until(async () => {
    await ingestItems(core, store.storeId)
    return (await rows('select from receipt where store_id = $1 and done_at is null')).length === 0
  })

  expect((await dayOf()).map(({ status, undone }) => ({ status, undone }))).toEqual([
    { status: 'completed', undone: true },
    { status: 'processing', undone: false },
  ])
  const { first_name, last_name } = (
    await rows<{ first_name: string; last_name: string | null }>(
      `select first_name, last_name from profile where store_id = $1 and id = ${met.id}`,
    )
  )[0]!
  expect([first_name, last_name]).toEqual(['สมหญิง', null])
  const [counted] = await rows<{ recorded: number; later: number; people: number; left: number }>(
    `select count(*)::int as recorded, (count(*) filter (where r.undone_at is null))::int as later,
       (count(p.id) filter (where r.undone_at is null))::int as people,
       (count(p.id) filter (where r.undone_at is not null and p.id <> ${met.id}))::int as left
     from run_record x join run r on r.store_id = x.store_id and r.id = x.run and r.kind = 'stream'
       left join profile p on p.store_id = x.store_id and p.id = x.profile_id and p.deleted_at is null
     where x.store_id = $1`,
  )
  expect(counted).toMatchObject({ recorded: sent + 1, people: counted!.later, left: 0 })
  expect(counted!.later).toBeGreaterThanOrEqual(AFTER * ITEMS)
  expect((await store.call(profiles.list, { query: {} })).total_all).toBe(counted!.people + 1)
})
