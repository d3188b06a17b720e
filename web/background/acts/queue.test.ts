import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'

const stored = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value),
  removeItem: (key: string) => stored.delete(key),
})
const session = { user: { id: 7 }, store: { id: 1 } }
const answer = vi.fn()
vi.mock('../../data/session.ts', () => ({
  currentSession: () => session,
  onSession: () => () => undefined,
  beforeSignOut: () => () => undefined,
}))
vi.mock('../../data/api.ts', () => ({ call: (...sent: unknown[]) => answer(...sent) }))
vi.mock('../../ui/confirm.tsx', () => ({ askConfirmation: async () => true }))

const { profileActivities } = await import('@ruam/contract/customers/profile-activities.ts')
const { ApiError } = await import('../../data/request.ts')
const { workListCalls } = await import('@ruam/contract/reports/work-lists.ts')
const { deviceDatabase } = await import('../../data/device.ts')
const { learnServerTime } = await import('../../data/server-clock.ts')
const { addAct, answerAct, currentWaiting, readActs, sendActs, undoAct } = await import('./queue.ts')
const { actsOf, actsOfPerson, isLasting, removeAct } = await import('./act-store.ts')

interface Sent {
  params: { id: number; activityId?: number }
  body?: { idempotencyKey: string; activityAt: string }
}
const offline = () => answer.mockRejectedValue(new ApiError('network', ''))
const online = () => answer.mockImplementation(async () => ({ id: 500 }))
const visit = (profileId: number) => addAct({ kind: 'visit', profileId, name: `ลูกค้า ${profileId}` })
const sentTo = (endpoint: unknown) =>
  answer.mock.calls.filter(([of]) => of === endpoint).map(([, sent]) => sent as Sent)
const states = () => currentWaiting().acts.map(({ state, trouble }) => trouble ?? state)

afterEach(async () => {
  vi.restoreAllMocks()
  session.user.id = 7
  session.store.id = 1
  for (const act of await actsOfPerson(7)) await removeAct(act.id)
  await readActs()
  answer.mockReset()
})

test('acts without a connection wait, and are sent in their order with their own time and key', async () => {
  offline()
  for (const id of [1, 2, 3]) await visit(id)
  await sendActs()
  expect([states(), currentWaiting().offlineSince !== undefined]).toEqual([['waiting', 'waiting', 'waiting'], true])
  const before = Date.now()
  answer.mockClear()
  online()
  await sendActs()
  await sendActs()
  const sent = sentTo(profileActivities.visit)
  expect(sent.map(({ params }) => params.id)).toEqual([1, 2, 3])
  expect(new Set(sent.map(({ body }) => body!.idempotencyKey)).size).toBe(3)
  expect(sent.every(({ body }) => Date.parse(body!.activityAt) <= before)).toBe(true)
})

test('an act whose request may have arrived is taken back by naming it again, and others are only removed', async () => {
  offline()
  const first = await visit(1)
  await sendActs()
  const later = await visit(2)
  answer.mockClear()
  online()
  await Promise.all([undoAct(first), undoAct(later)])
  await sendActs()
  expect(sentTo(profileActivities.delete).map(({ params }) => [params.id, params.activityId])).toContainEqual([1, 500])
  expect(currentWaiting().acts).toEqual([])
})

test('a lasting refusal becomes a question, and the acts after it go on', async () => {
  answer.mockImplementation(async (_: unknown, { params }: Sent) => {
    if (params.id === 1) throw new ApiError('forbidden', 'ไม่มีสิทธิ์', undefined, 403)
    if (params.id === 2) throw new ApiError('not_found', '', undefined, 404)
    return { id: 500 }
  })
  const ids = [await visit(1), await visit(2), await visit(3)]
  await sendActs()
  expect(states()).toEqual(['forbidden', 'gone', 'sent'])
  await answerAct(ids[1]!, { profileId: 4, name: 'อีกคน' })
  await sendActs()
  expect(sentTo(profileActivities.visit).at(-1)!.params.id).toBe(4)
})

test('nobody else on the device sees or sends an act', async () => {
  offline()
  await visit(1)
  await sendActs()
  session.user.id = 8
  answer.mockClear()
  online()
  await sendActs()
  expect([currentWaiting().acts, answer.mock.calls]).toEqual([[], []])
})

test('an act has the time of the server when the clock of the device is a day behind', async () => {
  offline()
  learnServerTime(new Date(Date.now() + 86_400_000).toUTCString())
  await visit(1)
  const at = Date.parse(currentWaiting().acts[0]!.at)
  learnServerTime(new Date().toUTCString())
  expect(Math.abs(at - Date.now() - 86_400_000)).toBeLessThan(60_000)
})

test('an act stays in the page and is still sent when the device is full', async () => {
  offline()
  const database = (await deviceDatabase())!
  vi.spyOn(database, 'put').mockRejectedValue(new DOMException('full', 'QuotaExceededError'))
  await visit(1)
  await readActs()
  expect([await isLasting(), states(), currentWaiting().lasting]).toEqual([false, ['waiting'], false])
  vi.restoreAllMocks()
  await sendActs()
  online()
  await sendActs()
  expect(states()).toEqual(['sent'])
})

test('acts of several tabs have keys of their own, and none is lost when both write at once', async () => {
  offline()
  await Promise.all([1, 2, 3, 4, 5].map(visit))
  await sendActs()
  const waiting = await actsOf({ userId: 7, storeId: 1 })
  expect(new Set(waiting.map(({ id }) => id)).size).toBe(5)
})

test('a double tap is one act', async () => {
  offline()
  const first = await visit(1)
  expect(await visit(1)).toBe(first)
  expect(states()).toEqual(['waiting'])
})

test('acts of a store that the person left are found by its person alone', async () => {
  offline()
  await visit(1)
  session.store.id = 2
  await readActs()
  expect(currentWaiting().acts).toEqual([])
  expect([(await actsOfPerson(7)).length, (await actsOfPerson(8)).length, (await actsOfPerson(70)).length]).toEqual([
    1, 0, 0,
  ])
})

test('a customer is ticked off a list without a connection, and put back by its undo', async () => {
  offline()
  await addAct({ kind: 'follow-up', profileId: 1, name: 'กี่', noteId: 9 })
  const birthday = await addAct({ kind: 'birthday', profileId: 2, name: 'ชุติมา' })
  await sendActs()
  answer.mockClear()
  online()
  await sendActs()
  expect(sentTo(profileActivities.markNote)).toEqual([{ params: { id: 1, activityId: 9 }, body: { done: true } }])
  await undoAct(birthday)
  await sendActs()
  const bodies = sentTo(workListCalls.mark).map(({ body }) => body)
  expect(bodies.at(0)).toEqual({ kind: 'birthdays', profileIds: [2], done: true })
  expect(bodies.at(-1)).toEqual({ kind: 'birthdays', profileIds: [2], done: false })
})

test('a tick of a customer who is gone needs no decision', async () => {
  answer.mockRejectedValue(new ApiError('not_found', '', undefined, 404))
  await addAct({ kind: 'follow-up', profileId: 1, name: 'กี่', noteId: 9 })
  await sendActs()
  expect(currentWaiting().acts).toEqual([])
})
