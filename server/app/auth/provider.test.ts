import { auth, setup } from '@ruam/contract/access/auth.ts'
import { invitations, people } from '@ruam/contract/access/people.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { freshEmail, invited, listed } from '../../testing/access/people.testing.ts'
import { presetId } from '../../testing/access/roles.testing.ts'
import {
  freshAddress,
  PASSWORD,
  post,
  refresh,
  signIn,
  statusOf,
  storeWithPassword,
  written,
} from '../../testing/app/auth.testing.ts'
import { type Account, type LocalProvider, localProvider, walk } from '../../testing/app/provider.testing.ts'
import { atEndOfFile } from '../../testing/end-of-file.testing.ts'
import { mailsTo, sendingServer } from '../../testing/mail.testing.ts'
import type { Mailbox } from '../../testing/mail-server.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'
import { until } from '../../testing/until.testing.ts'

const HERE = 'http://ruam.example'
let provider: LocalProvider
let subjects = 0

let box: Mailbox

beforeAll(async () => {
  provider = await localProvider(HERE)
  atEndOfFile(() => provider.stop())
  box = await sendingServer()
  const { core } = await testServer()
  core.config.oidc = provider
  core.config.publicUrl = HERE
})

interface Browser {
  from: string
  cookie: string
  /** The cookies by which it is known. */
  device?: string | undefined
}
const newBrowser = (): Browser => ({ from: freshAddress(), cookie: '' })

/** A page that this browser opens: where it leads, and the cookies it is given. */
async function open(url: string, browser: Browser) {
  const { app } = await testServer()
  const cookie = [browser.cookie, browser.device].filter(Boolean).join('; ')
  const headers = {
    cookie,
    'sec-fetch-site': 'cross-site',
    'user-agent': 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0',
  }
  const reply = await app.inject({ url, headers, remoteAddress: browser.from })
  const set = [reply.headers['set-cookie'] ?? []].flat()
  const own = set.map((one) => /^ruam_provider=([\w-]*)/.exec(one)?.[1]).find((one) => one !== undefined)
  if (own !== undefined) browser.cookie = own && `ruam_provider=${own}`
  const kept = set.map((one) => /^ruam_refresh=([\w-]+)/.exec(one)?.[1]).find((one) => one !== undefined)
  // Cookies that a browser sends when returning from another site.
  const lax = set.map((one) => /^(ruam_device_[^;]*);.*Path=([^;]*);.*SameSite=Lax/.exec(one))
  browser.device = lax.find((one) => one?.[2] === '/api/auth/oidc/callback')?.[1] ?? browser.device
  return { status: reply.statusCode, to: String(reply.headers.location ?? ''), refresh: kept, set }
}

const start = (browser: Browser, query = '') => open(`/api${auth.oidcStart.path}${query}`, browser)
const back = (at: URL, browser: Browser) => open(`${at.pathname}${at.search}`, browser)

/** Adds an account at the provider. */
function account(more: Account): string {
  const subject = `subject-${++subjects}`
  provider.accounts.set(subject, { email_verified: true, given_name: 'ญาดา', family_name: 'ใจดี', ...more })
  return subject
}

/** The whole way, as this subject. */
async function come(subject: string, query = '', browser = newBrowser()) {
  const { to } = await start(browser, query)
  provider.next = subject
  return back(await walk(to, HERE), browser)
}

const identities = async (store: TestStore) => {
  const { admin } = await testServer()
  return (await admin.query('select subject from user_identity where user_id = $1', [store.userId])).rows
}

describe('a sign-in through the identity provider', () => {
  test('opens the account of the verified e-mail, links it once, and is known by its subject from then on', async () => {
    const store = await newStore()
    const before = (await written(store.storeId, store.userId)).length
    const subject = account({ email: store.email.toUpperCase() })
    const first = await come(subject)
    expect(first.to).toMatch(new RegExp(`^/${store.storeId}/prepare-login\\?state=`))
    const session = await refresh(first.refresh)
    expect(session.body.user.id).toBe(store.userId)
    expect(await statusOf(auth.me, session.body.access_token)).toBe(200)
    provider.accounts.set(subject, { email: 'changed@elsewhere.example', email_verified: false })
    expect((await refresh((await come(subject)).refresh)).body.user.id).toBe(store.userId)
    expect(await identities(store)).toEqual([{ subject }])
    const acts = (await written(store.storeId, store.userId)).slice(before)
    expect(acts).toEqual(['identity_linked', 'sign_in', 'sign_in'])
    const { admin } = await testServer()
    const nowhere = 'select action from audit_log where store_id = $1 and request_id is not null and address is null'
    expect((await admin.query(nowhere, [store.storeId])).rows).toEqual([])
  })

  test('leads to the store and page that were wanted, of the person’s own stores alone', async () => {
    const [store, other] = [await newStore(), await newStore()]
    const subject = account({ email: store.email })
    const wanted = await come(subject, `?store_id=${store.storeId}&path=${encodeURIComponent('/profile-list?q=มะลิ')}`)
    const state = JSON.parse(Buffer.from(wanted.to.split('state=')[1]!, 'base64url').toString())
    expect(state).toEqual({ store_id: store.storeId, path: '/profile-list?q=มะลิ' })
    const foreign = await come(subject, `?store_id=${other.storeId}&path=/profile-list`)
    expect(foreign.to).toMatch(new RegExp(`^/${store.storeId}/prepare-login`))
    expect(Buffer.from(foreign.to.split('state=')[1]!, 'base64url').toString()).not.toContain('profile-list')
  })

  test('carries a challenge, a nonce and a state that are new each time, and a cookie that no page can read', async () => {
    const begun = await Promise.all([start(newBrowser()), start(newBrowser())])
    const asked = begun.map(({ to }) => new URL(to).searchParams)
    for (const name of ['code_challenge', 'nonce', 'state']) {
      expect(new Set(asked.map((params) => params.get(name))).size).toBe(2)
    }
    expect(asked[0]!.get('code_challenge_method')).toBe('S256')
    expect(begun[0]!.set[0]).toMatch(/Path=\/api\/auth\/oidc\/callback; Max-Age=600; HttpOnly; SameSite=Lax/)
  })
})

describe('a new device', () => {
  /** Returns the new-device notices to an address. Waits for a mail queued after them, so that none is still on its way. */
  async function notices(email: string) {
    await post(auth.forgot, { email }, {})
    await until(async () => (await mailsTo(box, email)).some(({ subject }) => subject?.includes('Set a new password')))
    const { admin } = await testServer()
    const waiting = `select from pgboss.job where name = 'mail' and state in ('created', 'retry', 'active')
      and data ->> 'user_id' = (select id from users where email = $1)::text`
    await until(async () => (await admin.query(waiting, [email])).rowCount === 0)
    return (await mailsTo(box, email)).filter(({ subject }) => subject?.includes('new device'))
  }

  test('is mailed to its person, and a known one is not', async () => {
    const [store, browser] = [await newStore(), newBrowser()]
    const subject = account({ email: store.email })
    await come(subject, '', browser)
    await come(subject, '', browser)
    const [notice, ...more] = await notices(store.email)
    expect(notice!.text).toContain('Firefox on Windows')
    expect(more).toEqual([])
  })

  test('is one that another person is known on', async () => {
    const [store, other, browser] = [await newStore(), await newStore(), newBrowser()]
    await come(account({ email: store.email }), '', browser)
    await come(account({ email: other.email }), '', browser)
    expect(await notices(other.email)).toHaveLength(1)
  })

  test('is none on which the password was used before, until that changes elsewhere', async () => {
    const [store, browser] = [await storeWithPassword(), newBrowser()]
    const { headers, device } = await signIn(store.email)
    const set = [headers['set-cookie'] ?? []].flat().map(String)
    expect(set.filter((one) => one.startsWith(`${device};`))).toEqual([
      expect.stringMatching(/Path=\/api\/auth\/login;.*SameSite=Strict/),
      expect.stringMatching(/Path=\/api\/auth\/oidc\/callback;.*SameSite=Lax/),
    ])
    browser.device = device
    const subject = account({ email: store.email })
    await come(subject, '', browser)
    // The sign-in by password was the new one.
    expect(await notices(store.email)).toHaveLength(1)
    const { admin } = await testServer()
    await admin.query('delete from user_device where user_id = $1', [store.userId])
    await come(subject, '', browser)
    const isNotice = ({ subject: about }: { subject?: string }) => about?.includes('new device')
    await until(async () => (await mailsTo(box, store.email)).filter(isNotice).length === 2)
  })

  test('is none of who has just joined by it', async () => {
    const store = await newStore()
    const { email } = await invited(store, await presetId(store, 'viewer'))
    const [first, second] = [newBrowser(), newBrowser()]
    const subject = account({ email })
    await come(subject, '', first)
    expect(await notices(email)).toEqual([])
    await come(subject, '', second)
    await until(async () => (await mailsTo(box, email)).some(({ subject: about }) => about?.includes('new device')))
  })
})

test('a person refused with one account may choose another', async () => {
  const asked = async (query: string) => new URL((await start(newBrowser(), query)).to).searchParams.get('prompt')
  expect([await asked(''), await asked('?again=1')]).toEqual([null, 'login'])
})

describe('sign-in is refused', () => {
  const refused = (why: string) => ({ status: 302, to: `/sign-in?refused=${why}`, refresh: undefined })

  test('with a state that was used before', async () => {
    const [store, browser] = [await newStore(), newBrowser()]
    const { to } = await start(browser)
    const { cookie } = browser
    provider.next = account({ email: store.email })
    const at = await walk(to, HERE)
    expect((await back(at, browser)).refresh).toBeDefined()
    expect(await back(at, browser)).toMatchObject(refused('state'))
    // Also to who has kept the cookie, and another code.
    const again = await walk(to, HERE)
    expect(await back(again, { ...browser, cookie })).toMatchObject(refused('state'))
  })

  test('with the state of another browser, or one that was made up', async () => {
    const store = await newStore()
    const [mine, theirs] = [newBrowser(), newBrowser()]
    const begun = await start(theirs)
    await start(mine)
    provider.next = account({ email: store.email })
    const at = await walk(begun.to, HERE)
    expect(await back(at, mine)).toMatchObject(refused('state'))
    const other = newBrowser()
    await start(other)
    at.searchParams.set(
      'state',
      Buffer.from(JSON.stringify({ store_id: store.storeId, key: 'x' })).toString('base64url'),
    )
    expect(await back(at, other)).toMatchObject(refused('state'))
    expect(await back(at, newBrowser())).toMatchObject(refused('state'))
    expect(await identities(store)).toEqual([])
  })

  test('with another nonce, or another challenge', async () => {
    const store = await newStore()
    provider.next = account({ email: store.email })
    for (const name of ['nonce', 'code_challenge']) {
      const browser = newBrowser()
      const at = new URL((await start(browser)).to)
      at.searchParams.set(name, 'x'.repeat(43))
      expect(await back(await walk(at.href, HERE), browser)).toMatchObject(refused('provider'))
    }
    expect(await identities(store)).toEqual([])
  })

  test('with an e-mail that the provider has not verified, or none', async () => {
    const store = await newStore()
    expect(await come(account({ email: store.email, email_verified: false }))).toMatchObject(refused('unverified'))
    expect(await come(account({}))).toMatchObject(refused('unverified'))
    expect(await identities(store)).toEqual([])
  })

  test('for a user who is linked to another subject', async () => {
    const store = await newStore()
    const [first, second] = [account({ email: store.email }), account({ email: store.email })]
    expect((await come(first)).refresh).toBeDefined()
    expect(await come(second)).toMatchObject(refused('taken'))
    expect(await identities(store)).toEqual([{ subject: first }])
  })

  test('as one of two subjects at once but one', async () => {
    const store = await newStore()
    const ways = await Promise.all(
      [1, 2].map(async () => {
        const browser = newBrowser()
        const { to } = await start(browser)
        return { browser, to }
      }),
    )
    const ends: { at: URL; browser: Browser }[] = []
    for (const { browser, to } of ways) {
      provider.next = account({ email: store.email })
      ends.push({ at: await walk(to, HERE), browser })
    }
    const tried = await Promise.all(ends.map(({ at, browser }) => back(at, browser)))
    expect(tried.filter(({ refresh: kept }) => kept)).toHaveLength(1)
    expect(tried.filter(({ to }) => to.endsWith('refused=taken'))).toHaveLength(1)
  })

  test('without an invitation, nor with one that is over', async () => {
    const store = await newStore()
    const role = await presetId(store, 'viewer')
    expect(await come(account({ email: freshEmail() }))).toMatchObject(refused('uninvited'))
    const { id, email } = await invited(store, role)
    await store.call(invitations.revoke, { params: { id: String(store.storeId), key: String(id) } })
    expect(await come(account({ email }))).toMatchObject(refused('uninvited'))
    const { admin } = await testServer()
    expect((await admin.query('select from users where email = $1', [email])).rowCount).toBe(0)
  })

  test('with an ID token that another key than the provider’s has signed', async () => {
    const { core } = await testServer()
    const forger = await localProvider(HERE)
    atEndOfFile(() => forger.stop())
    forger.wrongKey = true
    const honest = provider
    try {
      provider = core.config.oidc = forger
      const { email } = await storeWithPassword()
      expect((await come(account({ email }))).to).toBe('/sign-in?refused=provider')
      forger.wrongKey = false
      // Keys and all else that it says of itself are asked for again by another start.
      provider = core.config.oidc = { ...forger }
      expect((await come(account({ email }))).to).not.toContain('refused')
    } finally {
      provider = core.config.oidc = honest
    }
  })

  test('with U+0000 in the subject or e-mail, and without a fault', async () => {
    const { email } = await storeWithPassword()
    provider.accounts.set('sub\0ject', { email, email_verified: true })
    expect((await come('sub\0ject')).to).toBe('/sign-in?refused=provider')
    expect((await come(account({ email: `a\0${email}` }))).to).toMatch(/refused=un(verified|invited)$/)
  })

  test('when the provider refuses or is unreachable', async () => {
    const browser = newBrowser()
    const state = new URL((await start(browser)).to).searchParams.get('state')!
    const no = new URL(`${HERE}/api/auth/oidc/callback?error=access_denied&state=${state}`)
    expect(await back(no, browser)).toMatchObject(refused('provider'))
    const { core } = await testServer()
    const dead = await localProvider(HERE)
    core.config.oidc = dead
    const late = newBrowser()
    const { to } = await start(late)
    dead.next = account({ email: 'x@example.com' })
    const at = await walk(to, HERE)
    await dead.stop()
    expect(await back(at, late)).toMatchObject(refused('provider'))
    core.config.oidc = { ...dead }
    expect(await start(newBrowser())).toMatchObject(refused('provider'))
    core.config.oidc = provider
  })
})

describe('an invited person', () => {
  test('joins through the provider without a password, and no other user can set one', async () => {
    const store = await newStore()
    const { email } = await invited(store, await presetId(store, 'viewer'))
    const joined = await come(account({ email }))
    expect(joined.to).toMatch(new RegExp(`^/${store.storeId}/prepare-login`))
    expect(await listed(store, email)).toEqual([{ status: 'member', role: 'viewer' }])
    const { access_token } = (await refresh(joined.refresh)).body
    expect(await statusOf(auth.me, access_token)).toBe(200)
    for (const password of ['', PASSWORD]) {
      expect((await signIn(email, password)).body.error).not.toBeUndefined()
    }
    const [person] = (await store.call(people.list, { query: { keyword: email } })).data
    expect(person).toMatchObject({ first_name: 'ญาดา', last_name: 'ใจดี' })
  })

  test('joins without the control and bidi characters and half emoji that the provider has in the name', async () => {
    const store = await newStore()
    const { email } = await invited(store, await presetId(store, 'viewer'))
    await come(account({ email, given_name: 'ญา\0\u202eดา\n', family_name: '\u0007ใจดี\ud83d\u2069' }))
    const { admin } = await testServer()
    const { rows } = await admin.query('select first_name, last_name from users where email = $1', [email])
    expect(rows).toEqual([{ first_name: 'ญาดา', last_name: 'ใจดี' }])
  })

  test('and has an account signs in with it; the invitation waits for its link', async () => {
    const [store, other] = [await newStore(), await newStore()]
    const { email } = await invited(store, await presetId(store, 'viewer'), other.email)
    expect((await come(account({ email }))).to).toMatch(new RegExp(`^/${other.storeId}/prepare-login`))
    expect(await listed(store, email)).toMatchObject([{ status: 'pending' }])
  })
})

test('a person with a password keeps it', async () => {
  const store = await storeWithPassword()
  await come(account({ email: store.email }))
  expect((await signIn(store.email)).status).toBe(200)
})

test('a Ruam without a provider offers none', async () => {
  const { app, core } = await testServer()
  const status = () => app.inject(`/api${setup.status.path}`)
  expect((await status()).json().provider).toBe(true)
  core.config.oidc = undefined
  expect((await status()).json().provider).toBe(false)
  expect((await start(newBrowser())).status).toBe(404)
  core.config.oidc = provider
})
