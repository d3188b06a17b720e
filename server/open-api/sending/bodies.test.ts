import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, test } from 'vitest'
import { writeUses } from '../../http/program-uses.ts'
import { newSender, type Sender } from '../../testing/open-api/sending.testing.ts'
import { testServer } from '../../testing/store.testing.ts'

let { key, post, send, rows } = {} as Sender
beforeEach(async () => {
  ;({ key, post, send, rows } = await newSender())
})

describe('bodies of programs', () => {
  const gzip = { 'content-encoding': 'gzip' }
  const refusals: [what: string, payload: string | Buffer, status: number, headers?: Record<string, string>][] = [
    ['cut short', '{"values":', 400],
    ['with a key twice', '{"values":{"phone":"1","phone":"2"}}', 400],
    ['with a key twice in different spellings', '{"values":{"phone":"1","\\u0070hone":"2"}}', 400],
    ['with __proto__', '{"values":{"__proto__":{"a":1}}}', 400],
    ['nested deeply', `{"values":${'['.repeat(1000)}${']'.repeat(1000)}}`, 400],
    ['that are no UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 400],
    ['that are no object', '[]', 422],
    ['that are no gzip', Buffer.from('x'), 400, gzip],
    ['in another compression', Buffer.from('x'), 415, { 'content-encoding': 'br' }],
    ['that unpack to too much', gzipSync(Buffer.alloc(30_000_000, 0x20)), 413, gzip],
    ['with an unusable idempotency key', '{"values":{}}', 422, { 'idempotency-key': 'a b' }],
  ]
  for (const [what, payload, status, headers] of refusals)
    test(`are refused with ${status} when they are ${what}`, async () => {
      expect((await post('profiles', payload, headers)).status).toBe(status)
      expect(await rows('select from receipt where store_id = $1')).toEqual([])
    })

  test('count as refused requests of their key when they cannot be read', async () => {
    await post('profiles', '{"values":')
    await post('profiles', 'ก', { 'content-type': 'text/plain' })
    const { core } = await testServer()
    await writeUses(core.pool)
    expect(await rows('select requests, refused from credential_count where store_id = $1')).toEqual([
      { requests: 2, refused: 2 },
    ])
  })

  test('that cannot be read are refused by the state of their key first', async () => {
    await rows("update credential set status = 'revoked' where store_id = $1")
    expect((await post('profiles', '{"values":')).body.error).toBe('key_revoked')
  })

  test('of 1,001 items are refused, and of 1,000 taken', { timeout: 60_000 }, async () => {
    const items = Array.from({ length: 1001 }, (_, n) => ({ values: { phone: `0816${String(n).padStart(6, '0')}` } }))
    expect((await post('profiles/batch', { items })).status).toBe(422)
    const results = await send('profiles', items.slice(1))
    expect(results.map(({ index }) => index)).toEqual(Array.from({ length: 1000 }, (_, n) => n))
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['added']))
  })

  test('are taken in chunks without a length', async () => {
    const { app } = await testServer()
    const text = JSON.stringify({ values: { phone: '0815550302' } })
    const reply = await app.inject({
      ...{ method: 'POST', url: '/open-api/v1/profiles' },
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
      payload: Readable.from([text.slice(0, 7), text.slice(7)]),
    })
    expect([reply.statusCode, reply.json().results]).toMatchObject([200, [{ status: 'added' }]])
  })

  test('name the phone that is a number of 20 digits', async () => {
    const body = '{"items":[{"values":{"phone":66815550303}},{"values":{"phone":81555030481555030481}}]}'
    const { results } = (await post('profiles/batch', body)).body
    expect(results).toMatchObject([
      { status: 'added', error: null },
      { status: 'failed', error: 'phone_invalid', field: 'phone' },
    ])
    expect(await rows('select phone from profile where store_id = $1')).toEqual([{ phone: '+66815550303' }])
  })

  test('keep the digits of long numbers where the field is text, and refuse them elsewhere', async () => {
    const long = '12345678901234567890'
    const one = `{"values":{"phone":"0815550300","workplace":${long},"amount":${long}}}`
    const body = `{"items":[${one},{"values":{"phone":"0815550301","income":1e400}}]}`
    const sent = await post('profiles/batch', gzipSync(body), gzip)
    expect(sent.body.results).toMatchObject([
      { status: 'added', field: 'amount', error: 'number_too_large' },
      { status: 'added', field: 'income' },
    ])
    expect(await rows('select workplace, amount, income from profile where store_id = $1 order by id')).toEqual([
      { workplace: long, amount: null, income: null },
      { workplace: null, amount: null, income: null },
    ])
  })

  test('of strange texts get an answer for each item', async () => {
    const strange = ['\u0000', '\ud800', '\u202e', '\u001e\u001f', "'; drop table profile; --", '💩'.repeat(50), '\\N']
    const items = strange.flatMap((text, n) => [
      { values: { phone: `08155504${String(n).padStart(2, '0')}`, firstName: text, workplace: text, [text]: text } },
      { values: { phone: text } },
      { values: { phone: '0815550499' }, [text]: 1 },
    ])
    const results = await send('profiles', items)
    expect(results).toHaveLength(items.length)
    expect(results.filter(({ error }) => error === 'item_not_processed')).toEqual([])
    const bought = strange.map((text) => ({ type: text, at: text, reference: text, profile: { values: {} } }))
    expect((await send('activities', bought)).map(({ status }) => status)).toEqual(strange.map(() => 'failed'))
  })

  test('are taken without U+0000 and halves of characters', async () => {
    const values = { phone: '0815550601', firstName: 'ญา\0ดา\ud83d', workplace: '👨‍👩‍👧 บ้าน' }
    expect(await send('profiles', [{ values }])).toMatchObject([{ status: 'added' }])
    expect(
      await rows("select first_name, workplace from profile where store_id = $1 and phone = '+66815550601'"),
    ).toEqual([{ first_name: 'ญาดา', workplace: '👨‍👩‍👧 บ้าน' }])
  })
})
