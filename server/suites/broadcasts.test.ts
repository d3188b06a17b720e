import { expect, test } from 'vitest'
import { randomOf } from '../../tools/random.ts'
import { choiceMoment, shortMoment } from './broadcast-moments.ts'
import { playBroadcasts } from './broadcasts-crash.ts'

const seed = Number(process.env.BROADCAST_SEED ?? Date.now() % 1_000_000)

test(`a broadcast reaches each person once when server, database and worker are killed under it (BROADCAST_SEED=${seed})`, {
  tags: ['verify'],
  timeout: 360_000,
}, async () => {
  const random = randomOf(seed)
  const moments = [shortMoment(random, false), shortMoment(random, true), choiceMoment]
  const outcomes = await playBroadcasts({ people: 6000, pushed: 2000, refused: 1, workers: 0, moments })
  expect(outcomes.map(({ what, faults }) => [what, faults])).toEqual(outcomes.map(({ what }) => [what, []]))
})
