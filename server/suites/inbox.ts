// `npm run verify inbox`: kill -9 of API, worker and database while webhooks come in. INBOX_SEED repeats a run.
import { randomOf } from '../../tools/random.ts'
import { inboxMoments, playInbox } from './inbox-crash.ts'

const seed = Number(process.env.INBOX_SEED ?? Date.now() % 1_000_000)
const count = Number(process.env.INBOX_MOMENTS ?? 12)
const users = Number(process.env.INBOX_USERS ?? 400)
console.log(`INBOX_SEED=${seed}: ${count} moments, ${users} users each`)
const outcomes = await playInbox({
  moments: inboxMoments(randomOf(seed), count),
  users,
  tell({ what, events, faults, seconds }) {
    console.log(`${what}: ${events} events, ${faults.length} faults, empty ${seconds.toFixed(1)} s after the kill`)
    for (const fault of faults.slice(0, 10)) console.log(`  ${fault}`)
  },
})
const wrong = outcomes.filter(({ faults }) => faults.length > 0).length
console.log(`moments with a lost or doubled event: ${wrong} of ${outcomes.length}`)
if (wrong > 0) process.exitCode = 1
