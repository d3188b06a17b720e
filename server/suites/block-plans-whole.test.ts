import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { endFile } from '../testing/end-of-file.testing.ts'
import { computedIn, loopsIn, wasteIn } from './block-plans/evaluate.ts'
import { PATIENCE_MS, PEOPLE, played } from './block-plans/play.ts'
import type { Executed } from './block-plans/reads.ts'
import { watchConnections } from './block-plans/watch.ts'

// All work over blocks of people with no statistics, with outdated ones, and with those of another store, compared with the right ones.

let analysed: Executed[]
beforeAll(async () => {
  watchConnections()
  analysed = await played('analysed before each act')
}, PATIENCE_MS)
afterEach(endFile)
afterAll(() => vi.restoreAllMocks())

test.each(['never analysed', 'analysed while empty', 'beside a large store'] as const)(
  'statements read no set per person, and at most three times the pages of analysed tables, when tables are %s',
  { tags: ['verify'], timeout: PATIENCE_MS },
  async (knowledge) => {
    const statements = await played(knowledge)
    console.log(
      `${knowledge}: ${statements.length} statements, ${statements.reduce((sum, { calls }) => sum + calls, 0)} executions`,
    )
    expect([
      ...loopsIn(statements, PEOPLE),
      ...computedIn(statements),
      ...wasteIn(statements, analysed, PEOPLE),
    ]).toEqual([])
  },
)
