import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, refresh, serverWith, setUp, signIn, storeWithPassword } from '../../testing/app/auth.testing.ts'
import type { TestStore } from '../../testing/store.testing.ts'

let store: TestStore
let server: Awaited<ReturnType<typeof serverWith>>
beforeAll(async () => {
  store = await storeWithPassword()
  server = await serverWith({ publicUrl: 'http://ruam.example' })
})
afterAll(() => server.app.close())

const host = 'counter.local:3000'
const foreign: Record<string, string>[] = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: 'nonsense' },
  { origin: 'https://ruam.example' },
  { origin: 'http://ruam.example.evil.example' },
  { origin: `http://${host}`, 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'cross-site' },
]
const own: Record<string, string>[] = [
  { origin: 'http://ruam.example', 'sec-fetch-site': 'same-origin' },
  { origin: `http://${host}` },
  // Non-browser client.
  {},
]
const sent = (headers: Record<string, string>) => ({ app: server.app, headers: { host, ...headers } })

describe('a page of another address', () => {
  test.each(foreign)('can’t trade a person’s cookie: %o', async (headers) => {
    const { cookie } = await signIn((await storeWithPassword()).email)
    const refused = await refresh(cookie, sent(headers))
    expect([refused.status, refused.body.error, refused.cookie]).toEqual([403, 'foreign_page', undefined])
    // The cookie was not touched.
    expect((await refresh(cookie)).status).toBe(200)
  })

  test.each(foreign)('can’t sign in a user: %o', async (headers) => {
    const refused = await signIn(store.email, PASSWORD, sent(headers))
    expect([refused.status, refused.body.error, refused.cookie]).toEqual([403, 'foreign_page', undefined])
  })

  test('can’t set Ruam up', async () => {
    const refused = await setUp(
      {
        token: 'x',
        email: 'a@example.com',
        password: PASSWORD,
        first_name: 'ก',
        last_name: 'ข',
        store_name: 'ค',
        dpa_accepted: true,
      },
      undefined,
      { origin: 'https://evil.example' },
    )
    expect([refused.status, refused.body.error]).toEqual([403, 'foreign_page'])
  })

  test('is written down', async () => {
    await refresh('x'.repeat(43), sent({ origin: 'https://evil.example' }))
    expect(server.events().at(-1)).toMatchObject({ level: 30, action: 'foreign_page' })
  })
})

test.each(own)('our own pages, and programs, trade their cookie: %o', async (headers) => {
  const { email } = await storeWithPassword()
  const signedIn = await signIn(email, PASSWORD, sent(headers))
  expect([signedIn.status, (await refresh(signedIn.cookie, sent(headers))).status]).toEqual([200, 200])
})
