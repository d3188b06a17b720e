import { type DeviceOwner, ownerKey } from '../../data/device.ts'
import { isApiError } from '../../data/request.ts'
import { serverNow } from '../../data/server-clock.ts'
import { beforeSignOut, currentSession, onSession } from '../../data/session.ts'
import { wordsNow } from '../../data/text.ts'
import { askConfirmation } from '../../ui/confirm.tsx'
import { type Act, type NewAct, newActId } from './act.ts'
import { actsOf, actsOfPerson, changeAct, isLasting, putAct, removeAct } from './act-store.ts'
import { actWords } from './act-words.ts'
import { type Sent, sendAct, takeActBack } from './send-act.ts'

/** Time for which a sent act can be taken back. */
export const UNDO_ACT_MS = 10_000
/** Pauses between attempts without a connection. */
const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 30_000

/** The queue as a screen sees it. */
export interface Waiting {
  acts: readonly Act[]
  /** False if the acts are gone with the page. */
  lasting: boolean
  /** When the connection was lost; undefined while there is one. */
  offlineSince: number | undefined
}

let waiting: Waiting = { acts: [], lasting: true, offlineSince: undefined }
const listeners = new Set<() => void>()
export const currentWaiting = () => waiting
export const onWaiting = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const become = (next: Partial<Waiting>) => {
  waiting = { ...waiting, ...next }
  for (const listener of listeners) listener()
}

/** Called with each act that the server has recorded or given back. */
const recorded = new Set<() => void>()
export const onRecorded = (listener: () => void) => {
  recorded.add(listener)
  return () => recorded.delete(listener)
}

const news = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('ruam-acts')

const owner = (): DeviceOwner | undefined => {
  const { user, store } = currentSession()
  return user && store ? { userId: user.id, storeId: store.id } : undefined
}

/** Reads the acts again, after this tab or another has changed them. */
export async function readActs(): Promise<void> {
  const mine = owner()
  become({ acts: mine ? await actsOf(mine) : [], lasting: await isLasting() })
}

async function changed() {
  await readActs()
  news?.postMessage('changed')
}

/** Milliseconds within which the same act again is a double tap. */
const DOUBLE_TAP_MS = 700

const isSame = (one: NewAct, other: NewAct) =>
  (['kind', 'profileId', 'phone', 'amount', 'text', 'typeId', 'noteId'] as const).every(
    (key) => one[key] === other[key],
  )

/** Adds an act of the person, and sends it as soon as there is a connection. Returns its id. */
export async function addAct(act: NewAct): Promise<string> {
  const mine = owner()
  if (!mine) throw new Error('No store is open')
  const last = waiting.acts.at(-1)
  if (last && last.state !== 'undo' && Date.now() - last.position < DOUBLE_TAP_MS && isSame(act, last)) return last.id
  const id = newActId()
  const at = new Date(serverNow()).toISOString()
  await putAct({
    ...act,
    id,
    at,
    owner: ownerKey(mine),
    position: Math.max(Date.now(), (waiting.acts.at(-1)?.position ?? 0) + 1),
    state: 'waiting',
  })
  await changed()
  void sendActs()
  return id
}

/** Takes an act back. One that no request has named is only removed. */
export async function undoAct(id: string): Promise<void> {
  await changeAct(id, (act) => (act.state === 'sent' || act.tried ? { ...act, state: 'undo', back: true } : null))
  await changed()
  void sendActs()
}

/** Gives an act that asks its customer, or sends it again as it is. */
export async function answerAct(id: string, customer?: { profileId: number; name: string }): Promise<void> {
  await changeAct(id, ({ trouble: _, reason: __, ...act }) => ({
    ...act,
    ...customer,
    state: act.back ? 'undo' : 'waiting',
  }))
  await changed()
  void sendActs()
}

/** One tab at a time. On plain http there are no locks: the key of each act has to do. */
const alone = <T>(work: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request('ruam.acts', work) : work()

let running: Promise<void> | undefined
let again = false
let timer: ReturnType<typeof setTimeout> | undefined
let pause = FIRST_PAUSE_MS

/** Sends what waits, in order. Calls during a run are one more run. */
export function sendActs(): Promise<void> {
  clearTimeout(timer)
  timer = undefined
  again = true
  running ??= (async () => {
    while (again) {
      again = false
      await alone(sendAll).catch(() => undefined)
      await changed()
    }
    // Sent acts are removed from the device once they can no longer be taken back.
    if (waiting.acts.some(({ state }) => state === 'sent')) timer ??= setTimeout(sendActs, UNDO_ACT_MS)
  })().finally(() => {
    running = undefined
  })
  return running
}

async function sendAll() {
  const mine = owner()
  if (!mine) return
  for (const act of await actsOf(mine)) {
    // The tablet may have been handed to somebody else meanwhile.
    const now = owner()
    if (!now || ownerKey(now) !== act.owner) return
    if (act.state === 'asks') continue
    if (act.state === 'sent') {
      if ((act.sentAt ?? 0) < Date.now() - UNDO_ACT_MS) await removeAct(act.id)
      continue
    }
    try {
      await (act.state === 'undo' ? sendUndo(act) : sendOne(act))
      pause = FIRST_PAUSE_MS
      become({ offlineSince: undefined })
    } catch (error) {
      if (isApiError(error, 'signed_out')) return
      if (isApiError(error, 'network', 'timeout')) lostConnection()
      timer = setTimeout(sendActs, pause)
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
      return
    }
  }
}

async function sendOne({ id }: Act) {
  const act = await changeAct(id, (now) => ({ ...now, tried: true }))
  if (act?.state !== 'waiting') return
  await settle(id, await sendAct(act))
}

/** Takes an act back whose request may have arrived: it is named again, which records nothing new, and then removed. */
async function sendUndo(act: Act) {
  const { activityId, profileId } = act
  const known = activityId !== undefined && profileId !== null ? { activityId, profileId } : await sendAct(act)
  if ('activityId' in known) {
    await changeAct(act.id, (now) => ({ ...now, ...known }))
    const outcome = await takeActBack(act, known)
    await changeAct(act.id, (now) => ('trouble' in outcome ? { ...now, ...outcome, state: 'asks' } : null))
    // No request found a customer: there is nothing to take back.
  } else if ('done' in known || known.trouble === 'nobody' || known.trouble === 'several') {
    await changeAct(act.id, () => null)
  } else await changeAct(act.id, (now) => ({ ...now, ...known, state: 'asks' }))
  for (const listener of recorded) listener()
}

/** Writes what became of an act. One that was taken back meanwhile stays so. */
async function settle(id: string, sent: Sent) {
  await changeAct(id, (now) => {
    if ('done' in sent) return null
    if ('trouble' in sent) return now.state === 'undo' ? now : { ...now, ...sent, state: 'asks' }
    return { ...now, ...sent, sentAt: Date.now(), state: now.state === 'undo' ? 'undo' : 'sent' }
  })
  for (const listener of recorded) listener()
}

/** Notes when the connection was lost. */
export function lostConnection() {
  if (waiting.offlineSince === undefined) become({ offlineSince: serverNow() })
}

/** Warns before a sign-out that leaves acts behind. */
async function mayLeave(): Promise<boolean> {
  const { user } = currentSession()
  const count = user ? (await actsOfPerson(user.id)).filter(({ state }) => state !== 'sent').length : 0
  if (count === 0) return true
  const t = wordsNow(actWords)
  const text = (await isLasting()) ? t.leaveLasting : t.leaveLost
  return askConfirmation({ title: t.leaveTitle({ count }), text, yes: t.leaveYes, no: t.leaveNo, mode: 'cancel' })
}

let started = false

/** Watches the connection, other tabs and the session, and sends what waits. */
export function startActs(): void {
  if (started) return
  started = true
  if (!navigator.onLine) lostConnection()
  const back = () => {
    become({ offlineSince: undefined })
    pause = FIRST_PAUSE_MS
    void sendActs()
  }
  window.addEventListener('online', back)
  window.addEventListener('offline', lostConnection)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void sendActs())
  news?.addEventListener('message', () => void readActs())
  let key = ''
  const follow = () => {
    const mine = owner()
    const next = mine ? ownerKey(mine) : ''
    if (next === key) return
    key = next
    void readActs().then(sendActs)
  }
  onSession(follow)
  beforeSignOut(mayLeave)
  follow()
}
