import { setTimeout as sleep } from 'node:timers/promises'
import { stores } from '@ruam/contract/access/stores.ts'
import type { MovesScene } from './moves-scene.ts'

interface Reply {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: bodies of any call
  body: any
}

export interface Visitor {
  /**
   * Calls as a person of the store, and opens it again after it has moved. Repeats what was certainly not done. Undefined if nothing tells
   * whether it was done.
   */
  call(method: string, path: string, body?: object | FormData): Promise<Reply | undefined>
  /** Calls again until it succeeds, for calls that may be repeated. */
  surely(method: string, path: string, body?: object | FormData): Promise<Reply['body']>
  /** Sends with another credential than the person's, until it is answered. */
  send(path: string, headers: Record<string, string>, body: string): Promise<Reply['body']>
  /** Answers that no caller should get, in words. */
  odd: string[]
  /** Longest time until a write was accepted, while nothing was killed. */
  longestMs: number
}

/** Busy processes may delay an answer past the patience of a caller, who repeats the call. */
const isLoaded = Number(process.env.MOVES_LOAD ?? 0) > 0
const PAUSE_MS = 100
const PATIENCE_MS = 25_000
/** Nothing that is killed keeps a call from its answer for longer. */
const MOST_MS = 120_000

/** A browser of one person of a store, who is asked for nothing when it moves. `session`: the token of the person. */
export function visitorOf(scene: MovesScene, storeId: number, session: string): Visitor {
  let token: string | undefined
  const visitor: Visitor = { call, surely, send, odd: [], longestMs: 0 }

  async function once(url: string, init: RequestInit): Promise<Reply> {
    try {
      const reply = await fetch(`${scene.address()}${url}`, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) })
      const text = await reply.text()
      const isJson = reply.headers.get('content-type')?.includes('json')
      return { status: reply.status, body: isJson && text ? JSON.parse(text) : text }
    } catch {
      return { status: 0, body: {} }
    }
  }

  /** Notes an answer that only an outage excuses. */
  function note(begun: number, what: string, { status, body }: Reply) {
    if (scene.calm(begun) && !(status === 0 && isLoaded))
      visitor.odd.push(`${new Date().toISOString().slice(11, 23)} ${what}: ${status} ${body.error ?? body}`)
  }

  async function enter(): Promise<void> {
    const headers = { authorization: `Bearer ${session}`, 'content-type': 'application/json' }
    for (const begun = Date.now(); token === undefined; ) {
      const reply = await once(`/api${stores.token.path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ id: storeId }),
      })
      token = reply.body.token
      if (reply.status === 200) return
      if (!isHeld(reply) && reply.status !== 429) note(begun, `opening store ${storeId}`, reply)
      if (Date.now() - begun > MOST_MS) throw new Error(`Store ${storeId} cannot be opened: ${JSON.stringify(reply)}`)
      await sleep(PAUSE_MS)
    }
  }

  async function call(method: string, path: string, body?: object | FormData): Promise<Reply | undefined> {
    for (const begun = Date.now(); ; await sleep(PAUSE_MS)) {
      if (Date.now() - begun > MOST_MS) throw new Error(`${method} ${path} of store ${storeId} is refused for ever`)
      await enter()
      const isForm = body instanceof FormData
      const headers = {
        authorization: `Bearer ${token}`,
        ...(body && !isForm && { 'content-type': 'application/json' }),
      }
      const sent = body && (isForm ? body : JSON.stringify(body))
      const reply = await once(`/api${path}`, { method, headers, ...(sent && { body: sent }) })
      if (reply.status === 401) token = undefined
      else if (reply.status === 0 || (reply.status >= 500 && !isHeld(reply))) {
        note(begun, `${method} ${path}`, reply)
        if (reply.status !== 0 || !scene.calm(begun)) await sleep(PAUSE_MS)
        return undefined
      } else if (reply.status !== 429 && !isHeld(reply)) {
        if (method !== 'GET' && scene.calm(begun)) visitor.longestMs = Math.max(visitor.longestMs, Date.now() - begun)
        return reply
      }
    }
  }

  async function surely(method: string, path: string, body?: object | FormData) {
    for (const begun = Date.now(); ; await sleep(PAUSE_MS)) {
      const reply = await call(method, path, body)
      if (reply && reply.status < 300) return reply.body
      if (reply && reply.status !== 409) note(begun, `${method} ${path}`, reply)
      if (Date.now() - begun > MOST_MS) throw new Error(`${method} ${path} never succeeds: ${JSON.stringify(reply)}`)
    }
  }

  async function send(path: string, headers: Record<string, string>, body: string) {
    for (const begun = Date.now(); ; await sleep(PAUSE_MS)) {
      const reply = await once(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
      })
      if (reply.status === 200 || reply.status === 202) {
        if (scene.calm(begun)) visitor.longestMs = Math.max(visitor.longestMs, Date.now() - begun)
        return reply.body
      }
      // Refused for good although it is right: a program would give up.
      if (reply.status >= 400 && reply.status < 500 && reply.status !== 409 && reply.status !== 429)
        visitor.odd.push(`${new Date().toISOString().slice(11, 23)} ${path}: ${reply.status} ${reply.body.error}`)
      else if (reply.status !== 429 && reply.status !== 409 && !isHeld(reply)) note(begun, path, reply)
      if (Date.now() - begun > MOST_MS) throw new Error(`${path} is never accepted: ${JSON.stringify(reply)}`)
    }
  }
  return visitor
}

const isHeld = ({ status, body }: Reply) => status === 503 && body.error === 'store_moving'
