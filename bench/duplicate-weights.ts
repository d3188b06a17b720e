// The weights of the duplicate rule: logistic regression over the pairs that a scan compares, on one half of the sets with a known
// truth; the other half tells how good they are. Prints server/customers/duplicates/weights.ts again when they would differ.
import { writeFileSync } from 'node:fs'
import { comparisonMarks, isMisspelled, type Mark } from '../server/customers/duplicates/evidence.ts'
import { peopleWithAccidents } from '../server/testing/duplicates/labelled-accidents.testing.ts'
import { peopleWithAddresses } from '../server/testing/duplicates/labelled-homes.testing.ts'
import { type LabelledPair, pairsOf, truePairs } from '../server/testing/duplicates/labelled-pairs.testing.ts'
import { labelledPeople } from '../server/testing/duplicates/labelled-people.testing.ts'
import {
  branchesOfAgencies,
  type LabelledRow,
  peopleWithoutMail,
} from '../server/testing/duplicates/labelled-sets.testing.ts'

const SEED = 20261122
const halfOf = (half: number): [string, LabelledRow[]][] => [
  ['people th', peopleWithoutMail(SEED + half, 'th', 1500)],
  ['people en', peopleWithoutMail(SEED + 10 + half, 'en', 1500)],
  ['people th, many', peopleWithoutMail(SEED + 20 + half, 'th', 8000)],
  ['people en, many', peopleWithoutMail(SEED + 30 + half, 'en', 8000)],
  ['people with all', peopleWithAll(SEED + 80 + half)],
  ['branches th', branchesOfAgencies(SEED + 40 + half, 'th', 250)],
  ['branches en', branchesOfAgencies(SEED + 50 + half, 'en', 250)],
  ['addresses th', peopleWithAddresses(SEED + 90 + half, 'th', 3000)],
  ['addresses en', peopleWithAddresses(SEED + 100 + half, 'en', 3000)],
  ['accidents', peopleWithAccidents(SEED + 110 + half, 2000)],
  ['accidents, many', peopleWithAccidents(SEED + 120 + half, 8000)],
  ['branches th, many', branchesOfAgencies(SEED + 60 + half, 'th', 1000)],
]
/** The file of labelledPeople as rows. */
function peopleWithAll(seed: number): LabelledRow[] {
  const { csv, people } = labelledPeople(seed)
  const lines = csv.split('\n').slice(1)
  return lines.map((line, place) => {
    const [, first, last, born, phone, email, , address] = line.split(',') as string[]
    return { person: people[place]!, first, last, born, phone, email, address, gender: '', district: '' } as LabelledRow
  })
}
const placeOf = new Map(comparisonMarks.map((mark, place) => [mark, place + 1]))
/** Strength of the regularization. */
const RIDGE = 2
const LONGEST_STEP = 1

interface Row {
  at: number[]
  amount: number[]
  one: number
  weight: number
}

/**
 * In bits. What the sets are surer of than other stores would bear out is bounded: made-up addresses are only shared by one household,
 * and the better of two agreements never counts less.
 */
const bounds: Partial<Record<Mark, readonly [low: number, high: number]>> = {
  'first same': [3.5, 20],
  'first close': [0, 3.5],
  'first akin': [-2, 1.5],
  'last same': [3.5, 20],
  'last close': [0, 3.5],
  'last akin': [-2, 1.5],
  'store doubled': [-20, -0.2],
  'names alone': [-20, -3.3],
  'phone different': [-1.5, 0],
  'phone of few': [0.5, 20],
  'phone of many': [0, 20],
  'phone a slip off': [0, 7],
  'email of two': [0, 4.5],
  'email of few': [0.5, 20],
  'email close': [0, 3],
  'email different': [-1.5, 0],
  'gender different': [-3, 0],
  'door agrees': [0, 0.5],
  'place agrees': [0, 0.5],
  'others agree': [0.3, 1],
  'others differ': [-1.5, 0],
}

/** In bits, by hand: names that agree alone are listed only in a small store. */
const START = -3.6

function fit(rows: Row[]): number[] {
  const fixed = new Map<number, number>([[0, START]])
  for (;;) {
    const beta = fitWith(rows, fixed)
    const outside = [...placeOf].flatMap(([mark, place]) => {
      const [low, high] = bounds[mark] ?? [-Infinity, Infinity]
      const value = beta[place]!
      return !fixed.has(place) && (value < low || value > high) ? [[place, value < low ? low : high] as const] : []
    })
    if (outside.length === 0) return beta
    for (const [place, value] of outside) fixed.set(place, value)
  }
}

function fitWith(rows: Row[], fixed: ReadonlyMap<number, number>): number[] {
  let beta = Array.from({ length: comparisonMarks.length + 1 }, (_, place) => (fixed.get(place) ?? 0) * Math.LN2)
  for (let round = 0; round < 60; round++) {
    const gradient = beta.map((value, place) => (place === 0 ? 0 : -RIDGE * value))
    const hessian = beta.map((_, i) => beta.map((__, j): number => (i === j ? (i > 0 ? RIDGE : 1e-9) : 0)))
    for (const { at, amount, one, weight } of rows) {
      let sum = 0
      for (let k = 0; k < at.length; k++) sum += beta[at[k]!]! * amount[k]!
      const p = 1 / (1 + Math.exp(-sum))
      for (let k = 0; k < at.length; k++) {
        gradient[at[k]!]! += weight * (one - p) * amount[k]!
        for (let l = 0; l < at.length; l++) hessian[at[k]!]![at[l]!]! += weight * p * (1 - p) * amount[k]! * amount[l]!
      }
    }
    for (const place of fixed.keys()) {
      gradient[place] = 0
      for (const other of hessian.keys()) hessian[place]![other] = hessian[other]![place] = place === other ? 1 : 0
    }
    const whole = solve(hessian, gradient)
    // A longer step leads away where the sum is still far from its best.
    const longest = Math.max(...whole.map(Math.abs))
    const step = longest > LONGEST_STEP ? whole.map((value) => (value * LONGEST_STEP) / longest) : whole
    beta = beta.map((value, place) => value + step[place]!)
    if (Math.max(...step.map(Math.abs)) < 1e-6) break
  }
  return beta.map((value) => value / Math.LN2)
}

function solve(matrix: number[][], vector: number[]): number[] {
  const rows = matrix.map((row, place) => [...row, vector[place]!])
  for (let at = 0; at < rows.length; at++) {
    let pivot = at
    for (let row = at; row < rows.length; row++)
      if (Math.abs(rows[row]![at]!) > Math.abs(rows[pivot]![at]!)) pivot = row
    ;[rows[at], rows[pivot]] = [rows[pivot]!, rows[at]!]
    for (let row = 0; row < rows.length; row++) {
      if (row === at) continue
      const times = rows[row]![at]! / rows[at]![at]!
      for (let column = at; column <= rows.length; column++) rows[row]![column]! -= times * rows[at]![column]!
    }
  }
  return rows.map((row, place) => row[rows.length]! / row[place]!)
}

const rowOf = ({ evidence, one }: LabelledPair, weight: number): Row => ({
  at: [0, ...evidence.marks.map(([mark]) => placeOf.get(mark)!)],
  amount: [1, ...evidence.marks.map(([, amount]) => amount)],
  one: Number(one),
  weight,
})

const known = halfOf(0).map(([name, rows]) => ({ name, rows, ...pairsOf(rows) }))
const rows = known.flatMap(({ pairs }) => pairs.map((pair) => rowOf(pair, 1)))
const beta = fit(rows)
const table = comparisonMarks.map((mark, place) => `  '${mark}': ${Number(beta[place + 1]!.toFixed(2))},\n`).join('')
const file = `import type { Mark } from './evidence.ts'

// Found by \`npm run bench duplicate-weights\`; decision 15 says how. In bits.

/** Starting score of a pair: most compared pairs are two people. */
export const START = ${Number(beta[0]!.toFixed(2))}

/** Score that each mark adds or subtracts, by its strength. */
export const weights: Record<Mark, number> = {
${table}}
`
console.log(file)
if (process.env.WRITE) writeFileSync(new URL('../server/customers/duplicates/weights.ts', import.meta.url), file)

const scoreOf = (pair: LabelledPair) => {
  const { at, amount } = rowOf(pair, 1)
  const bits = at.reduce((sum, place, k) => sum + (Math.round(beta[place]! * 100) / 100) * amount[k]!, 0)
  const score = 1 / (1 + 2 ** -bits)
  return pair.evidence.names.first === 'different' && !isMisspelled(pair.evidence.names.last)
    ? Math.min(score, 0.3)
    : score
}
const buckets = new Map<number, [number, number, number]>()
for (const [half, sets] of [
  ['known', halfOf(0)],
  ['held out', halfOf(1)],
] as const)
  for (const [name, rows] of sets) {
    const { pairs } = pairsOf(rows)
    const all = truePairs(rows)
    const scored = pairs.map((pair) => [scoreOf(pair), pair.one] as const)
    const at = (cut: number) => {
      const listed = scored.filter(([score]) => score >= cut)
      const right = listed.filter(([, one]) => one).length
      return `${(right / listed.length).toFixed(3)} ${(right / all).toFixed(3)}`
    }
    const compared = pairs.filter(({ one }) => one).length
    console.log(
      `${half} ${name}: rows ${rows.length} true ${all} compared ${(compared / all).toFixed(3)} at .5: ${at(0.5)} at .3: ${at(0.3)} at .1: ${at(0.1)}`,
    )
    if (half === 'held out')
      for (const [score, one] of scored) {
        const bucket = Math.min(9, Math.floor(score * 10))
        const [n, right, sum] = buckets.get(bucket) ?? [0, 0, 0]
        buckets.set(bucket, [n + 1, right + Number(one), sum + score])
      }
  }
for (const [bucket, [n, right, sum]] of [...buckets].sort((a, b) => a[0] - b[0]))
  console.log(`${bucket / 10}: ${n} pairs, said ${(sum / n).toFixed(3)}, were ${(right / n).toFixed(3)}`)
