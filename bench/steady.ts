import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from './table.ts'

const TICK_MS = 5

interface Steady {
  perSecond: number
  seconds: number
}

interface Times {
  count: number
  /** Milliseconds from the moment at which each was due. */
  p50: number
  p99: number
}

/** Begins work at a steady rate, whether or not earlier work has ended, and measures each from the moment at which it was due. */
export async function steadily({ perSecond, seconds }: Steady, work: (n: number) => Promise<void>): Promise<Times> {
  const taken: number[] = []
  const all: Promise<void>[] = []
  const began = performance.now()
  const one = async (n: number) => {
    await work(n)
    taken.push(performance.now() - began - (n * 1000) / perSecond)
  }
  for (let ms = 0; ms < seconds * 1000; ms = performance.now() - began) {
    while (all.length <= (ms / 1000) * perSecond) all.push(one(all.length))
    await sleep(TICK_MS)
  }
  await Promise.all(all)
  return { count: taken.length, p50: percentile(taken, 0.5), p99: percentile(taken, 0.99) }
}
