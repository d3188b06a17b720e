// `npm run verify followers`: kill -9 of the worker while LINE's list of friends and their names come in. FOLLOWERS_SEED repeats a run.
import { randomOf } from '../../tools/random.ts'
import { playFollowers } from './followers-crash.ts'

const seed = Number(process.env.FOLLOWERS_SEED ?? Date.now() % 1_000_000)
const friends = Number(process.env.FOLLOWERS ?? 50_000)
console.log(`FOLLOWERS_SEED=${seed}: ${friends} friends`)
const { kills, faults, listSeconds, nameSeconds, mostPerSecond, asked } = await playFollowers({
  friends,
  random: randomOf(seed),
})
console.log(`killed at: ${kills.join('; ')}`)
console.log(`list after ${listSeconds.toFixed(1)} s, last name after ${nameSeconds.toFixed(1)} s`)
console.log(`questions for names: ${asked}, at most ${mostPerSecond} within a second`)
for (const fault of faults) console.log(`  ${fault}`)
console.log(`faults: ${faults.length}`)
if (faults.length > 0) process.exitCode = 1
