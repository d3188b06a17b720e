import 'fake-indexeddb/auto'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'

const stored = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value),
  removeItem: (key: string) => stored.delete(key),
})
const session = { user: { id: 7 }, store: { id: 1 } }
vi.mock('./session.ts', () => ({ currentSession: () => session }))

const { answeredAt, isCopy } = await import('./copy-time.ts')
const { storedCopies, wipeCopies } = await import('./device.ts')
const { ApiError } = await import('./request.ts')
const { userData } = await import('./storage.ts')
const { followReads } = await import('./stored-reads.ts')

interface Card {
  name: string
  citizenId?: string
}
const kind = { name: 'card', call: 'GET /card', pick: ({ name }: Card) => ({ name }) }
const keyOf = (id: number, storeId = 1) => [storeId, 'cards', 'GET /card', { id }, {}]
const owner = { userId: 7, storeId: 1 }
const gone = () => Promise.reject(new ApiError('not_found', '', undefined, 404))

/** The reads of a page, which end with it. */
const ends: (() => void)[] = []
function page() {
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  ends.push(followReads(cache, [kind] as never), () => cache.clear())
  const read = (id: number, answer: () => Promise<Card>, storeId = 1) =>
    cache.fetchQuery({ queryKey: keyOf(id, storeId), queryFn: answer })
  const state = (id: number, storeId = 1) => cache.getQueryState<Card>(keyOf(id, storeId))
  return { read, state }
}

/** Leaves the copy of a card on the device. */
async function keepCopy(id: number) {
  await page().read(id, async () => ({ name: 'กี่', citizenId: '1101700207030' }))
  await expect.poll(() => storedCopies(owner, kind)).toHaveLength(1)
}

afterEach(async () => {
  for (const end of ends.splice(0)) end()
  Object.assign(session, { user: { id: 7 }, store: { id: 1 } })
  await wipeCopies()
})
userData.set({ id: 7, firstName: '', lastName: '', email: '', language: null, era: null })

test('a read shows its copy until the answer is there, dated by when it was made', async () => {
  const before = Date.now()
  await keepCopy(1)
  const { read, state } = page()
  let answer = (_: Card) => {}
  const reading = read(1, () => new Promise((resolve) => (answer = resolve)))
  await expect.poll(() => state(1)?.data).toEqual({ name: 'กี่' })
  expect([isCopy(state(1)!), answeredAt(state(1)!) >= before]).toEqual([true, true])
  answer({ name: 'ดาว', citizenId: '1101700207030' })
  await reading
  expect([isCopy(state(1)!), state(1)?.data?.name]).toEqual([false, 'ดาว'])
})

test('a read that failed for want of a connection shows its copy, and stays failed', async () => {
  await keepCopy(1)
  const { read, state } = page()
  await read(1, () => Promise.reject(new ApiError('network', ''))).catch(() => undefined)
  await expect.poll(() => state(1)?.data).toEqual({ name: 'กี่' })
  expect(state(1)).toMatchObject({ status: 'error' })
})

test('a refused read shows no copy, and the device keeps none of what is gone', async () => {
  await keepCopy(1)
  const { read, state } = page()
  await read(1, gone).catch(() => undefined)
  await expect.poll(() => storedCopies(owner, kind)).toEqual([])
  expect(state(1)?.data).toBeUndefined()
})

test('another person, another store and another call see no copy', async () => {
  await keepCopy(1)
  const never = () => new Promise<Card>(() => {})
  const { read, state } = page()
  const ended = () => undefined
  void read(1, never, 2).catch(ended)
  void read(2, never).catch(ended)
  session.user.id = 8
  const other = page()
  void other.read(1, never).catch(ended)
  // Later reads are answered later.
  await storedCopies(owner, kind)
  expect([state(1, 2)?.data, state(2)?.data, other.state(1)?.data]).toEqual([undefined, undefined, undefined])
})
