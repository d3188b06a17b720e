import { expect, test } from 'vitest'
import { openLanes } from './lanes.ts'

test('a receiver gets eight requests at a time, and more after each success', async () => {
  const inLanes = openLanes()
  let working = 0
  const seen: number[] = []
  const work = async (item: number) => {
    seen.push(++working)
    await new Promise<void>((resolve) => setImmediate(resolve))
    working--
    return { done: item >= 0 }
  }
  const numbers = (count: number) => Array.from({ length: count }, (_, n) => n)
  await inLanes(numbers(8), () => [], work)
  expect(Math.max(...seen)).toBe(8)
  await inLanes(numbers(1000), () => [], work)
  expect(Math.max(...seen)).toBe(64)
})

test('items behind a failed one of their key are left out, and other ones are not', async () => {
  const failing = new Set([1])
  const done = await openLanes()(
    [0, 1, 2, 3, 4],
    (item) => [item % 2],
    async (item) => ({ done: !failing.has(item) }),
  )
  expect(done.map((one) => one?.done)).toEqual([true, false, true, undefined, true])
})
