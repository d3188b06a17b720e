import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { connectors } from '@ruam/contract/open-api/connectors.ts'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { addPerson } from '../../tools/facebook/state.ts'
import {
  signatureOf as hubSignature,
  bodyOf as pagesOf,
  textMessage as textToPage,
} from '../../tools/facebook/webhooks.ts'
import { bodyOf, signatureOf, textMessage } from '../../tools/line/webhooks.ts'
import { createPool } from '../database/db.ts'
import { createReadPool } from '../database/read-pool.ts'
import { testApp } from '../testing/app.testing.ts'
import { connectPage, testFacebook } from '../testing/channels/facebook.testing.ts'
import { connectLine, testLine } from '../testing/channels/line.testing.ts'
import { databaseUrl } from '../testing/database.testing.ts'
import { type Door, openDoor } from '../testing/door.testing.ts'
import { newSender } from '../testing/open-api/sending.testing.ts'
import { hasPooler, startAppPooler } from '../testing/pooler.testing.ts'
import { testServer } from '../testing/store.testing.ts'

/** Milliseconds without PostgreSQL. */
const AWAY_MS = 1500
/** Milliseconds until everything works after that. pgbouncer tries again each second, by its default after 15; without it the load decides. */
const BACK_MS = { direct: 50_000, pooled: 14_000 }

if (!hasPooler()) console.warn('Install pgbouncer to test outages behind it.')

describe.each(['direct', 'pooled'] as const)('an outage of PostgreSQL, %s', (way) => {
  const options = { skip: way === 'pooled' && !hasPooler(), timeout: 90_000 }
  let door: Door
  let app: FastifyInstance
  let requests: Record<string, () => InjectOptions>
  const closers: (() => Promise<unknown>)[] = []

  beforeAll(async () => {
    if (options.skip) return
    const { core } = await testServer()
    const { superUrl, secretKey } = inject('database')
    const appUrl = new URL(core.config.appUrl!)
    door = await openDoor(appUrl.href)
    appUrl.port = String(door.port)
    const pooler =
      way === 'pooled'
        ? await startAppPooler(appUrl.href, secretKey, databaseUrl(superUrl, appUrl.pathname.slice(1)))
        : undefined
    const url = pooler?.urlOf(appUrl.href) ?? appUrl.href
    const pool = createPool(url, pooler && { options: undefined })
    const readPool = createReadPool(url, { pooled: pooler !== undefined })
    app = await testApp({ ...core, pool, readPool, sessions: createPool(appUrl.href, { max: 1 }) })
    closers.push(
      () => app.close(),
      () => pool.end(),
      () => readPool.end(),
      async () => pooler?.stop(),
      () => door.close(),
    )
    requests = await everyDoor()
  })
  afterAll(async () => {
    for (const close of closers) await close()
  })

  test(
    'is answered with 503, database_away and Retry-After at every door, and is over soon after it',
    options,
    async () => {
      /** Answers by door. */
      const answers: Record<string, Set<string>> = {}
      const ask = async (door: string) => {
        const reply = await app.inject(requests[door]!())
        const answer =
          reply.statusCode < 500 ? 'ok' : `${reply.statusCode} ${reply.headers['retry-after']} ${reply.json().error}`
        answers[door]!.add(answer)
        return answer
      }
      const over = new AbortController()
      const callers = Object.keys(requests).map(async (door) => {
        for (answers[door] = new Set(); !over.signal.aborted; await sleep(100)) await ask(door)
      })
      await sleep(200)
      await door.close()
      await sleep(AWAY_MS)
      await door.open()
      const began = performance.now()
      const back = Object.keys(requests).map(async (door) => {
        while ((await ask(door)) !== 'ok' && performance.now() - began < BACK_MS[way]) await sleep(100)
      })
      await Promise.all(back)
      const ms = performance.now() - began
      over.abort()
      await Promise.all(callers)
      const expected = Object.fromEntries(
        Object.keys(requests).map((door) => [door, new Set(['ok', '503 5 database_away'])]),
      )
      expect(answers).toEqual(expected)
      expect(ms).toBeLessThan(BACK_MS[way])
    },
  )
})

/** A request of each kind of caller. */
async function everyDoor(): Promise<Record<string, () => InjectOptions>> {
  const { store, key } = await newSender()
  const { state } = await testLine()
  const { line, account } = await connectLine(store)
  const hook = new URL(account.webhook.url).pathname
  const facebook = await testFacebook()
  const { page } = await connectPage(store)
  const person = addPerson(page)
  const { id } = await store.call(connectors.create, { body: { name: 'ฟอร์ม', example: { phone: '0815550000' } } })
  const program = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const item = { values: { firstName: 'กมล', phone: '0815550001' } }
  return {
    'the web': () => ({ url: `/api${profiles.list.path}`, headers: { authorization: `Bearer ${store.token}` } }),
    'sign-in': () => ({
      ...{ method: 'POST', url: '/api/auth/login' },
      ...{ headers: { 'content-type': 'application/json' }, payload: { email: store.email, password: 'wrong' } },
    }),
    'a LINE account': () => {
      const payload = bodyOf(line, [textMessage(state, `U${'0'.repeat(32)}`, 'สวัสดี')])
      const headers = { 'content-type': 'application/json', 'x-line-signature': signatureOf(line.secret, payload) }
      return { method: 'POST', url: hook, headers, payload }
    },
    'a sending program': () => ({
      method: 'POST',
      url: '/open-api/v1/profiles',
      headers: { ...program, 'idempotency-key': randomUUID() },
      payload: item,
    }),
    'a reading program': () => ({ url: '/open-api/v1/profiles', headers: program }),
    'a connector': () => ({
      method: 'POST',
      url: `/open-api/v1/connectors/${id}/records`,
      headers: program,
      payload: { phone: '0815550002' },
    }),
    'a Facebook page': () => {
      const { state: pages } = facebook
      const payload = pagesOf(pages, [[page, textToPage(pages, page, person, 'สวัสดี')]])
      const headers = {
        'content-type': 'application/json',
        'x-hub-signature-256': hubSignature(pages.app.secret, payload),
      }
      return { method: 'POST', url: `/webhook/facebook/${pages.app.id}`, headers, payload }
    },
  }
}
