// `npm run verify ingest`: kill -9 of API, worker and database and a sleeping ingester while programs send and files are imported and undone. INGEST_SEED repeats a run.
import { randomOf } from '../../tools/random.ts'
import { ingestMoments, playIngest } from './ingest-crash.ts'

const seed = Number(process.env.INGEST_SEED ?? Date.now() % 1_000_000)
const count = Number(process.env.INGEST_MOMENTS ?? 20)
const requests = Number(process.env.INGEST_REQUESTS ?? 600)
console.log(`INGEST_SEED=${seed}: ${count} moments, ${requests} requests each`)
const outcomes = await playIngest({
  moments: ingestMoments(randomOf(seed), count),
  requests,
  imports: Number(process.env.INGEST_IMPORTS ?? 2),
  tell({ what, requests, faults }) {
    console.log(`${what}: ${requests} requests, ${faults.length} faults`)
    for (const fault of faults.slice(0, 10)) console.log(`  ${fault}`)
  },
})
const wrong = outcomes.filter(({ faults }) => faults.length > 0).length
console.log(`moments with a lost or doubled item: ${wrong} of ${outcomes.length}`)
if (wrong > 0) process.exitCode = 1
