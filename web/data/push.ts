import type { EventData, EventDeclaration } from '@ruam/contract/platform/event.ts'
import { mayOpen } from '@ruam/contract/platform/permissions.ts'
import { pushPermissions, socketPermissions } from '@ruam/contract/push.ts'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { type Camel, camelKey } from './camel.ts'
import { whenIdle } from './idle.ts'
import { isApiError } from './request.ts'
import { currentSession, onSession } from './session.ts'

/** Event as screens see it. */
export type Pushed<E extends EventDeclaration> = Camel<EventData<E>>

const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 30_000
/** A socket is replaced when so much of its time is over: the new one hears before the old one ends. */
const RENEW_AT = 0.8

const handlers = new Set<(eventType: string, data: unknown) => void>()
const aliveListeners = new Set<() => void>()
let alive = false
let wanted = false
let running: { login: string; stop: AbortController } | undefined

function become(next: boolean) {
  if (alive === next) return
  alive = next
  for (const listener of aliveListeners) listener()
}

/** No key of an event is data (contract/push.ts), so each becomes camelCase. */
function camelKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelKeys)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [camelKey(key), camelKeys(inner)]))
}

/** Reads a message; undefined for what is none. */
export function pushedOf(text: string): { eventType: string; data: unknown } | undefined {
  try {
    const { eventType, eventData } = camelKeys(JSON.parse(text)) as { eventType: string; eventData: unknown }
    return { eventType, data: eventData }
  } catch {
    return undefined
  }
}

function onMessage(text: string) {
  const event = pushedOf(text)
  if (event) for (const handle of [...handlers]) handle(event.eventType, event.data)
}

/** Whose socket there should be: the person and the store that are open, if that person is pushed to there. */
function loginNow(): string | undefined {
  const { user, store } = currentSession()
  if (!wanted || !user || store?.dpaStatus !== 'found' || !mayOpen(store.rights, socketPermissions)) return undefined
  return `${user.id} ${store.id}`
}

function follow() {
  const login = loginNow()
  if (login === running?.login) return
  running?.stop.abort()
  running = undefined
  become(false)
  if (login === undefined) return
  const stop = new AbortController()
  running = { login, stop }
  const cancel = whenIdle(() => [() => keepOpen(stop.signal)])
  stop.signal.addEventListener('abort', cancel)
}

/** Resolves early when the signal fires, or has fired. */
const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) return resolve()
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** Keeps a socket open until the signal fires. Whatever fails is tried again, in silence (spec section 8). */
async function keepOpen(signal: AbortSignal) {
  let failures = 0
  let before: { close(): void } | undefined
  while (!signal.aborted) {
    try {
      const { openPushSocket } = await import('./push-socket.ts')
      const socket = await openPushSocket((text) => !signal.aborted && onMessage(text))
      before?.close()
      before = socket
      failures = 0
      if (!signal.aborted) become(true)
      const over = new AbortController()
      const renewal = pause(socket.lastsMs * RENEW_AT, AbortSignal.any([signal, over.signal])).then(() => 'due')
      const end = await Promise.race([renewal, socket.closed])
      over.abort()
      if (end === 'due') continue
    } catch (error) {
      // Asked again once the session has changed; until then the answer would be the same.
      if (isApiError(error, 'forbidden', 'dpa_required', 'signed_out')) {
        before?.close()
        if (running?.stop.signal === signal) running = undefined
        if (!signal.aborted) become(false)
        return
      }
    }
    before?.close()
    before = undefined
    if (signal.aborted) return
    become(false)
    const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures++)
    // Not all at once when a server is back.
    await pause(longest * (0.5 + Math.random() / 2), signal)
  }
  before?.close()
}

function want() {
  if (wanted) return
  wanted = true
  onSession(follow)
  follow()
}

/**
 * Calls the handler with what is pushed of an event. The first use in a tab opens the socket, once the page is idle and for those
 * alone who are pushed to; it stays open until the store changes or the login ends. `catchUp` reads again each time the socket has
 * connected: what was published before was not heard.
 */
export function usePush<E extends EventDeclaration>(
  event: E,
  handler: (data: Pushed<E>) => void,
  catchUp?: () => void,
): void {
  const { event_type: eventType } = event
  const latest = useRef(handler)
  const latestCatchUp = useRef(catchUp)
  useEffect(() => {
    latest.current = handler
    latestCatchUp.current = catchUp
  })
  useEffect(() => onSocketAlive(() => alive && latestCatchUp.current?.()), [])
  useEffect(() => {
    const handle = (type: string, data: unknown) => {
      if (type === eventType) latest.current(data as Pushed<E>)
    }
    handlers.add(handle)
    want()
    return () => {
      handlers.delete(handle)
    }
  }, [eventType])
}

/** True while the socket is connected. */
export const isSocketAlive = (): boolean => alive
export const onSocketAlive = (listener: () => void) => {
  aliveListeners.add(listener)
  return () => void aliveListeners.delete(listener)
}

/** True while the socket is connected and receives all events; screens may poll rarely then. */
export const usePushAlive = (): boolean =>
  useSyncExternalStore(onSocketAlive, () => alive && mayOpen(currentSession().store?.rights, pushPermissions))
