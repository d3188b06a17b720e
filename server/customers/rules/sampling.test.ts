import { type RawBuilder, sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Db, inStore } from '../../database/db.ts'
import { coreOf, newStore, type TestStore, testServer } from '../../testing/store.testing.ts'
import { exceedsThreshold } from './sampling.ts'

beforeAll(() => testServer({ alone: true }))

const PEOPLE = 40_000
/** A hundredth, as 10,000 are of a million. */
const MOST = 400
const DRAWS = 250

/** By their place in the store: one by one as their numbers fall, or in runs as files bring them. */
const layouts = {
  'one by one': { runs: 1, step: 7919 },
  'in runs of 5': { runs: 5, step: 7919 },
  'in runs of 40': { runs: 40, step: 791 },
  'in one run': { runs: MOST, step: 7 },
}

const conditionOf = (is: RawBuilder<boolean>) => ({
  ...{ is, reads: ['id'] as const, exact: false },
  ids: () => sql<{ id: number }>`(select id from profile)`,
})

describe('a store of 40,000 profiles that shares its tables with another one', () => {
  let store: TestStore
  let low: number

  beforeAll(async () => {
    const { admin } = await testServer()
    store = await newStore()
    const other = await newStore()
    // Every other thousand belongs to the other store.
    const { rows } = await admin.query<{ low: number }>(
      `with made as (insert into profile (store_id, first_name)
         select case when n / 1000 % 2 = 0 then $1::int else $2::int end, 'คน' from generate_series(0, $3 * 2 - 1) n returning id, store_id)
       select min(id) as low from made where store_id = $1`,
      [store.storeId, other.storeId, PEOPLE],
    )
    low = Number(rows[0]!.low)
  })

  /** Exactly `count` of the store's people, in runs. */
  const some = (count: number, { runs, step }: { runs: number; step: number }) => {
    const place = sql`((id - ${low}) / 2000 * 1000 + (id - ${low}) % 1000)`
    return conditionOf(sql<boolean>`(${place} / ${runs} * ${step} % ${PEOPLE / runs} < ${count / runs})`)
  }

  const inTurn = (ask: (db: Db, turn: number) => Promise<boolean[]>) => async () => {
    const core = await coreOf(store)
    return inStore(core.pool, store.storeId, async (db) => {
      const answers: boolean[][] = []
      for (let turn = 0; turn < DRAWS; turn++) {
        await sql`select setseed(${turn / DRAWS})`.execute(db)
        answers.push(await ask(db, turn))
      }
      return answers
    })
  }

  const surely = (db: Db, conditions: ReturnType<typeof conditionOf>[]) =>
    exceedsThreshold(db, store.storeId, conditions, PEOPLE, MOST)

  test('a condition said to match more does match more, in 999 of 1,000 questions', { tags: ['verify'] }, async () => {
    const asked = Object.values(layouts).map((layout) => some(MOST, layout))
    const answers = await inTurn(async (db) => (await surely(db, asked)).each)()
    expect(answers.flat()).toHaveLength(1000)
    expect(answers.flat().filter(Boolean).length).toBeLessThanOrEqual(1)
  })

  test('a condition with five times as many matches is detected at once, and the matches of all together', async () => {
    const asked = [some(5 * MOST, layouts['one by one']), some(PEOPLE / 2, layouts['in runs of 40'])]
    const answers = await inTurn(async (db) => {
      const { each, all } = await surely(db, asked)
      return [...each, all]
    })()
    const seen = (place: number) => answers.filter((answer) => answer[place]).length / DRAWS
    expect(seen(0)).toBeGreaterThan(0.95)
    expect(seen(1)).toBe(1)
    // About 1,000 fulfil both: too few to be sure of.
    expect(seen(2)).toBeLessThan(0.5)
  })
})

test('a store without profiles has no certain condition', async () => {
  const { storeId } = await newStore()
  const core = await coreOf({ storeId })
  const answer = await inStore(core.pool, storeId, (db) =>
    exceedsThreshold(db, storeId, [conditionOf(sql<boolean>`true`)], 50_000, 10),
  )
  expect(answer).toEqual({ each: [false], all: false })
})
