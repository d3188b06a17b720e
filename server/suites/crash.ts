// `npm run verify crash`: kill -9 at random moments of an import, and what is lost and doubled by it. CRASH_SEED repeats a run.
import { randomOf } from '../../tools/random.ts'
import { type Outcome, playMoments, randomMoments } from './crash-moments.ts'

const seed = Number(process.env.CRASH_SEED ?? Date.now() % 1_000_000)
const rows = Number(process.env.CRASH_ROWS ?? 120_000)
const count = Number(process.env.CRASH_MOMENTS ?? 20)
/** From the last kill to the end of the run. */
const MOST_SECONDS = 60

console.log(
  `CRASH_SEED=${seed}: ${count} moments, 2 sleepers, 2 labels, 2 turns, 3 undos and 2 conversions, ${rows.toLocaleString('en')} rows each`,
)
const outcomes = await playMoments(randomMoments(randomOf(seed), count), { rows, workers: 2 }, tell)
const sum = (of: (outcome: Outcome) => number) => outcomes.reduce((total, outcome) => total + of(outcome), 0)
const differing = outcomes.filter(({ differences }) => differences.length > 0).length
const late = outcomes.filter(({ seconds }) => seconds > MOST_SECONDS).length
console.log(
  `lost ${sum(({ lost }) => lost)}, doubled ${sum(({ doubled }) => doubled)} in ${outcomes.length} moments; ` +
    `counts that differ ${differing}, ended later than ${MOST_SECONDS} s ${late}`,
)
process.exit(outcomes.every(({ lost, doubled }) => lost + doubled === 0) && differing + late === 0 ? 0 : 1)

function tell({ moment, lost, doubled, differences, seconds }: Outcome): void {
  const where = `${moment.victim} at ${Math.round(moment.at * 100)} % of the ${moment.phase}`
  console.log(`${where}: lost ${lost}, doubled ${doubled}, over after ${seconds.toFixed(1)} s`)
  for (const difference of differences) console.log(`  ${difference}`)
}
