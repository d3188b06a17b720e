import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readValues } from '../customers/profiles/read-values.ts'
import { importFile } from '../imports/data-sources/data-sources.testing.ts'
import { undone } from '../imports/undo/import-undo.testing.ts'
import { newStore, type TestStore, testServer } from '../platform/core/store.testing.ts'
import { explainStatements, goesThroughAll, peopleFile, plans, unexplained, watchStatements } from './watched-plans.ts'

// Plans of work over many rows in tables that are known to be empty: each index then costs the same.

let store: TestStore

beforeAll(async () => {
  watchStatements()
  const { core, admin } = await testServer()
  store = await newStore()
  const { id, real } = await importFile(store, peopleFile(0, 300))
  await readValues(core, store.storeId)
  await undone(store, id, real)
  await readValues(core, store.storeId)
  // Cut off, its pages would be counted by their size again.
  await admin.query('vacuum (truncate false, analyze)')
  explainStatements()
})

afterAll(() => {
  vi.restoreAllMocks()
})

test('an import and the reading of its values look up each row by its key when the only import before it was undone', async () => {
  const { core } = await testServer()
  const { id, real, stats } = await importFile(store, peopleFile(0, 1500), { name: 'อีกไฟล์' })
  await readValues(core, store.storeId)
  await undone(store, id, real)
  await readValues(core, store.storeId)
  expect(stats.added).toBe(1500)
  expect(unexplained).toEqual([])
  // No profile has an activity here.
  const known = (plan: string[]) => plan.filter((line) => !line.includes(' on activity '))
  const slow = [...plans].filter(([, plan]) => goesThroughAll(known(plan)))
  expect(slow.map(([text, plan]) => `${text}\n${plan.join('\n')}`)).toEqual([])
})
