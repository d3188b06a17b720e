import { profileDuplicates } from '@ruam/contract/customers/duplicates.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { myDataSettings } from '@ruam/contract/privacy/my-data.ts'
import { myDataLinks } from '@ruam/contract/privacy/my-data-link.ts'
import { privacyRequests } from '@ruam/contract/privacy/requests.ts'
import { beforeAll, expect, test, vi } from 'vitest'
import { testLine } from '../../testing/channels/line.testing.ts'
import { erase } from '../../testing/customers/profile-erasure.testing.ts'
import { field, madeProfile, save } from '../../testing/customers/profiles.testing.ts'
import { browse, type Jar, type MyDataStore, myDataStore, newFriend } from '../../testing/privacy/my-data.testing.ts'
import { newStore, testServer } from '../../testing/store.testing.ts'
import { profileId } from '../../testing/things/profiles.ts'

let made: MyDataStore
beforeAll(async () => {
  made = await myDataStore()
})

const byId = (id: number) => ({ params: { id: String(id) } })

let addresses = 0
/** An address of its own, for tries are counted by address. */
const from = () => ({ from: `10.6.${Math.floor(++addresses / 250)}.${addresses % 250}` })

/** A friend with a name, and the path of their link. */
async function linked(name: string) {
  const friend = await newFriend(made, name)
  await save(made.store, await made.store.call(profiles.get, byId(friend.profileId)), { [field.firstName]: name })
  return { ...friend, link: await newLink(friend.profileId) }
}

async function newLink(id: number): Promise<string> {
  const { url } = await made.store.call(myDataLinks.create, byId(id))
  return new URL(url).pathname
}

/** Codes in a user's chat, the newest last. */
async function codesOf(userId: string): Promise<string[]> {
  const { state } = await testLine()
  return state.accepted.flatMap(({ userId: to, message }) => {
    const { text } = message as { text?: unknown }
    return (to === userId && /^\d{6}/.exec(String(text))?.[0]) || []
  })
}

/** Asks for a code, and returns it. */
async function codeOf(link: string, userId: string): Promise<string> {
  const before = (await codesOf(userId)).length
  const { to } = await browse(new Map(), link, { form: { act: 'send' }, ...from() })
  expect(to).toMatch(/done=code_sent$/)
  return vi.waitFor(async () => {
    const codes = await codesOf(userId)
    expect(codes.length).toBe(before + 1)
    return codes.at(-1)!
  })
}

const enter = (jar: Jar, link: string, digits: string) =>
  browse(jar, link, { form: { act: 'enter', digits }, ...from() })

test('a link shows the data of its customer after the code in their chat, which proves their requests', async () => {
  const { userId, link } = await linked('กานดา')
  const first = await browse(new Map(), link, from())
  expect([first.status, first.body.includes('กานดา')]).toEqual([200, false])
  const code = await codeOf(link, userId)
  const jar: Jar = new Map()
  expect((await enter(jar, link, code)).to).toBe(`${made.path}?lang=th`)
  expect((await browse(jar, made.path, from())).body).toMatch(/กานดา[\s\S]*เข้าด้วยรหัสในแชท/)
  await browse(jar, made.path, { form: { act: 'copy' }, ...from() })
  const { data } = await made.store.call(privacyRequests.list, { query: { kind: 'copy' } })
  expect(data.map(({ identity }) => identity?.way)).toEqual(['personal_link'])
  // A code is taken once.
  expect((await enter(new Map(), link, code)).to).toMatch(/done=code_wrong$/)
})

test('a code ends after five tries, and acts for its own link alone', async () => {
  const [one, other] = [await linked('จินตนา'), await linked('ฉวีวรรณ')]
  const code = await codeOf(one.link, one.userId)
  await codeOf(other.link, other.userId)
  expect((await enter(new Map(), other.link, code)).to).toMatch(/done=code_wrong$/)
  const wrong = code === '000000' ? '000001' : '000000'
  for (let tries = 0; tries < 5; tries++)
    expect((await enter(new Map(), one.link, wrong)).to).toMatch(/done=code_wrong$/)
  const jar: Jar = new Map()
  expect((await enter(jar, one.link, code)).to).toMatch(/done=code_wrong$/)
  expect(jar.size).toBe(0)
})

test('an unknown, a former, an expired and a merged link are answered as one in force, and send nothing', async () => {
  const { admin } = await testServer()
  const [former, expired, merged] = [await linked('ณัฐ'), await linked('ดารณี'), await linked('ทิพย์')]
  await newLink(former.profileId)
  await admin.query("update my_data_link set expires_at = now() - interval '1 second' where profile_id = $1", [
    expired.profileId,
  ])
  const second = await madeProfile(made.store, { [field.firstName]: 'ทิพย์ สอง' })
  await made.store.call(profileDuplicates.mergeChosen, {
    body: { profile_ids: [merged.profileId, second.id], keep: merged.profileId, fields: [] },
  })
  const force = await linked('นงนุช')
  const unknown = `${made.path}/link/${'x'.repeat(43)}`
  const plain = (body: string, link: string) => body.replaceAll(link, '')
  const page = await browse(new Map(), force.link, from())
  for (const link of [unknown, former.link, expired.link, merged.link]) {
    const shown = await browse(new Map(), link, from())
    expect([shown.status, plain(shown.body, link)]).toEqual([200, plain(page.body, force.link)])
    expect((await browse(new Map(), link, { form: { act: 'send' }, ...from() })).to).toBe(
      `${link}?lang=th&done=code_sent`,
    )
    expect((await enter(new Map(), link, '123456')).to).toBe(`${link}?lang=th&done=code_wrong`)
  }
  // Codes go out after the answers, in their order.
  await codeOf(force.link, force.userId)
  for (const { userId } of [former, expired, merged]) expect(await codesOf(userId)).toEqual([])
})

test('a link sends three codes an hour, and an unknown one is limited in the same way', async () => {
  const { link } = await linked('บุษบา')
  for (const one of [link, `${made.path}/link/${'y'.repeat(43)}`]) {
    const statuses: number[] = []
    for (let times = 0; times < 4; times++)
      statuses.push((await browse(new Map(), one, { form: { act: 'send' }, ...from() })).status)
    expect(statuses).toEqual([302, 302, 302, 429])
  }
})

test('a link is made for a customer with a LINE chat while the page is on, and an erasure deletes it', async () => {
  const id = await profileId(made.store)
  expect((await made.store.try(myDataLinks.create, byId(id))).body).toMatchObject({ error: 'my_data_no_line' })
  const store = await newStore()
  expect((await store.try(myDataLinks.create, byId(await profileId(store)))).body).toMatchObject({
    error: 'my_data_off',
  })
  const erased = await linked('ปรียา')
  await erase(made.store, erased.profileId)
  const { admin } = await testServer()
  const { rows } = await admin.query('select from my_data_link where profile_id = $1', [erased.profileId])
  expect(rows).toEqual([])
  const own = await myDataStore()
  const { profileId: friend } = await newFriend(own, 'พรทิพย์')
  const { url } = await own.store.call(myDataLinks.create, byId(friend))
  await own.store.call(myDataSettings.turn, { body: { on: false } })
  expect((await browse(new Map(), new URL(url).pathname, from())).status).toBe(404)
})
