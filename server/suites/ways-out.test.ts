import { beforeAll, expect, test } from 'vitest'
import { testServer } from '../testing/store.testing.ts'
import type { CallName } from './calls.ts'
import { readingCalls, type Scene, setScene, shownBy, shownInExports } from './ways-out.ts'

// A restricted customer is in no way out. The ways are derived: every call that reads, with all rights, every export, and the views of SQL accounts.

/** Screens on which staff find, serve and answer the customer, and what they keep of files. The list may only shrink. */
const staffs: Partial<Record<CallName, string>> = {}

let scene: Scene
beforeAll(async () => {
  await testServer({ alone: true })
  scene = await setScene()
}, 120_000)

test('no call that reads answers a restricted customer, except on screens of staff', { timeout: 600_000 }, async () => {
  const shown = new Map<string, { free: boolean; restricted: boolean }>()
  for (const call of readingCalls) shown.set(call.name, await shownBy(scene, call))
  const found = [...shown].flatMap(([name, { restricted }]) => (restricted ? [name] : []))
  expect(found.toSorted()).toEqual(Object.keys(staffs).toSorted())
  // Without these the search would find nothing because nothing is there.
  const free = [...shown].flatMap(([name, { free }]) => (free ? [name] : []))
  console.log(JSON.stringify({ found, free }))
  expect(free.length).toBeGreaterThan(found.length)
})

test('no export holds a restricted customer, and those of customers hold the others', { timeout: 300_000 }, async () => {
  const shown = await shownInExports(scene)
  console.log(JSON.stringify(shown))
  expect(Object.entries(shown).filter(([, { restricted }]) => restricted)).toEqual([])
  expect(shown.profile?.free).toBe(true)
})
