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
const { addAct, answerAct, currentWaiting, sendActs, undoAct } = await import('./queue.ts')
const { actsOf, removeAct } = await import('./act-store.ts')

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
  session.user.id = 7
  for (const act of await actsOf({ userId: 7, storeId: 1 })) await removeAct(act.id)
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
