// `npm run verify automation`: kill -9 of worker, API and database, workers that sleep and clocks that move while customers go through
// automations. AUTOMATION_SEED repeats a run, and AUTOMATION_PART=2/4 plays the second quarter of its moments.
import { randomOf } from '../../tools/random.ts'
import { automationMoments } from './automation-moments.ts'
import { playAutomations } from './automations-crash.ts'

const seed = Number(process.env.AUTOMATION_SEED ?? Date.now() % 1_000_000)
const count = Number(process.env.AUTOMATION_MOMENTS ?? 24)
const people = Number(process.env.AUTOMATION_PEOPLE ?? 1000)
const [part, parts] = (process.env.AUTOMATION_PART ?? '1/1').split('/').map(Number) as [number, number]
console.log(`AUTOMATION_SEED=${seed}: ${count} moments, ${people.toLocaleString('en')} customers each`)
const outcomes = await playAutomations({
  moments: automationMoments(randomOf(seed), count).slice(((part - 1) * count) / parts, (part * count) / parts),
  people,
  workers: 2,
  tell({ what, faults, steps, messages, seconds }) {
    console.log(
      `${what}: ${faults.length} faults, ${steps} steps, ${messages} messages, over ${seconds.toFixed(1)} s after the kill`,
    )
    for (const fault of faults) console.log(`  ${fault}`)
  },
})
const sum = (of: 'steps' | 'messages') => outcomes.reduce((all, one) => all + one[of], 0).toLocaleString('en')
const wrong = outcomes.filter(({ faults }) => faults.length > 0).length
console.log(
  `${sum('steps')} steps, ${sum('messages')} messages; automations whose customers did not take every step once: ${wrong} of ${outcomes.length}`,
)
process.exit(wrong === 0 ? 0 : 1)
