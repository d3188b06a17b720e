import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { systemFields } from '@ruam/contract/platform/system-fields.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { importFile } from '../../testing/imports/data-sources.testing.ts'
import { type Member, newStore, type TestStore, testServer } from '../../testing/store.testing.ts'

const citizenId = '1101700230708'
let store: TestStore
let staff: Member
let trusted: Member

beforeAll(async () => {
  store = await newStore()
  await store.call(profileFields.create, {
    body: { field_name: 'allergy', display_name: 'แพ้ยา', data_type: 'String', sensitive: true },
  })
  await importFile(
    store,
    `ชื่อ,เบอร์โทรศัพท์,เลขประจำตัวประชาชน,รายได้,แพ้ยา\nญาดา,0812345670,${citizenId},54321,เพนิซิลลิน\nปิติ,0898765432,,,\n`,
  )
  staff = await store.member(['cdp-core.profile.read'])
  trusted = await store.member(['cdp-core.profile.read', 'cdp-core.profile-sensitive.read'])
})

/** Returns values as seen by a person, in the list and on the page. */
async function seen(by: Member, firstName: string) {
  const { data } = await by.call(profiles.list, { query: { keyword: firstName } })
  const alone = await by.call(profiles.get, { params: { id: String(data[0]!.id) } })
  return [data[0]!, alone].map(({ fields }) =>
    Object.fromEntries(fields.map(({ name, value, masked }) => [name, masked ? { masked: value } : value])),
  )
}

describe('a member without permission for sensitive values', () => {
  test.each([
    ['ญาดา', '+66812345670'],
    ['ปิติ', '+66898765432'],
  ])('sees a constant for sensitive fields of %s, with a value or without', async (firstName, phone) => {
    const [citizenId, income, allergy] = Array(3).fill({ masked: '•••' })
    for (const values of await seen(staff, firstName))
      expect(values).toMatchObject({ firstName, phone, citizenId, income, allergy })
  })

  test('is refused alike for an edit that is right, wrong or empty, and sends the constant back unchanged', async () => {
    const editor = await store.member(['cdp-core.profile.read', 'cdp-core.profile.edit'])
    for (const firstName of ['ญาดา', 'ปิติ']) {
      const { data } = await editor.call(profiles.list, { query: { keyword: firstName } })
      const { id, updated_at: origin_time } = data[0]!
      const edit = async (value: string | null) => {
        const body = { fields: [{ id: 10, value }], origin_time }
        const answer = await editor.try(profiles.update, { params: { id: String(id) }, body })
        return [answer.status, answer.body.error]
      }
      for (const value of [citizenId, '1101700230716', null, '', '•-••••-•••••-70-8'])
        expect(await edit(value)).toEqual([403, 'field_closed'])
      expect((await edit('•••'))[0]).toBe(200)
    }
  })

  test('is sent no sensitive value in any part of an answer', async () => {
    const { app } = await testServer()
    for (const url of ['/api/profile?limit=0', '/api/profile?keyword=ญาดา']) {
      const { body } = await app.inject({ url: encodeURI(url), headers: { authorization: `Bearer ${staff.token}` } })
      for (const value of [citizenId, '54321', 'เพนิซิลลิน']) expect(body).not.toContain(value)
    }
  })

  test('cannot find out a sensitive value by searching for it', async () => {
    for (const keyword of [citizenId, '54321', 'เพนิซิลลิน', '1101']) {
      expect([keyword, (await staff.call(profiles.list, { query: { keyword } })).total]).toEqual([keyword, 0])
    }
  })
})

test('a member with permission sees all values in the list, and on the page those they reveal', async () => {
  for (const by of [trusted, store]) {
    const [listed, alone] = await seen(by, 'ญาดา')
    expect(listed).toMatchObject({ citizenId, income: 54321, allergy: 'เพนิซิลลิน' })
    expect(alone).toMatchObject({ citizenId: { masked: '•-••••-•••••-70-8' }, income: { masked: '•••' } })
    const { data } = await by.call(profiles.list, { query: { keyword: 'ญาดา' } })
    const params = { id: String(data[0]!.id) }
    expect(await by.call(profiles.unmask, { params, body: { field_id: 10 } })).toEqual({ value: citizenId })
  }
})

test('a profile page shows every field of the store, in order, in the reader’s language', async () => {
  const { data } = await store.call(profiles.list, { query: { keyword: 'ปิติ' } })
  const { app } = await testServer()
  const url = `/api/profile/${data[0]!.id}`
  const titles = async (language: string) => {
    const reply = await app.inject({
      url,
      headers: { authorization: `Bearer ${store.token}`, 'accept-language': language },
    })
    return reply.json().fields.map((field: { display_name: string }) => field.display_name)
  }
  const [thai, english] = [await titles('th'), await titles('en')]
  expect([thai.length, thai[0], english[0], thai.at(-1), english.at(-1)]).toEqual([
    systemFields.length + 1,
    'ชื่อ',
    'First name',
    'แพ้ยา',
    'แพ้ยา',
  ])
})
