import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { collectWhenIdle } from './at-rest.ts'

const signal = new AbortController().signal

/** Keeps the processor at work. */
function work(ms: number) {
  for (const until = performance.now() + ms; performance.now() < until; );
}

test('a process at rest collects once what its work has left, and not while it works', async () => {
  let collected = 0
  const { work: look } = collectWhenIdle(() => void collected++)
  work(300)
  await look(signal)
  expect(collected).toBe(0)
  await look(signal)
  expect(collected).toBe(1)
  await look(signal)
  expect(collected).toBe(1)
})

test('memory returned at rest is memory that nothing holds', async () => {
  setFlagsFromString('--expose-gc')
  const { work: look } = collectWhenIdle(runInNewContext('gc') as () => void)
  // Arrays of this size have pages of their own: what else lives in the process keeps none of them.
  let litter: number[][] | undefined = Array.from({ length: 12 }, () => new Array<number>(1_000_000).fill(0.5))
  const full = process.memoryUsage().heapTotal
  expect(litter).toHaveLength(12)
  litter = undefined
  await look(signal)
  await look(signal)
  expect(process.memoryUsage().heapTotal).toBeLessThan(full - 64 * 1024 * 1024)
})
