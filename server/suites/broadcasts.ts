// `npm run verify broadcast`: kill -9 of worker, API and database while broadcasts are sent. BROADCAST_SEED repeats a run.
import { randomOf } from '../../tools/random.ts'
import { broadcastMoments } from './broadcast-moments.ts'
import { playBroadcasts } from './broadcasts-crash.ts'

const seed = Number(process.env.BROADCAST_SEED ?? Date.now() % 1_000_000)
const count = Number(process.env.BROADCAST_MOMENTS ?? 24)
const people = Number(process.env.BROADCAST_PEOPLE ?? 10_000)
console.log(`BROADCAST_SEED=${seed}: ${count} moments, ${people.toLocaleString('en')} people each`)
const outcomes = await playBroadcasts({
  moments: broadcastMoments(randomOf(seed), count),
  people,
  refused: 5,
  workers: 2,
  tell({ what, faults, seconds }) {
    console.log(`${what}: ${faults.length} faults, over ${seconds.toFixed(1)} s after the kill`)
    for (const fault of faults) console.log(`  ${fault}`)
  },
})
const wrong = outcomes.filter(({ faults }) => faults.length > 0).length
console.log(`broadcasts that did not reach everybody once: ${wrong} of ${outcomes.length}`)
process.exit(wrong === 0 ? 0 : 1)
