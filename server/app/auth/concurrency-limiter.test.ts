import { expect, test } from 'vitest'
import { concurrencyLimiter } from './concurrency-limiter.ts'

/** Work that the test ends. */
function works() {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const work = (name: string) => () =>
    new Promise<string>((resolve) => {
      begun.push(name)
      ends.set(name, () => resolve(name))
    })
  const end = async (name: string) => {
    ends.get(name)!()
    await new Promise(setImmediate)
  }
  return { begun, work, end }
}

test('no more is done at once than there are lanes, and everything is done', async () => {
  const { begun, work, end } = works()
  const inLane = concurrencyLimiter(2, 10)
  const all = Promise.all(['a', 'b', 'c', 'd'].map((name) => inLane(false, work(name))))
  expect(begun).toEqual(['a', 'b'])
  await end('b')
  expect(begun).toEqual(['a', 'b', 'c'])
  for (const name of ['a', 'c', 'd']) await end(name)
  expect(await all).toEqual(['a', 'b', 'c', 'd'])
})

test('a known device passes while unknown ones are turned away', async () => {
  const { begun, work, end } = works()
  const inLane = concurrencyLimiter(1, 2)
  const all = ['a', 'b', 'c'].map((name) => inLane(false, work(name)))
  await expect(inLane(false, work('d'))).rejects.toMatchObject({ errorName: 'sign_in_busy', details: { seconds: 5 } })
  all.push(inLane(true, work('owner')))
  await end('a')
  expect(begun).toEqual(['a', 'owner'])
  for (const name of ['owner', 'b', 'c']) await end(name)
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'owner'])
})

test('work that fails gives its lane back', async () => {
  const inLane = concurrencyLimiter(1, 1)
  await expect(inLane(false, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await inLane(false, async () => 'next')).toBe('next')
})
