import { apiKeys } from '@ruam/contract/open-api/keys.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { ingestItems } from '../../ingest/receipts/ingest-items.ts'
import { makeField } from '../../testing/customers/field-jobs.testing.ts'
import { erase } from '../../testing/customers/profile-erasure.testing.ts'
import { importFile } from '../../testing/imports/data-sources.testing.ts'
import { newCredential } from '../../testing/open-api/keys.testing.ts'
import { callAs } from '../../testing/open-api/programs.testing.ts'
import { newSender, type Sender } from '../../testing/open-api/sending.testing.ts'
import { coreOf, newStore, testServer } from '../../testing/store.testing.ts'
import { until } from '../../testing/until.testing.ts'

let store: Sender['store']
let { post, send, rows, resultsAt, open } = {} as Sender
beforeEach(async () => {
  ;({ store, post, send, rows, resultsAt, open } = await newSender())
})

const item = (n: number) => ({ values: { firstName: 'ระหว่าง', phone: `08155503${String(n).padStart(2, '0')}` } })

/** Makes an import be at work until the returned function is called. */
async function holdByImport(): Promise<() => Promise<unknown>> {
  const { admin } = await testServer()
  const { rows: held } = await admin.query<{ id: number }>(
    `insert into run (store_id, run_id, data_source_id, kind, status, version, mapping, file_id, total)
     select store_id, 'held', data_source_id, 'real', 'processing', 0, mapping, 0, 1 from run where store_id = $1
     returning id`,
    [store.storeId],
  )
  return () => admin.query('delete from run where store_id = $1 and id = $2', [store.storeId, held[0]!.id])
}

describe('a request of a program', () => {
  test('waits for an import at work, and is written after it', async () => {
    await send('profiles', [item(90)])
    const release = await holdByImport()
    const headers = { 'idempotency-key': 'held' }
    const waiting = await post('profiles', item(91), headers)
    expect([waiting.status, waiting.body.status]).toEqual([202, 'waiting'])
    expect(waiting.headers).toMatchObject({
      location: `/open-api/v1/receipts/${waiting.body.receipt_id}`,
      'retry-after': '2',
    })
    expect((await post('profiles', item(91), headers)).status).toBe(202)
    const dry = await post('profiles', item(92), { 'ruam-dry-run': 'true' })
    expect(dry.body.error).toBe('profile_locked')
    await release()
    expect((await post('profiles', item(93))).status).toBe(200)
    expect(await resultsAt(waiting.body.receipt_id)).toMatchObject([{ status: 'added' }])
    const replayed = await post('profiles', item(91), headers)
    expect([replayed.status, replayed.body.results]).toMatchObject([200, [{ status: 'added' }]])
  })

  test('is answered and not lost when an import begins in the middle', {
    tags: ['verify'],
    timeout: 120_000,
  }, async () => {
    const lines = Array.from({ length: 3000 }, (_, n) => `ลูกค้า ${n},08166${String(n).padStart(5, '0')}`)
    let imported = false
    const importing = importFile(store, `ชื่อ,เบอร์โทร\n${lines.join('\n')}\n`).then(() => {
      imported = true
    })
    const receipts: number[] = []
    for (let n = 0; n < 50 || !imported; n++) {
      // New people, and people of the file.
      const phone = n % 2 ? `08166${String(n % 3000).padStart(5, '0')}` : `08177${String(n).padStart(5, '0')}`
      const { status, body } = await post('profiles', { values: { phone, firstName: `ส่ง ${n}` } })
      expect([200, 202]).toContain(status)
      receipts.push(body.receipt_id)
    }
    await importing
    const core = await coreOf(store)
    await ingestItems(core, store.storeId)
    const waiting = await rows('select id from receipt where store_id = $1 and done_at is null')
    expect(waiting).toEqual([])
    const [counted] = await rows<{ people: number; phones: number; done: number }>(
      `select (select count(*)::int from profile where store_id = $1) as people,
         (select count(distinct phone)::int from profile where store_id = $1) as phones,
         (select sum(done)::int from run where store_id = $1 and kind = 'stream') as done`.replaceAll(
        '$1',
        String(store.storeId),
      ),
    )
    const sent = Math.ceil(receipts.length / 2)
    expect(counted).toEqual({ people: 3000 + sent, phones: 3000 + sent, done: receipts.length })
  })

  test('is processed though its key is revoked before that, and the key reads no result', async () => {
    await send('profiles', [item(1)])
    const release = await holdByImport()
    const { id, credential } = await newCredential(store)
    const { status, body } = await post('profiles', item(2), {}, credential)
    expect(status).toBe(202)
    await store.call(apiKeys.revoke, { params: { id: String(id) } })
    await release()
    const core = await coreOf(store)
    await ingestItems(core, store.storeId)
    expect(await callAs(credential, 'GET', `receipts/${body.receipt_id}`)).toMatchObject({
      ...{ status: 401, body: { error: 'key_revoked' } },
    })
    expect(await resultsAt(body.receipt_id)).toMatchObject([{ status: 'added' }])
  })

  test('is answered with its receipt while the ingester sleeps, and written when it wakes up', async () => {
    await send('profiles', [item(3)])
    const { admin } = await testServer()
    const sleeping = await admin.connect()
    try {
      await sleeping.query('begin')
      await sleeping.query('select from ingester where store_id = $1 for update', [store.storeId])
      const { status, body } = await post('profiles', item(4))
      expect(status).toBe(202)
      await sleeping.query('rollback')
      expect(await until(() => resultsAt(body.receipt_id))).toMatchObject([{ status: 'added' }])
    } finally {
      sleeping.release()
    }
  })
})

describe('an item of a program', () => {
  test('fails alone when it names a field that is being converted', async () => {
    const { admin } = await testServer()
    const { id } = await makeField(store)
    await open()
    await admin.query("update profile_field set converting_to = 'Number' where store_id = $1 and id = $2", [
      ...[store.storeId, id],
    ])
    const { values } = item(5)
    const converting = { values: { ...values, points: '12' } }
    expect(await send('profiles', [converting, item(6)])).toMatchObject([
      { status: 'failed', error: 'field_converting', field: 'points' },
      { status: 'added', error: null },
    ])
    await admin.query('update profile_field set converting_to = null where store_id = $1 and id = $2', [
      ...[store.storeId, id],
    ])
    expect(await send('profiles', [converting])).toMatchObject([{ status: 'added', error: null }])
  })

  test('never brings back a person who was erased', async () => {
    const [added] = await send('profiles', [item(95)])
    await erase(store, added!.profile_id!)
    expect(await send('profiles', [item(95)])).toMatchObject([
      { status: 'failed', error: 'erased_person', field: 'phone', profile_id: null },
    ])
    expect(await rows('select erased from run where store_id = $1')).toEqual([{ erased: 1 }])
  })

  test('gets the same answer for another store’s customer as for an unknown id', async () => {
    const { credential } = await newCredential(await newStore())
    const { body } = await post('profiles', item(96), {}, credential)
    const foreign = await post('profiles', { id: body.results![0]!.profile_id, values: { firstName: 'x' } })
    const unknown = await post('profiles', { id: 2_147_483_647, values: { firstName: 'x' } })
    expect(foreign.body.results).toEqual(unknown.body.results)
    expect(foreign.body.results).toMatchObject([{ status: 'failed', error: 'number_not_found' }])
  })
})
