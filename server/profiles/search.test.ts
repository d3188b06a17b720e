import { profiles } from '@ruam/contract/profiles.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { newStore, type TestStore } from '../core/testing.ts'
import { importFile } from '../data-sources/testing.ts'

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

/** First names of whoever a keyword finds. */
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

  test('but not by another vowel or tone: these are letters of their own', async () => {
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

  test('of another country, and of a house', async () => {
    expect([await found('+1 415 555 2671'), await found('02-123-4567')]).toEqual([['Somchai'], ['ญาดา']])
  })

  test('by how it begins, not by its middle', async () => {
    expect(await found('2345678')).toEqual([])
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

test('a keyword of blanks is no keyword, and one that nobody can see finds nobody', async () => {
  expect((await found('   ')).length).toBe(4)
  expect(await found('\u200b')).toEqual([])
})

test('capitals make no difference', async () => {
  expect([await found('SOMCHAI'), await found('somchai jaiDEE')]).toEqual([['Somchai'], ['Somchai']])
})
