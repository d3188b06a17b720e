import { randomBytes } from 'node:crypto'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { myDataLinks } from '@ruam/contract/privacy/my-data-link.ts'
import { beforeAll, expect, test, vi } from 'vitest'
import { signToken } from '../../../tools/line/login-calls.ts'
import { testLine } from '../../testing/channels/line.testing.ts'
import { field, save } from '../../testing/customers/profiles.testing.ts'
import {
  atLine,
  browse,
  type Jar,
  logIn,
  type MyDataStore,
  myDataStore,
  newFriend,
} from '../../testing/privacy/my-data.testing.ts'
import { coreOf } from '../../testing/store.testing.ts'
import { newCheck, newSession } from './session.ts'

/** Tampered sessions, addresses, id tokens, and links with codes; `npm run verify my-data` tries more. */
const TRIES = Number(process.env.MY_DATA_TRIES ?? 300)
/** Part of every planted value. */
const PLANTED = 'ค่าลับ'

let own: MyDataStore
let other: MyDataStore
interface Planted {
  userId: string
  profileId: number
  session: string
}
let victim: Planted
let stranger: Planted
const sessionOf = (jar: Jar) => jar.get('ruam_my_data')!

beforeAll(async () => {
  ;[own, other] = [await myDataStore(), await myDataStore()]
  const planted = async (made: MyDataStore, name: string) => {
    const { userId, profileId } = await newFriend(made, name)
    const profile = await made.store.call(profiles.get, { params: { id: String(profileId) } })
    await save(made.store, profile, { [field.firstName]: name, [field.email]: `${profileId}@planted.example` })
    const { jar } = await logIn(made.path, userId, from())
    return { userId, profileId, session: sessionOf(jar) }
  }
  victim = await planted(own, `${PLANTED} หนึ่ง`)
  stranger = await planted(other, `${PLANTED} สอง`)
})

let count = 0
const from = () => ({ from: `10.${20 + Math.floor(++count / 62_500)}.${Math.floor(count / 250) % 250}.${count % 250}` })

/** Draws numbers that are the same in each run. */
function drawn(seed: number) {
  let state = seed
  const next = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  return { next, pick: <T>(all: readonly T[]) => all[next(all.length)]! }
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Changes a text in one of several ways. It never stays the same. */
function changed(text: string, { next, pick }: ReturnType<typeof drawn>): string {
  const at = next(text.length)
  const letter = LETTERS[(LETTERS.indexOf(text[at]!) + 1 + next(LETTERS.length - 1)) % LETTERS.length]!
  return pick([
    text.slice(0, at) + letter + text.slice(at + 1),
    text.slice(0, at),
    text.slice(at + 1),
    text.slice(0, at) + letter + text.slice(at),
    [...text].reverse().join(''),
    randomBytes(1 + next(200)).toString('base64url'),
  ])
}

/** A change of the last letter may leave the bytes, which base64url pads. */
const bytesOf = (text: string) => Buffer.from(text, 'base64url').toString('hex')

test(`${TRIES} changed sessions show no value of a customer`, { timeout: 3_600_000 }, async () => {
  const draw = drawn(20_261_129)
  const core = await coreOf(own.store)
  const code = own.path.slice(3)
  const fixed = [
    stranger.session,
    newCheck(core, own.store.storeId, code, own.store.userId),
    newSession(core, own.store.storeId, 'another address', victim.userId),
    newSession(core, other.store.storeId, code, victim.userId),
    newSession(core, own.store.storeId, code, stranger.userId),
  ]
  expect((await browse(new Map([['ruam_my_data', victim.session]]), own.path, from())).body).toContain(PLANTED)
  for (let place = 0; place < TRIES; place++) {
    const session = fixed[place] ?? changed(victim.session, draw)
    if (bytesOf(session) === bytesOf(victim.session)) continue
    const { status, body } = await browse(new Map([['ruam_my_data', session]]), own.path, from())
    expect([status, body.includes(PLANTED)], session).toEqual([200, false])
  }
})

test(`${TRIES} changed addresses lead nowhere, with the session of a customer`, { timeout: 3_600_000 }, async () => {
  const draw = drawn(7)
  const jar: Jar = new Map([['ruam_my_data', victim.session]])
  const unknown = await browse(jar, '/d/zzzzzzzzzzzzzzzzzzzzzzzzz', from())
  for (let place = 0; place < TRIES; place++) {
    const code = changed(own.path.slice(3), draw)
    if (code === '' || `/d/${code}` === own.path) continue
    const { status, body } = await browse(jar, `/d/${code}`, from())
    expect([status, body], code).toEqual([404, unknown.body])
  }
  // The page of another store does not take the session.
  expect((await browse(jar, other.path, from())).body).not.toContain(PLANTED)
})

const b64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Id tokens that name the victim, and that LINE did not sign for this login. */
function forged(token: string, draw: ReturnType<typeof drawn>): string {
  const [head, body, signature] = token.split('.') as [string, string, string]
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString())
  const { secret } = own.login
  const named = { ...claims, sub: victim.userId }
  return draw.pick([
    () => `${head}.${b64(named)}.${signature}`,
    () => `${b64({ alg: 'none' })}.${b64(named)}.`,
    () => `${b64({ alg: 'none', typ: 'JWT' })}.${b64(named)}.${signature}`,
    () => signToken(secret, named, 'RS256'),
    () => signToken(randomBytes(16).toString('hex'), named),
    () => signToken(other.login.secret, named),
    () => signToken(secret, { ...named, aud: other.login.id }),
    () => signToken(secret, { ...named, iss: 'https://access.line.me.example' }),
    () => signToken(secret, { ...named, exp: claims.iat - 3600, iat: claims.iat - 7200 }),
    () => signToken(secret, { ...named, nonce: randomBytes(16).toString('base64url') }),
    () => signToken(secret, { ...named, nonce: undefined }),
    () => signToken(secret, { ...named, sub: [victim.userId] }),
    () => `${head}.${b64(named)}.${changed(signature, draw)}`,
    () => `${head}.${b64(named)}`,
  ])()
}

test(`${TRIES} forged id tokens, states and codes of LINE open no session`, { timeout: 3_600_000 }, async () => {
  const { state } = await testLine()
  const draw = drawn(11)
  const attacker = `U${'a'.repeat(32)}`
  try {
    for (let place = 0; place < TRIES; place++) {
      const jar: Jar = new Map()
      const begun = await browse(jar, `${own.path}/login`, from())
      const way = draw.next(4)
      state.login.tamper = way === 0 || way === 1 ? (token) => forged(token, draw) : undefined
      const back = new URL(await atLine(begun.to, way === 3 ? victim.userId : attacker))
      if (way === 2) {
        const key = draw.pick(['state', 'code'])
        const value = changed(back.searchParams.get(key)!, draw)
        if (value === back.searchParams.get(key)) continue
        back.searchParams.set(key, value)
      }
      // Another browser, whose login was begun elsewhere.
      const browser: Jar = way === 3 ? new Map() : jar
      if (way === 3) await browse(browser, `${own.path}/login`, from())
      const ended = await browse(browser, back.href, from())
      expect([302, 404], back.href).toContain(ended.status)
      if (ended.status === 302) expect(ended.to).toMatch(/done=refused$/)
      expect(browser.has('ruam_my_data'), `${way} ${back.href}`).toBe(false)
    }
  } finally {
    delete state.login.tamper
  }
})

/** Codes in the victim's chat, the newest last. */
async function codesOfVictim(): Promise<string[]> {
  const { state } = await testLine()
  return state.accepted.flatMap(({ userId, message }) => {
    const code = /^\d{6}/.exec(String((message as { text?: unknown }).text))?.[0]
    return userId === victim.userId && code ? [code] : []
  })
}

/** Gives the victim a new link, which ends the former one, and asks for its code. */
async function newLink(): Promise<{ link: string; code: string }> {
  const { url } = await own.store.call(myDataLinks.create, { params: { id: String(victim.profileId) } })
  const link = new URL(url).pathname
  const before = (await codesOfVictim()).length
  await browse(new Map(), link, { form: { act: 'send' }, ...from() })
  const code = await vi.waitFor(async () => {
    const codes = await codesOfVictim()
    expect(codes.length).toBe(before + 1)
    return codes.at(-1)!
  })
  return { link, code }
}

test(`${TRIES} changed links and guessed codes open no session and send no code`, { timeout: 3_600_000 }, async () => {
  const { state } = await testLine()
  const draw = drawn(13)
  let former = await newLink()
  // The true code opens the page, so that the refusals below are those of the change.
  const opened: Jar = new Map()
  await browse(opened, former.link, { form: { act: 'enter', digits: former.code }, ...from() })
  expect(opened.has('ruam_my_data')).toBe(true)
  let tries = 0
  let limited = 0
  const refuses = async (link: string, form: Record<string, string>) => {
    if (tries++ >= TRIES) return
    const jar: Jar = new Map()
    const { status, to, body } = await browse(jar, link, { form, ...from() })
    expect([302, 404, 429], link).toContain(status)
    if (status === 429) limited++
    if (status === 302) expect(to, link).toMatch(form.act === 'send' ? /done=code_sent$/ : /done=code_wrong$/)
    expect([jar.size, body.includes(PLANTED)], `${link} ${form.digits}`).toEqual([0, false])
  }
  while (tries < TRIES) {
    const { link, code } = await newLink()
    const sent = state.accepted.length
    const enter = (digits: string) => ({ act: 'enter', digits })
    const token = link.slice(link.lastIndexOf('/') + 1)
    const changedLink = () => `${own.path}/link/${changed(token, draw)}`
    for (let guess = 0; guess < 3; guess++) await refuses(changedLink(), enter(code))
    for (let guess = 0; guess < 3; guess++) await refuses(changedLink(), { act: 'send' })
    await refuses(former.link, enter(code))
    await refuses(former.link, enter(former.code))
    await refuses(`${other.path}/link/${token}`, enter(code))
    for (let guess = 0; guess < 5; guess++) {
      const digits = String(draw.next(1_000_000)).padStart(6, '0')
      await refuses(link, enter(digits === code ? changed(code, draw) : digits))
    }
    // Five tries have ended the code.
    await refuses(link, enter(code))
    expect(state.accepted.length).toBe(sent)
    former = { link, code }
  }
  // Only the shortest tokens are drawn often enough for the limit of a link.
  expect(limited).toBeLessThan(TRIES / 50)
})
