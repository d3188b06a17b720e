import { expect, test } from 'vitest'
import { dateColumns } from '../../testing/imports/date-accidents.testing.ts'
import { type DateOutcome, importColumn, purchaseType } from '../../testing/imports/date-files.testing.ts'
import { newStore } from '../../testing/store.testing.ts'

const SEED = Number(process.env.DATE_SEED ?? 20261127)
const today = new Date(`${new Date().toISOString().slice(0, 10)}T00:00:00Z`)
const columns = dateColumns(SEED, today)

/** Kinds whose columns cannot be read without an answer, and the question that they ask. */
const contradictions: Readonly<Record<string, string>> = {
  'both orders in one column': 'date_order',
  'two-digit Buddhist years that Excel completed': 'date_shift',
  'births after today': 'date_shift',
  'half the column in shifted years': 'date_shift',
  'times just before midnight': 'date_shift',
}

interface Tally {
  cells: number
  right: number
  wrong: number
  asked: Set<string>
  told: Set<string>
  empty: Record<string, number>
  answeredEmpty: Record<string, number>
}

/** Imports columns through the endpoint. Returns what became of them by kind, and every wrong cell. */
async function outcomes(chosen: typeof columns) {
  const store = await newStore()
  const type = await purchaseType(store)
  const kinds = new Map<string, Tally>()
  const wrong: string[] = []
  const add = (to: Record<string, number>, { empty }: DateOutcome) => {
    for (const [why, count] of Object.entries(empty)) to[why] = (to[why] ?? 0) + count
  }
  for (const column of chosen) {
    const { kind, means, cells } = column
    const { questions, examples, repairs, before, answered } = await importColumn(store, column, type)
    const tally = kinds.get(kind) ?? {
      ...{ cells: 0, right: 0, wrong: 0, asked: new Set(), told: new Set(), empty: {}, answeredEmpty: {} },
    }
    kinds.set(kind, tally)
    tally.cells += cells.length
    tally.right += before.right
    tally.wrong += before.wrong.length + (answered?.wrong.length ?? 0)
    for (const question of questions) tally.asked.add(question)
    for (const repair of repairs) tally.told.add(repair)
    add(tally.empty, before)
    add(tally.answeredEmpty, answered ?? before)
    wrong.push(
      ...[...before.wrong, ...(answered?.wrong ?? [])].map((cell) => `${kind}, ${cells.length} cells: ${cell}`),
    )
    expect(questions.length, `${kind}: ${questions.join()}`).toBeLessThanOrEqual(1)
    // An empty cell is never silent: it has a reason, and a question if an answer fills it.
    expect(before.empty, kind).not.toHaveProperty('none')
    if (Object.keys(before.empty).some((why) => why.endsWith('_unknown'))) expect(questions, kind).toHaveLength(1)
    for (const { cells: shown } of examples) {
      expect(shown.length, kind).toBeGreaterThan(0)
      for (const { readings } of shown) expect(readings.length).toBeGreaterThan(1)
    }
    if (answered && means.shift !== 'empty') expect(answered.wrong, kind).toEqual([])
  }
  return { kinds, wrong }
}

test('the smallest column of each contradiction is asked about once, and no date of it is wrong', {
  tags: ['verify'],
}, async () => {
  const small = columns.filter(({ kind, cells }) => kind in contradictions && cells.length === 30)
  const { kinds, wrong } = await outcomes(small)
  expect(wrong).toEqual([])
  for (const [kind, { asked }] of kinds)
    if (kind !== 'times just before midnight') expect([...asked], kind).toEqual([contradictions[kind]])
})

test(`5,000 dates in 20 kinds of accident are right, asked about or named (DATE_SEED=${SEED})`, {
  tags: ['verify'],
  timeout: 900_000,
}, async () => {
  expect(columns.reduce((sum, { cells }) => sum + cells.length, 0)).toBe(5000)
  const { kinds, wrong } = await outcomes(columns)
  for (const [kind, { cells, right, asked, told, empty, answeredEmpty }] of kinds)
    console.log(
      `${kind}: ${cells} dates, ${right} right, empty ${JSON.stringify(empty)}, asked ${[...asked]}, told ${[...told]}; ` +
        `after the answers empty ${JSON.stringify(answeredEmpty)}`,
    )
  expect(wrong).toEqual([])
  for (const [kind, { asked }] of kinds)
    expect([...asked], kind).toEqual(kind in contradictions ? [contradictions[kind]] : [])
})
