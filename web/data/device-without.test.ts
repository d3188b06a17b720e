import 'fake-indexeddb/auto'
import { IDBFactory, IDBObjectStore } from 'fake-indexeddb'
import { openDB } from 'idb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const owner = { userId: 7, storeId: 1 }
const card = { name: 'card', pick: (value: { name: string }) => value }
const copy = { owner: '7.1', kind: 'card', id: '1', at: Date.now(), value: { name: 'กี่' } }

/** The module as a page loads it, in a browser whose database was made before. */
async function load() {
  vi.resetModules()
  const device = await import('./device.ts')
  const { userData } = await import('./storage.ts')
  userData.set({ id: 7, firstName: '', lastName: '', email: '', language: null, era: null })
  return device
}

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  vi.stubGlobal('indexedDB', new IDBFactory())
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.resetModules()
})

test('a browser that refuses a database keeps nothing, and nothing fails', async () => {
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('refused', 'SecurityError')
  })
  const device = await load()
  await device.storeCopy(owner, card, 1, { name: 'กี่' })
  await device.removeCopy(owner, card, '1')
  await device.wipeCopies()
  expect([await device.storedCopies(owner, card), await device.storedCopy(owner, card, '1')]).toEqual([[], undefined])
})

test('a full device shows the copies that it has, and keeps no other', async () => {
  const device = await load()
  await device.storeCopy(owner, card, 1, { name: 'กี่' })
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  await device.storeCopy(owner, card, 2, { name: 'ดาว' })
  expect((await device.storedCopies(owner, card)).map(({ value }) => value.name)).toEqual(['กี่'])
})

test('the database of a newer build is left alone, but its copies go with a sign-out; acts that wait stay', async () => {
  const newer = await openDB('ruam-device', 2, {
    upgrade(fresh) {
      fresh.createObjectStore('copies', { keyPath: ['owner', 'kind', 'id'] })
      fresh.createObjectStore('acts', { keyPath: 'id' })
      fresh.createObjectStore('more')
    },
    blocking: (_, __, event) => (event.target as IDBDatabase).close(),
  })
  await newer.put('copies', copy)
  await newer.put('acts', { id: 'one', owner: '7.1', position: 1, state: 'waiting' })
  const device = await load()
  await device.storeCopy(owner, card, 2, { name: 'ดาว' })
  expect(await device.storedCopies(owner, card)).toEqual([])
  expect(await newer.count('copies')).toBe(1)
  await device.wipeCopies()
  expect([await newer.count('copies'), await newer.count('acts'), newer.version]).toEqual([0, 1, 2])
  newer.close()
})

test('a database of that name without our tables keeps nothing, and goes with a sign-out', async () => {
  const other = await openDB('ruam-device', 2, { upgrade: (fresh) => void fresh.createObjectStore('copies') })
  await other.put('copies', copy, 'one')
  other.close()
  const device = await load()
  await device.storeCopy(owner, card, 2, { name: 'ดาว' })
  expect(await device.storedCopies(owner, card)).toEqual([])
  await device.wipeCopies()
  expect(await indexedDB.databases()).toEqual([])
})
