import { olderCalls, olderChange, successorOf } from '@ruam/contract/older-calls.ts'
import { titleOf } from '@ruam/contract/platform/endpoint.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { newStore, type TestStore, testServer } from '../testing/store.testing.ts'
import { calls, type Request, send } from './calls.ts'
import { requestOf } from './requests.ts'

// Programs of the older API that follow their patch: the newer call takes what the patch leaves, and answers the same.

let store: TestStore
beforeAll(async () => {
  store = await newStore()
})

/** Calls whose patch changes nothing but the address: reads, so that the same request is made twice. */
const moved = olderCalls().filter((call) => {
  const { patch } = olderChange(titleOf(call), 'en')!
  const newer = successorOf(call)
  return call.method === 'GET' && newer?.method === 'GET' && !call.older!.differs && !/^[-+] {2}/m.test(patch)
})

/** Ids of the newer path by its own names; undefined if the older request has no such id. */
function renamed(successor: string, path: string, { params = {} }: Request): Record<string, string> | undefined {
  const parts = successor.split('/').map((part) => (/^\{\w+\}$/.test(part) ? params[part.slice(1, -1)] : part))
  const found = path
    .split('/')
    .flatMap((part, place) => (part.startsWith('{') ? [[part.slice(1, -1), parts[place]]] : []))
  return found.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(found)
}

test('most reads only move to another address', () => {
  expect(moved.length).toBeGreaterThan(8)
})

describe('an older request at the address of its patch gets the same answer', () => {
  test.each(moved.map((call) => [titleOf(call), call] as const))('%s', async (_, older) => {
    const { app } = await testServer()
    const call = calls.find(({ endpoint }) => endpoint === older)!
    const request = await requestOf(call, store)
    const newer = successorOf(older)!
    const params = renamed(older.older!.successor!, newer.path, request)
    expect(params).toBeDefined()
    const [before, after] = [
      await send(app, older, request, `Bearer ${store.token}`),
      await send(app, newer, { ...request, params: params! }, `Bearer ${store.token}`),
    ]
    expect([after.statusCode, after.json()]).toEqual([before.statusCode, before.json()])
  })
})

test.each(olderCalls().map((call) => [titleOf(call), call] as const))(
  'the patch of %s names it and its successor',
  (title, call) => {
    for (const language of ['th', 'en'] as const) {
      const { becomes, patch } = olderChange(title, language)!
      const newer = successorOf(call)
      expect(becomes).toBe(newer && titleOf(newer))
      const lines = patch.split('\n').filter((line) => /^[-+]\w/.test(line))
      expect(lines).toEqual([
        `-${call.method} /api${call.path}`,
        ...(newer ? [`+${newer.method} /api${newer.path}`] : []),
      ])
    }
  },
)
