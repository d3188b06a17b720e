import { endFile } from '../../testing/end-of-file.testing.ts'
import { testServer } from '../../testing/store.testing.ts'
import { actsOf } from './acts.ts'
import { type Knowledge, prepare } from './databases.ts'
import type { Executed } from './reads.ts'
import { drainExecuted, during, explaining } from './watch.ts'

export const PEOPLE = Number(process.env.PLANS_PEOPLE ?? 1000)
/** Milliseconds of one database: plans that are wrong take long, and their statement is to be named all the same. */
export const PATIENCE_MS = 2 * 3_600_000

/** Returns the statements of all acts in a database of their own. */
export async function played(knowledge: Knowledge): Promise<Executed[]> {
  const { admin } = await testServer({ settings: explaining })
  await prepare(knowledge)
  for (const [name, act] of Object.entries(await actsOf(PEOPLE))) {
    if (knowledge === 'analysed before each act') await admin.query('analyze')
    await during(name, act)
  }
  const statements = drainExecuted()
  await endFile()
  return statements
}
