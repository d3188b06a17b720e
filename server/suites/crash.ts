// `npm run verify crash`: kill -9 at random moments of an import, of calculations of segments and of exports, and what is lost, doubled or
// wrong by it. CRASH_SEED repeats a run, CRASH_MOMENTS=0 leaves all but the segments out.
import { randomOf } from '../../tools/random.ts'
import { exportMoments, playExports } from './crash-exports.ts'
import { type Outcome, playMoments, randomMoments } from './crash-moments.ts'
import { playSegments, segmentMoments } from './crash-segments.ts'

const seed = Number(process.env.CRASH_SEED ?? Date.now() % 1_000_000)
const rows = Number(process.env.CRASH_ROWS ?? 120_000)
const count = Number(process.env.CRASH_MOMENTS ?? 20)
/** From the last kill to the end of the run. */
const MOST_SECONDS = 60

console.log(
  `CRASH_SEED=${seed}: ${count} moments, 2 sleepers, 2 labels, 2 turns, 3 undos and 2 conversions, ${rows.toLocaleString('en')} rows each`,
)
const outcomes = count > 0 ? await playMoments(randomMoments(randomOf(seed), count), { rows, workers: 2 }, tell) : []
const sum = (of: (outcome: Outcome) => number) => outcomes.reduce((total, outcome) => total + of(outcome), 0)
const differing = outcomes.filter(({ differences }) => differences.length > 0).length
const late = outcomes.filter(({ seconds }) => seconds > MOST_SECONDS).length
console.log(
  `lost ${sum(({ lost }) => lost)}, doubled ${sum(({ doubled }) => doubled)} in ${outcomes.length} moments; ` +
    `counts that differ ${differing}, ended later than ${MOST_SECONDS} s ${late}`,
)

const SEGMENT_ROWS = Math.ceil(rows / 2)
console.log(
  `10 kills in the middle of a calculation of segments, ${SEGMENT_ROWS.toLocaleString('en')} people, then 60 s of writing`,
)
const calculations = await playSegments({
  seed,
  rows: SEGMENT_ROWS,
  moments: segmentMoments(randomOf(seed), 10),
  editMs: 60_000,
  tell: ({ what, faults, seconds }) => {
    console.log(`${what}: ${faults.length} faults, right after ${seconds.toFixed(1)} s`)
    for (const fault of faults) console.log(`  ${fault}`)
  },
})
const wrong = calculations.filter(({ faults, seconds }) => faults.length > 0 || seconds > MOST_SECONDS).length
console.log(`segments that were wrong, or right later than ${MOST_SECONDS} s: ${wrong} of ${calculations.length} times`)
const EXPORTS = count === 0 ? 0 : 20
console.log(`${EXPORTS} kills in the middle of an export of ${rows.toLocaleString('en')} people, with others coming in`)
const files = await playExports({
  rows,
  moments: exportMoments(randomOf(seed), EXPORTS),
  tell: ({ what, status, faults, seconds, rows: written }) => {
    console.log(`${what}: ${status} with ${written.toLocaleString('en')} rows after ${seconds.toFixed(1)} s`)
    for (const fault of faults) console.log(`  ${fault}`)
  },
})
const short = files.outcomes.filter(({ faults, seconds }) => faults.length > 0 || seconds > MOST_SECONDS).length
console.log(`files that were not whole, or late: ${short} of ${EXPORTS}; orphans after two purges: ${files.orphans}`)
process.exit(
  outcomes.every(({ lost, doubled }) => lost + doubled === 0) && differing + late + wrong + short + files.orphans === 0
    ? 0
    : 1,
)

function tell({ moment, lost, doubled, differences, seconds }: Outcome): void {
  const where = `${moment.victim} at ${Math.round(moment.at * 100)} % of the ${moment.phase}`
  console.log(`${where}: lost ${lost}, doubled ${doubled}, over after ${seconds.toFixed(1)} s`)
  for (const difference of differences) console.log(`  ${difference}`)
}
