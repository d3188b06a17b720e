import { expect } from 'vitest'
import { randomOf } from '../../tools/random.ts'
import { brokenRules } from '../testing/consistency.ts'
import { firstCases } from '../testing/first-cases.testing.ts'
import { newStore, testServer } from '../testing/store.testing.ts'
import { calls, type Request, send } from './calls.ts'
import { type Scene, scenes } from './crossed-writes.ts'

const MOST = Number(process.env.CROSSED_PAIRS ?? 1)
const SEED = Number(process.env.CROSSED_SEED ?? (process.env.SEED === 'random' ? Date.now() % 1_000_000 : 20261122))
/** Calls per writer. */
const AT_ONCE = 10

type Maker = (n: number) => Request

async function played(scene: Scene) {
  const store = await newStore()
  return { store, writers: Object.entries((await scene(store)) as Record<string, Maker>) }
}

/** Some of every two that there are, each with itself too. */
function somePairs(count: number) {
  const all = Array.from({ length: count }, (_, a) => Array.from({ length: count - a }, (_, b) => [a, a + b] as const))
  return randomOf(SEED).shuffle(all.flat()).slice(0, MOST)
}

firstCases(4)(Object.entries(scenes))(
  `of two kinds of writing to one %s, ten at once each, none breaks and all fits together afterwards (CROSSED_SEED=${SEED})`,
  { timeout: 1_800_000 },
  async (_, scene) => {
    const { app } = await testServer()
    const { writers } = await played(scene)
    const faults: string[] = []
    for (const pair of somePairs(writers.length)) {
      const { store, writers } = await played(scene)
      const title = pair.map((place) => writers[place]![0]).join(' and ')
      const replies = await Promise.all(
        pair.flatMap((place) => {
          const [name, make] = writers[place]!
          const { endpoint } = calls.find((call) => call.name === name)!
          return Array.from({ length: AT_ONCE }, (_, n) => send(app, endpoint, make(n), `Bearer ${store.token}`))
        }),
      )
      // A request that is not valid shows nothing.
      const broken = replies.filter(({ statusCode, body }) => statusCode >= 500 || body.includes('"invalid_input"'))
      if (broken.length > 0) faults.push(`${title}: ${broken.length} times ${broken[0]!.body}`)
      for (const rule of await brokenRules(store)) faults.push(`${title}: ${rule}`)
    }
    expect(faults).toEqual([])
  },
)
