import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { diskLists } from './side-lists.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ruam-lists-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('a list has the lines that were added and not dropped', async () => {
  const lists = diskLists(folder)
  expect(await lists.lines('erasures')).toEqual([])
  for (const line of ['1 a', '2 b', '1 c']) await lists.add('erasures', line)
  await lists.drop('erasures', (line) => line.startsWith('1'))
  expect(await lists.lines('erasures')).toEqual(['2 b'])
  await lists.replace('audit-seals.json', ['[]'])
  expect(await lists.lines('audit-seals.json')).toEqual(['[]'])
})

test('lines that processes add while others drop theirs are all kept', async () => {
  const lists = [diskLists(folder), diskLists(folder), diskLists(folder)]
  const numbers = [...Array(40).keys()]
  await Promise.all([
    ...numbers.map((n) => lists[n % 2]!.add('erasures', `kept ${n}`)),
    (async () => {
      for (const n of numbers) {
        await lists[2]!.add('erasures', `gone ${n}`)
        await lists[2]!.drop('erasures', (line) => line === `gone ${n}`)
      }
    })(),
  ])
  const left = (await lists[0]!.lines('erasures')).filter((line) => line !== '2 b')
  expect(new Set(left)).toEqual(new Set(numbers.map((n) => `kept ${n}`)))
})
