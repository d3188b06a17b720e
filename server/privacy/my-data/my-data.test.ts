import { consents } from '@ruam/contract/customers/consents.ts'
import { profileDuplicates } from '@ruam/contract/customers/duplicates.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { profileRestriction } from '@ruam/contract/customers/restriction.ts'
import { myDataSettings } from '@ruam/contract/privacy/my-data.ts'
import { privacyRequests } from '@ruam/contract/privacy/requests.ts'
import { beforeAll, expect, test } from 'vitest'
import { erase } from '../../testing/customers/profile-erasure.testing.ts'
import { field, madeProfile, save } from '../../testing/customers/profiles.testing.ts'
import {
  browse,
  type Jar,
  logIn,
  type MyDataStore,
  myDataStore,
  newFriend,
  walk,
  withLogin,
} from '../../testing/privacy/my-data.testing.ts'
import { newStore, testServer } from '../../testing/store.testing.ts'
import { consentPurpose } from '../../testing/things/segments.ts'

let made: MyDataStore
beforeAll(async () => {
  made = await myDataStore()
})

const byId = (id: number) => ({ params: { id: String(id) } })

let addresses = 0
/** An address of its own, for tries are counted by address. */
const from = () => ({ from: `10.8.${Math.floor(++addresses / 250)}.${addresses % 250}` })

/** A friend with values, and their browser on the page. */
async function customer(name: string, values: Parameters<typeof save>[2] = {}) {
  const friend = await newFriend(made, name)
  const profile = await made.store.call(profiles.get, byId(friend.profileId))
  await save(made.store, profile, { [field.firstName]: name, ...values })
  const { jar } = await logIn(made.path, friend.userId, from())
  return { ...friend, jar }
}

const requestsOf = async (kind: 'copy' | 'correct' | 'erase') =>
  (await made.store.call(privacyRequests.list, { query: { kind } })).data

test('the page turns on after a login of a member whom an account of the store knows', async () => {
  const store = await newStore()
  expect((await store.try(myDataSettings.turn, { body: { on: true } })).body).toMatchObject({
    error: 'my_data_no_login',
  })
  await withLogin(store)
  expect((await store.try(myDataSettings.turn, { body: { on: true } })).body).toMatchObject({
    error: 'my_data_unchecked',
  })
  const { url } = await store.call(myDataSettings.check, {})
  const { back } = await walk(url, `U${'0'.repeat(31)}1`, from())
  expect(back.to).toMatch(/done=unknown&check=/)
  const result = await browse(new Map(), back.to, from())
  expect([result.status, result.body]).toEqual([200, expect.stringContaining('คนละ Provider')])
  expect((await browse(new Map(), back.to.replace('check=', 'check=x'), from())).status).toBe(404)
  expect(await store.call(myDataSettings.get, {})).toMatchObject({ on: false, check: { result: 'unknown' } })
  expect((await store.try(myDataSettings.turn, { body: { on: true } })).status).toBe(409)
  expect(await made.store.call(myDataSettings.get, {})).toMatchObject({
    ...{ on: true, check: { result: 'same', by: { id: made.store.userId } } },
    login: { channel_id: made.login.id, secret_end: made.login.secret.slice(-4) },
  })
})

test('an unknown address and a page that is off are answered equally', async () => {
  const store = await newStore()
  await withLogin(store)
  const { url } = await store.call(myDataSettings.get, {})
  const off = await browse(new Map(), url!, from())
  const unknown = await browse(new Map(), '/d/abcdefghijkmnpqrstuvwxyz0', from())
  expect([off.status, off.body]).toEqual([404, unknown.body])
  expect(unknown.status).toBe(404)
  expect((await browse(new Map(), `${new URL(url!).pathname}/login`, from())).status).toBe(404)
})

test('a customer who logs in with LINE sees their own values, the sensitive ones masked', async () => {
  const { jar } = await customer('กมลชนก', { [field.phone]: '0812345678', [field.citizenId]: '1101700230708' })
  await customer('ชลธิชา', { [field.phone]: '0898765432' })
  const { status, body, headers } = await browse(jar, made.path, from())
  expect(status).toBe(200)
  expect(body).toContain('กมลชนก')
  expect(body).toContain('081-234-5678')
  expect(body).toContain('•-••••-•••••-70-8')
  expect(body).not.toMatch(/1101700230708|ชลธิชา|098|<script/)
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/)
  expect(headers['cache-control']).toBe('no-store')
  const english = await browse(jar, `${made.path}?lang=en`, from())
  expect(english.body).toContain('What the store keeps')
})

test('a visitor without a session sees no value', async () => {
  await customer('ปาริชาติ')
  const { body } = await browse(new Map(), made.path, from())
  expect(body).toContain('เข้าด้วย LINE')
  expect(body).not.toContain('ปาริชาติ')
})

test('a customer withdraws a consent at once, with the page as evidence', async () => {
  const { id: purpose_id } = await consentPurpose(made.store)
  const { jar, profileId } = await customer('วรัญญา')
  const granted = {
    profile_id: profileId,
    purpose_id,
    operation: 'granted' as const,
    way: 'paper' as const,
    note: 'ใบ 7',
  }
  await made.store.call(consents.record, { body: granted })
  const form = { act: 'withdraw', purpose: String(purpose_id) }
  expect((await browse(jar, made.path, { form, ...from() })).to).toMatch(/done=withdrawn$/)
  const { data } = await made.store.call(consents.ofProfile, { query: { profile_id: String(profileId), limit: '100' } })
  const answer = data.find(({ purpose }) => purpose.id === purpose_id)!
  expect([answer.state, answer.entries[0]]).toMatchObject(['withdrawn', { way: 'my_data', operation: 'withdrawn' }])
  expect((await browse(jar, made.path, from())).body).toContain('ถอนแล้วเมื่อ')
})

test('a request of the page is proved by LINE and raises one notice, and the same one is not opened twice', async () => {
  const { jar, profileId } = await customer('ธนภัทร')
  const form = { act: 'copy', words: 'ขอทางแชท' }
  const [first, second] = await Promise.all([
    browse(jar, made.path, { form, ...from() }),
    browse(jar, made.path, { form, ...from() }),
  ])
  expect([first.to, second.to].map((to) => to.split('done=')[1]).sort()).toEqual(['already', 'sent'])
  const [request, ...more] = await requestsOf('copy')
  expect(more).toEqual([])
  expect(request).toMatchObject({
    ...{ source: 'my_data', words: 'ขอทางแชท', step: 'data', recorded: { by: null } },
    ...{ identity: { way: 'line_login', by: null }, profiles: [{ id: profileId }] },
  })
  expect((await browse(jar, made.path, from())).body).toContain('ร้านกำลังทำ')
  const { admin } = await testServer()
  const { rows } = await admin.query(
    "select from notification where store_id = $1 and kind = 'my_data_request' and data ->> 'request_id' = $2",
    [made.store.storeId, String(request!.id)],
  )
  expect(rows).toHaveLength(1)
})

test('a correction names the value and says what is right', async () => {
  const { jar } = await customer('อรทัย')
  const empty = await browse(jar, made.path, { form: { act: 'correct', field: 'ชื่อ', words: ' ' }, ...from() })
  expect(empty.to).toMatch(/done=empty$/)
  await browse(jar, made.path, { form: { act: 'correct', field: 'ชื่อ', words: 'อรทัย ใจดี' }, ...from() })
  expect((await requestsOf('correct')).map(({ words }) => words)).toEqual(['ชื่อ: อรทัย ใจดี'])
})

test('a LINE user with two profiles sees neither, and can open a request about both', async () => {
  const { jar, userId, profileId } = await customer('ศศิธร', { [field.phone]: '0811110001' })
  const other = await madeProfile(made.store, { [field.firstName]: 'ศศิธร อีกคน', [field.phone]: '0811110002' })
  const { admin } = await testServer()
  await admin.query(
    "insert into identity (store_id, kind, scope, value, profile_id) values ($1, 'line', 'provider b', $2, $3)",
    [...[made.store.storeId, userId, other.id]],
  )
  const { body } = await browse(jar, made.path, from())
  expect(body).toContain('ร้านกำลังตรวจข้อมูลของคุณ')
  expect(body).not.toMatch(/ศศิธร|081-111/)
  expect((await browse(jar, made.path, { form: { act: 'erase' }, ...from() })).to).toMatch(/done=sent$/)
  const [request] = await requestsOf('erase')
  expect(request!.profiles.map(({ id }) => id).sort((a, b) => a - b)).toEqual([profileId, other.id])
})

test('a restricted customer still sees their data, and a merged one that of the profile that stays', async () => {
  const { jar, profileId } = await customer('มณีรัตน์')
  const restriction = { kind: 'restricted' as const, reason: 'ลูกค้าขอ' }
  await made.store.call(profileRestriction.restrict, { ...byId(profileId), body: restriction })
  expect((await browse(jar, made.path, from())).body).toMatch(/มณีรัตน์[\s\S]*ร้านหยุดใช้ข้อมูลของคุณ/)
  const { admin } = await testServer()
  const kept = await madeProfile(made.store, { [field.firstName]: 'มณี ที่อยู่ต่อ' })
  await admin.query('update profile set merged_into = $3 where store_id = $1 and id = $2', [
    ...[made.store.storeId, profileId, kept.id],
  ])
  const { body } = await browse(jar, made.path, from())
  expect(body).toContain('มณี ที่อยู่ต่อ')
  expect(body).not.toContain('มณีรัตน์')
})

test('a form of another site, and one without a session, change nothing', async () => {
  const { jar } = await customer('พิมพ์ชนก')
  const form = { act: 'erase' }
  const before = (await requestsOf('erase')).length
  const foreign = await browse(jar, made.path, { form, headers: { 'sec-fetch-site': 'cross-site' }, ...from() })
  expect(foreign.status).toBe(403)
  expect((await browse(new Map(), made.path, { form, ...from() })).to).toMatch(/done=ended$/)
  expect((await requestsOf('erase')).length).toBe(before)
})

test('a new address and turning the page off end all sessions', async () => {
  const own = await myDataStore()
  const { userId } = await newFriend(own, 'เพ็ญศรี')
  const { jar } = await logIn(own.path, userId, from())
  const { url } = await own.store.call(myDataSettings.renew, {})
  expect((await browse(jar, own.path, from())).status).toBe(404)
  const session = [...jar.values()]
  const moved = new URL(url!).pathname
  expect((await browse(new Map([['ruam_my_data', session[0]!]]), moved, from())).body).not.toContain('เพ็ญศรี')
  await own.store.call(myDataSettings.turn, { body: { on: false } })
  expect((await browse(new Map(), moved, from())).status).toBe(404)
})

test('pages of one address are limited', async () => {
  const { jar } = await customer('สุนิสา')
  const here = { from: '10.7.0.1' }
  const statuses = []
  for (let visit = 0; visit < 61; visit++) statuses.push((await browse(jar, made.path, here)).status)
  expect([statuses[0], statuses.at(-1)]).toEqual([200, 429])
})

test('300 forms of one customer within an hour open one request of a kind and five corrections', async () => {
  const { jar, profileId } = await customer('กัลยา')
  const statuses: number[] = []
  for (let n = 0; n < 300; n++) {
    const act = ['copy', 'correct', 'erase', 'correct'][n % 4]!
    statuses.push((await browse(jar, made.path, { form: { act, words: `ครั้งที่ ${n}` }, ...from() })).status)
  }
  expect(statuses.filter((status) => status === 302).length).toBe(20)
  expect(new Set(statuses.slice(20))).toEqual(new Set([429]))
  const open = await made.store.call(privacyRequests.list, { query: { limit: '100' } })
  const own = open.data.filter(({ profiles: of }) => of.some(({ id }) => id === profileId)).map(({ kind }) => kind)
  expect(own.sort()).toEqual(['copy', ...Array(5).fill('correct'), 'erase'])
})

test('a LINE user of another provider, whom no account knows, sees that the store has nothing of them', async () => {
  const { jar } = await logIn(made.path, `U${'9'.repeat(32)}`, from())
  const { status, body } = await browse(jar, made.path, from())
  expect([status, body]).toEqual([200, expect.stringContaining('ร้านไม่ได้เก็บข้อมูลของคุณ')])
  const before = (await requestsOf('copy')).length
  expect((await browse(jar, made.path, { form: { act: 'copy' }, ...from() })).to).toMatch(/done=ended$/)
  expect((await requestsOf('copy')).length).toBe(before)
})

test('a form of a customer who was merged, restricted or erased meanwhile acts for the profile that is there', async () => {
  const [merged, restricted, erased] = [await customer('กิ่งแก้ว'), await customer('ขวัญใจ'), await customer('จารุวรรณ')]
  const kept = await madeProfile(made.store, { [field.firstName]: 'กิ่งแก้ว ที่อยู่ต่อ' })
  await made.store.call(profileDuplicates.mergeChosen, {
    body: { profile_ids: [merged.profileId, kept.id], keep: kept.id, fields: [] },
  })
  const restriction = { kind: 'objected' as const, reason: 'ลูกค้าขอ' }
  await made.store.call(profileRestriction.restrict, { ...byId(restricted.profileId), body: restriction })
  await erase(made.store, erased.profileId)
  const send = async ({ jar }: { jar: Jar }) =>
    (await browse(jar, made.path, { form: { act: 'copy' }, ...from() })).to.split('done=')[1]
  expect([await send(merged), await send(restricted), await send(erased)]).toEqual(['sent', 'sent', 'ended'])
  const ids = (await requestsOf('copy')).flatMap(({ profiles: of }) => of.map(({ id }) => id))
  expect(ids).toEqual(expect.arrayContaining([kept.id, restricted.profileId]))
  expect((await browse(erased.jar, made.path, from())).body).not.toContain('จารุวรรณ')
})
