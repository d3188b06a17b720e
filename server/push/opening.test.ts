import { once } from 'node:events'
import { request } from 'node:http'
import { createUser } from '@nats-io/nkeys'
import { beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import {
  connect,
  forged,
  type Grant,
  grantOf,
  pushServer,
  receivedMessages,
  remove,
  setPermissions,
} from '../testing/push/push.testing.ts'
import { newStore, type TestStore } from '../testing/store.testing.ts'

let address: string
let store: TestStore
let grant: Grant
beforeAll(async () => {
  ;({ address } = await pushServer({ publicUrl: 'https://ruam.example.com' }))
  store = await newStore()
  grant = await grantOf(store)
})

describe('the socket opens', () => {
  test('for the key that the token was given to', async () => {
    expect(await receivedMessages(address, grant)).toBe('open')
  })

  test('for no other key', async () => {
    expect(await receivedMessages(address, { ...grant, seed: createUser().getSeed() })).toMatch(
      /authorization violation/i,
    )
  })

  test('for no token that was changed, signed with another key, or has expired', async () => {
    const [head, payload, signature] = grant.token.split('.')
    const other = JSON.parse(Buffer.from(payload!, 'base64url').toString())
    other.nats.sub.allow = ['>']
    const changed = Buffer.from(JSON.stringify(other)).toString('base64url')
    for (const token of [
      `${head}.${changed}.${signature}`,
      `${head}.${payload}.${'A'.repeat(86)}`,
      `${Buffer.from('{"typ":"JWT","alg":"none"}').toString('base64url')}.${payload}.`,
      'x',
      (await forged(grant, {}, 'another secret of thirty-two letters')).token,
      (await forged(grant, { expires: Math.floor(Date.now() / 1000) - 1 })).token,
    ]) {
      expect(await receivedMessages(address, { ...grant, token })).toMatch(/authorization violation/i)
    }
  })

  test('for no member who was removed after the token was issued', async () => {
    const member = await store.member(['cdp-core.datasource.create'])
    const given = await grantOf(member)
    await remove(store, member)
    expect(await receivedMessages(address, given)).toMatch(/authorization violation/i)
  })

  test('for no member without its rights, although their token is exchanged', async () => {
    const given = await grantOf(await store.member(['cdp-core.label.read']))
    expect(await receivedMessages(address, given)).toMatch(/authorization violation/i)
  })

  test('for no member whose right was revoked after the token was issued', async () => {
    const member = await store.member(['cdp-core.datasource.create'])
    const given = await grantOf(member)
    await setPermissions(store, member, ['cdp-core.label.read'])
    expect(await receivedMessages(address, given)).toMatch(/authorization violation/i)
  })

  test('for 20 connections of one person and no more', async () => {
    const member = await store.member('owner')
    const given = await grantOf(member)
    const open = await Promise.all(Array.from({ length: 20 }, () => connect(address, given)))
    expect(await receivedMessages(address, given)).toMatch(/maximum account active connections/i)
    await open[0]!.close()
    await expect.poll(() => receivedMessages(address, given)).toBe('open')
    await Promise.all(open.map((connection) => connection.close()))
  })

  test('for our own pages and those of the public address, and for no other page', async () => {
    const { host } = new URL(address)
    const answerTo = async (origin: string | undefined) => {
      const ws = new WebSocket(address, origin === undefined ? {} : { origin })
      const [status] = await Promise.race([
        once(ws, 'open').then(() => [101]),
        once(ws, 'unexpected-response').then(([, response]) => [response.statusCode]),
      ])
      ws.on('error', () => {}).terminate()
      return status
    }
    for (const origin of [`http://${host}`, `https://${host}`, 'https://ruam.example.com', undefined]) {
      expect([origin, await answerTo(origin)]).toEqual([origin, 101])
    }
    for (const origin of [
      'https://evil.example',
      `http://${host}.evil.example`,
      'http://ruam.example.com',
      'http://127.0.0.1',
      'http://127.0.0.1:1',
      'null',
      'x',
    ]) {
      expect([origin, await answerTo(origin)]).toEqual([origin, 403])
    }
  })
})

test('a request that offers another protocol is answered as what it is', async () => {
  const { port } = new URL(address)
  const asked = request({
    port,
    path: '/livez',
    headers: { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': '' },
  })
  asked.end()
  const [response] = await once(asked, 'response')
  expect(response.statusCode).toBe(200)
  response.resume()
})
