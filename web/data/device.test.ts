import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const stored = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value),
  removeItem: (key: string) => stored.delete(key),
})
const { shareDevice, storeCopy, storedCopies, wipeCopies } = await import('./device.ts')
const { userData } = await import('./storage.ts')

const owner = { userId: 7, storeId: 1 }
const card = { name: 'card', pick: ({ name }: { name: string; citizenId?: string }) => ({ name }) }
const names = async (of = owner) => (await storedCopies(of, card)).map(({ value }) => value.name)
const signIn = (id: number) => userData.set({ id, firstName: '', lastName: '', email: '', language: null, era: null })

beforeEach(() => signIn(7))
afterEach(async () => {
  vi.useRealTimers()
  shareDevice(false)
  await wipeCopies()
})

test('a copy has only the named fields, and is seen by its person in its store alone', async () => {
  await storeCopy(owner, card, 1, { name: 'กี่', citizenId: '1101700207030' })
  expect(await storedCopies(owner, card)).toMatchObject([{ id: '1', value: { name: 'กี่' } }])
  expect(JSON.stringify(await storedCopies(owner, card))).not.toContain('1101700207030')
  expect([await names({ userId: 8, storeId: 1 }), await names({ userId: 7, storeId: 2 })]).toEqual([[], []])
})

test('copies go with their store, all at a sign-out, and none is written after it', async () => {
  for (const storeId of [1, 2]) await storeCopy({ userId: 7, storeId }, card, 1, { name: 'กี่' })
  await wipeCopies({ store: 1 })
  expect([await names(), await names({ userId: 7, storeId: 2 })]).toEqual([[], ['กี่']])
  await wipeCopies({ except: 1 })
  expect(await names({ userId: 7, storeId: 2 })).toEqual([])
  userData.remove()
  await storeCopy(owner, card, 1, { name: 'กี่' })
  expect(await names()).toEqual([])
})

test('a copy is used for twelve hours', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  await storeCopy(owner, card, 1, { name: 'กี่' })
  vi.setSystemTime(Date.now() + 12 * 3_600_000 - 1000)
  expect(await names()).toEqual(['กี่'])
  vi.setSystemTime(Date.now() + 2000)
  expect(await names()).toEqual([])
})

test('a shared device stores nothing', async () => {
  shareDevice(true)
  await storeCopy(owner, card, 1, { name: 'กี่' })
  shareDevice(false)
  expect(await names()).toEqual([])
})
