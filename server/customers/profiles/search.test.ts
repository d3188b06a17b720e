import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { importFile } from '../../testing/imports/data-sources.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'

let store: TestStore
beforeAll(async () => {
  store = await newStore()
  await importFile(
    store,
    [
      'ชื่อ,นามสกุล,เบอร์โทรศัพท์,อีเมล,บริษัท,ชื่อที่แสดงใน LINE',
      'แก้วตา,น้ำใส,0812345678,kaew@example.com,ร้านข้าว ๕๕๕,',
      'Somchai,Jaidee,+14155552671,som.chai+shop@example.com,100% Organic,@nok',
      'ปี่,เสียงดี,0898765432,100percent@example.com,100 Organic,snake_case',
      'ญาดา,ศรีสุข,021234567,yada@example.com,Backslash \\ Co,snakeXcase',
    ].join('\n'),
  )
})

/** First names of the profiles that match a keyword. */
async function found(keyword: string): Promise<unknown[]> {
  const { data, total } = await store.call(profiles.list, { query: { keyword } })
  expect(total).toBe(data.length)
  return data.map(({ fields }) => fields.find(({ name }) => name === 'firstName')?.value).sort()
}

describe('a Thai name is found', () => {
  test.each([
    ['as it is written', 'แก้วตา'],
    ['with two sara e for a sara ae', 'เเก้วตา'],
    ['by a part of it', 'ก้วต'],
    ['by its first letter', 'แ'],
    ['by its first and last name in either order', 'น้ำใส แก้วตา'],
    ['with nikhahit and sara aa for a sara am', 'นํ้าใส'],
    ['with the tone mark after the sara am', 'นำ้ใส'],
    ['with a zero-width space inside', 'แก้ว\u200bตา'],
    ['with blanks around and between', '  แก้วตา   น้ำใส '],
    ['with a word in Arabic digits that was written in Thai ones', '555'],
    ['with a word in Thai digits', '๕๕๕'],
  ])('%s', async (_, keyword) => {
    expect(await found(keyword)).toEqual(['แก้วตา'])
  })

  test('with the tone mark typed before the vowel', async () => {
    expect(await found('ป\u0e48\u0e35')).toEqual(['ปี่'])
  })

  test('but not by another vowel or tone, which are distinct letters', async () => {
    expect([await found('แกวตา'), await found('แก่วตา'), await found('ปี')]).toEqual([[], [], ['ปี่']])
  })
})

describe('a phone is found', () => {
  test.each([
    '0812345678',
    '081-234-5678',
    '081 234 5678',
    '081.234.5678',
    '(081) 234-5678',
    '081–234–5678',
    '๐๘๑๒๓๔๕๖๗๘',
    '+66812345678',
    '+66 81 234 5678',
    '+66 (0)81 234 5678',
    '66812345678',
    '0066812345678',
    '812345678',
    '0812',
  ])('typed as %s', async (keyword) => {
    expect(await found(keyword)).toEqual(['แก้วตา'])
  })

  test('phones of another country, and of a house', async () => {
    expect([await found('+1 415 555 2671'), await found('02-123-4567')]).toEqual([['Somchai'], ['ญาดา']])
  })

  test.each(['5678', '345678', '2345678', '๕๖๗๘', '234-5678'])('by its last digits typed as %s', async (keyword) => {
    expect(await found(keyword)).toEqual(['แก้วตา'])
  })

  test('four digits are its end, and its beginning only where its zero is among them', async () => {
    expect([await found('8123'), await found('81234'), await found('0812')]).toEqual([[], ['แก้วตา'], ['แก้วตา']])
  })

  test('not by its middle, and not by three digits', async () => {
    expect([await found('23456'), await found('678'), await found('+5678')]).toEqual([[], [], []])
  })
})

describe('an e-mail address is found', () => {
  test.each(['kaew@example.com', 'KAEW@Example.com', 'kaew@', 'kaew'])('typed as %s', async (keyword) => {
    expect(await found(keyword)).toEqual(['แก้วตา'])
  })

  test('with a plus and dots in it', async () => {
    expect(await found('som.chai+shop@')).toEqual(['Somchai'])
  })
})

describe('a sign of LIKE is a letter', () => {
  test.each([
    ['%', []],
    ['100%', ['Somchai']],
    ['_', []],
    ['snake_c', ['ปี่']],
    ['\\', ['ญาดา']],
    ['%%%', []],
    ["' or '1'='1", []],
    ['@nok', ['Somchai']],
  ])('%s finds what holds it', async (keyword, names) => {
    expect(await found(keyword)).toEqual(names)
  })
})

test('a blank keyword is ignored, and an invisible one matches no profile', async () => {
  expect((await found('   ')).length).toBe(4)
  expect(await found('\u200b')).toEqual([])
})

test('capitals make no difference', async () => {
  expect([await found('SOMCHAI'), await found('somchai jaiDEE')]).toEqual([['Somchai'], ['Somchai']])
})

describe('a text of the store’s own fields is found', () => {
  let own: TestStore
  beforeAll(async () => {
    own = await newStore()
    const fields = { petname: 'String', secret: 'String', points: 'Number', joined: 'Date' } as const
    const ids: Record<string, number> = {}
    for (const [name, data_type] of Object.entries(fields)) {
      const body = { field_name: name, display_name: name, data_type, sensitive: name === 'secret' }
      ids[name] = (await own.call(profileFields.create, { body })).id
    }
    const { admin } = await testServer()
    const add = (first_name: string, custom: Record<string, unknown>) =>
      admin.query('insert into profile (store_id, first_name, custom) values ($1, $2, $3)', [
        own.storeId,
        first_name,
        Object.fromEntries(Object.entries(custom).map(([name, value]) => [ids[name], value])),
      ])
    await add('ก้อย', { petname: 'น้องหมู VIP', secret: 'ความลับ', points: 4321, joined: '2024-05-06' })
    await add('ข้าว', { petname: 'say "hi" \\o/ 100%', secret: 'หมู' })
    await add('คำ', { petname: '๑๒๓ Café' })
    await add('งาม', {})
  })

  const foundIn = async (keyword: string) =>
    (await own.call(profiles.list, { query: { keyword } })).data
      .map(({ fields }) => fields.find(({ name }) => name === 'firstName')?.value)
      .sort()

  test.each([
    ['by a word of it', 'vip', ['ก้อย']],
    ['by two words in any order', 'VIP หมู', ['ก้อย']],
    ['by one letter', 'น', ['ก้อย']],
    ['by two letters', 'vi', ['ก้อย']],
    ['with a quotation mark', '"hi"', ['ข้าว']],
    ['with a backslash', '\\o/', ['ข้าว']],
    ['with a percent sign', '100%', ['ข้าว']],
    ['by other digits', '123', ['คำ']],
    ['by capitals with an accent', 'CAFÉ', ['คำ']],
    ['together with names', 'ข้าว', ['ข้าว']],
  ])('%s', async (_, keyword, names) => {
    expect(await foundIn(keyword)).toEqual(names)
  })

  test('but not when it is sensitive, a number or a day', async () => {
    expect([await foundIn('ความลับ'), await foundIn('4321'), await foundIn('2024')]).toEqual([[], [], []])
    expect(await foundIn('หมู')).toEqual(['ก้อย'])
  })
})
