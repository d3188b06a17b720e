import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { connectorItems } from '@ruam/contract/open-api/connector-items.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { ingestItems } from '../../ingest/receipts/ingest-items.ts'
import { failRows } from '../../testing/database/failing.testing.ts'
import { newSender, type Sender } from '../../testing/open-api/sending.testing.ts'
import { coreOf, testServer } from '../../testing/store.testing.ts'

let sender: Sender
beforeEach(async () => {
  sender = await newSender()
})

const item = (n: number) => ({ values: { firstName: `ลูกค้า${n}`, phone: `0815551${String(n).padStart(3, '0')}` } })
const forty = Array.from({ length: 40 }, (_, n) => item(n))
const POISON = '+66815551007'

const people = async () =>
  (await sender.rows<{ n: number }>('select count(*)::int as n from profile where store_id = $1'))[0]!.n
const letters = () =>
  sender.rows<{ item_index: number; error: string; tries: number; later: boolean | null }>(
    `select item_index, error, tries, replay_at > now() as later from dead_letter where store_id = $1 order by id`,
  )

describe('an item whose row PostgreSQL refuses', () => {
  test.each([
    ['22P02', null],
    ['23514', null],
    ['54000', null],
    ['23503', null],
    ['57014', null],
    ['42703', true],
    ['P0001', true],
    ['38000', true],
    ['53200', true],
  ])('with %s fails alone, and is kept with its body', async (state, later) => {
    await using _ = await failRows(sender.store, 'profile', `new.phone = '${POISON}'`, state)
    const results = await sender.send('profiles', forty)
    expect(results.flatMap(({ status, error }, n) => (status === 'added' ? [] : [[n, error]]))).toEqual([
      [7, 'item_not_processed'],
    ])
    expect([await people(), await letters()]).toEqual([
      39,
      [{ item_index: 7, error: 'item_not_processed', tries: 1, later }],
    ])
  })

  test('is written when its dead letter is replayed, and its receipt says so', async () => {
    const { admin } = await testServer()
    {
      await using _ = await failRows(sender.store, 'profile', `new.phone = '${POISON}'`, '38000')
      await sender.send('profiles', forty)
    }
    await admin.query('update dead_letter set replay_at = now() where store_id = $1', [sender.store.storeId])
    await ingestItems(await coreOf(sender.store), sender.store.storeId)
    expect([await people(), await letters()]).toEqual([40, []])
    const [receipt] = await sender.rows<{ id: number }>('select max(id)::int as id from receipt where store_id = $1')
    const results = await sender.resultsAt(receipt!.id)
    expect((results || []).map(({ status }) => status)).toEqual(Array(40).fill('added'))
  })

  test('is set aside after five tries', async () => {
    const { admin } = await testServer()
    await using _ = await failRows(sender.store, 'profile', `new.phone = '${POISON}'`, '38000')
    await sender.send('profiles', forty)
    for (let n = 0; n < 6; n++) {
      await admin.query('update dead_letter set replay_at = now() where store_id = $1 and replay_at is not null', [
        sender.store.storeId,
      ])
      await ingestItems(await coreOf(sender.store), sender.store.storeId)
    }
    expect(await letters()).toMatchObject([{ tries: 5, later: null }])
  })
})

describe('an outage that meets every item', () => {
  test.each(['53100', '53200', '58030'])('%s blames nothing: the request waits', async (state) => {
    let receipt: number
    {
      await using _ = await failRows(sender.store, 'profile', 'true', state)
      const { status, body } = await sender.post('profiles/batch', { items: forty })
      receipt = body.receipt_id
      expect([status, await sender.resultsAt(receipt), await letters()]).toEqual([202, false, []])
    }
    await ingestItems(await coreOf(sender.store), sender.store.storeId)
    expect(await sender.resultsAt(receipt)).toHaveLength(40)
    expect(await people()).toBe(40)
  })
})

test('an item that is wrong by itself is kept too, and a deleted customer’s is not', async () => {
  const results = await sender.send('profiles', [item(1), { values: {} }, 'x'])
  expect(results.map(({ error }) => error)).toEqual([null, 'match_key_missing', 'item_invalid'])
  expect((await letters()).map(({ error }) => error)).toEqual(['match_key_missing', 'item_invalid'])
})

test('staff list the failed items of a key, and replay them', async () => {
  const { store } = sender
  await sender.send('profiles', [item(1), { values: { firstName: 'ไม่มีคีย์' } }])
  const { data: sources } = await store.call(dataSources.list, { query: {} })
  const params = { id: String(sources[0]!.id) }
  const { data } = await store.call(connectorItems.deadLetters, { params, query: {} })
  expect(data).toMatchObject([{ index: 1, error: 'match_key_missing', values: [{ path: 'values.firstName' }] }])
  const { replaying } = await store.call(connectorItems.replay, { params, body: { all: true } })
  expect(replaying).toBe(1)
})
