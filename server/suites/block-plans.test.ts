import { writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { endFile } from '../platform/core/end-of-file.testing.ts'
import { testServer } from '../platform/core/store.testing.ts'
import { actsOf } from './block-plans/acts.ts'
import { type Knowledge, prepare } from './block-plans/databases.ts'
import { loopsIn, wasteIn } from './block-plans/judge.ts'
import type { Executed } from './block-plans/reads.ts'
import { during, explaining, takeExecuted, watchConnections } from './block-plans/watch.ts'

// Plans that were really executed in all work over blocks of people. With the right statistics any statement is quick, so the tables have
// none, wrong ones, or those of another store.

const PEOPLE = Number(process.env.PLANS_PEOPLE ?? 1500)

beforeAll(watchConnections)
afterAll(() => vi.restoreAllMocks())

/** Returns the statements of all acts in a database of their own. */
async function played(knowledge: Knowledge): Promise<Executed[]> {
  const { admin } = await testServer({ settings: explaining })
  await prepare(knowledge)
  for (const [name, act] of Object.entries(await actsOf(PEOPLE))) {
    if (knowledge === 'analysed before each act') await admin.query('vacuum analyze')
    const began = Date.now()
    await during(name, act).catch((e) => console.log('FAILED', name, e))
    if (process.env.PLANS_DUMP) console.log(knowledge, name, Date.now() - began)
  }
  await endFile()
  const statements = takeExecuted()
  const dump = process.env.PLANS_DUMP
  if (dump) {
    console.log(statements.length, statements.reduce((n, { calls }) => n + calls, 0))
    const name = `${dump}/${knowledge.replaceAll(' ', '-')}`
    writeFileSync(`${name}.json`, JSON.stringify(statements.map((s) => ({ ...s, nodes: [...s.nodes] }))))
    writeFileSync(`${name}.txt`, loopsIn(statements, PEOPLE).join('\n\n'))
  }
  return statements
}

let analysed: Executed[] | undefined

test.each(['never analysed', 'analysed while empty', 'beside a large store'] as const)(
  'no statement reads a set or a store for each person when tables are %s',
  { timeout: 7_200_000 },
  async (knowledge) => {
    const statements = await played(knowledge)
    expect(loopsIn(statements, PEOPLE)).toEqual([])
  },
)
