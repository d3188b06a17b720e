// `npm run verify rich-menus`: 100,000 friends, five menus, 10,000 changes of labels, kills and faults of LINE. MENU_SEED repeats a run.
import { randomOf } from '../../tools/random.ts'
import { playMenus } from './menus-play.ts'

const seed = Number(process.env.MENU_SEED ?? Date.now() % 1_000_000)
const friends = Number(process.env.MENU_FRIENDS ?? 100_000)
const changes = Number(process.env.MENU_CHANGES ?? 10_000)
const seconds = Number(process.env.MENU_SECONDS ?? 150)
console.log(`MENU_SEED=${seed}: ${friends.toLocaleString('en')} friends, ${changes.toLocaleString('en')} changes`)
const kills = ['worker', 'postmaster', 'everything'] as const
const faults = ['error', 'too_many', 'timeout_after_accept'] as const
const { wrong, calls, needed, waits, violations } = await playMenus({
  random: randomOf(seed),
  ...{ friends, changes, seconds, workers: 2 },
  kills,
  faults,
  tell: (line) => console.log(line),
})
const at = (share: number) => ((waits[Math.floor(waits.length * share)] ?? 0) / 1000).toFixed(1)
// LINE accepted these calls and was cut off: they have to be repeated. A call that LINE refuses is not counted.
const cutOff = kills.length + faults.filter((kind) => kind === 'timeout_after_accept').length
const ratio = (calls - cutOff) / needed
console.log(`wrong menus: ${wrong}; calls: ${calls}, ${cutOff} of them cut off; ${needed} needed (${ratio.toFixed(2)})`)
console.log(
  `from a change to its menu: ${at(0.5)} s median, ${at(0.99)} s of 99 %, ${((waits.at(-1) ?? 0) / 1000).toFixed(1)} s at most`,
)
console.log(`violations: ${violations.length}`)
process.exit(wrong === 0 && ratio <= 1.1 && violations.length === 0 ? 0 : 1)
