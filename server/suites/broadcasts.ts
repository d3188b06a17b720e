// `npm run verify broadcast`: kill -9 of worker, API and database while broadcasts are sent. BROADCAST_SEED repeats a run, and
// BROADCAST_PART=2/4 plays the second quarter of its moments.
import { randomOf } from '../../tools/random.ts'
import { broadcastMoments } from './broadcast-moments.ts'
import { playBroadcasts } from './broadcasts-crash.ts'

const seed = Number(process.env.BROADCAST_SEED ?? Date.now() % 1_000_000)
const count = Number(process.env.BROADCAST_MOMENTS ?? 24)
const people = Number(process.env.BROADCAST_PEOPLE ?? 10_000)
const pushed = Number(process.env.BROADCAST_PUSHED ?? 5000)
const [part, parts] = (process.env.BROADCAST_PART ?? '1/1').split('/').map(Number) as [number, number]
const shown = (number: number) => number.toLocaleString('en')
console.log(`BROADCAST_SEED=${seed}: ${count} moments, ${shown(people)} people each, ${shown(pushed)} of personal ones`)
const outcomes = await playBroadcasts({
  moments: broadcastMoments(randomOf(seed), count).slice(((part - 1) * count) / parts, (part * count) / parts),
  people,
  pushed,
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
