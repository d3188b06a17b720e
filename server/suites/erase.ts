// `npm run verify erase`: erases people during concurrent writes about them, and finds what is left. ERASE_SEED repeats a run.
import { playErasures } from './erase-play.ts'

const seed = Number(process.env.ERASE_SEED ?? Date.now() % 1_000_000)
const rounds = Number(process.env.ERASE_ROUNDS ?? 200)
const kills = Number(process.env.ERASE_KILLS ?? 5)

console.log(`ERASE_SEED=${seed}: ${rounds} erasures, ${kills} kills`)
const { outcomes, left } = await playErasures({ seed, rounds, kills }, (n, { faults, refused, writes }, victim) => {
  if (victim || faults.length > 0 || n % 20 === 19)
    console.log(`${n + 1}: ${writes} concurrent writes, refused ${refused} times${victim ? `, ${victim} killed` : ''}`)
  for (const fault of faults) console.log(`  ${fault}`)
})
const sum = (of: (outcome: (typeof outcomes)[number]) => number) => outcomes.reduce((total, one) => total + of(one), 0)
const faults = sum((one) => one.faults.length)
for (const place of left) console.log(`left: ${place}`)
console.log(
  `${outcomes.length} erasures during ${sum((one) => one.writes)} writes, refused ${sum((one) => one.refused)} times by imports; ` +
    `unexpected answers ${faults}, places with something left ${left.length}`,
)
process.exit(faults + left.length === 0 ? 0 : 1)
