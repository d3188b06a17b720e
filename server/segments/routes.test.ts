import { segments } from '@ruam/contract/segments.ts'
import { beforeAll, expect, test } from 'vitest'
import { newStore, type TestStore } from '../core/testing.ts'

let store: TestStore
beforeAll(async () => {
  store = await newStore()
})

const make = (name: string) => ({ body: { name, color: 'teal' as const, type: 'general' as const } })

test('a label that was made is in the list, found by a part of its name in any way of typing', async () => {
  const made = await store.call(segments.create, make('ลูกค้าแรกเริ่ม'))
  expect(made).toMatchObject({ name: 'ลูกค้าแรกเริ่ม', color: 'teal', type: 'general', target_count: 0 })
  const { data } = await store.call(segments.list, { query: { search: 'ค้าเเรก', limit: '-1' } })
  expect(data).toEqual([made])
})

test('a name is taken whatever its case, blanks and way of typing', async () => {
  await store.call(segments.create, make('แฟน Club'))
  for (const name of ['แฟน CLUB', ' แฟน  club ', 'เเฟน Club']) {
    expect((await store.call(segments.nameAvailable, { query: { keyword: name } })).exists).toBe(true)
    expect((await store.try(segments.create, make(name))).body).toMatchObject({ error_code: 79 })
  }
})

test.each(['', '  ', '\u200b', 'ก,ข', 'ก'.repeat(101)])('"%s" is no name for a label (code 80)', async (name) => {
  expect((await store.try(segments.create, make(name))).body).toMatchObject({ error_code: 80 })
})

test.each(['all', 'ทั้งหมด', 'NONE'])('the name %s is reserved (code 81)', async (name) => {
  expect((await store.try(segments.create, make(name))).body).toMatchObject({ error_code: 81 })
})

test('two people who make one label at once make one', async () => {
  const replies = await Promise.all([store.try(segments.create, make('คู่')), store.try(segments.create, make('คู่'))])
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('labels are sorted as asked, Thai names in the order of a dictionary', async () => {
  const other = await newStore()
  for (const name of ['เกาะ', 'กาแฟ', 'แขก']) await other.call(segments.create, make(name))
  const { data } = await other.call(segments.list, { query: { sort_by: 'name', sort_direction: 'asc' } })
  expect(data.map((label) => label.name)).toEqual(['กาแฟ', 'เกาะ', 'แขก'])
})
