import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { changes } from './changes.ts'
import type { Ruam } from './client.ts'
import { RuamError } from './errors.ts'
import type { ChangeEvent } from './events.ts'
import { readKept, writeKept } from './kept.ts'
import { signedHeaders } from './webhooks.ts'

/** Milliseconds between two looks at the changes. */
const EVERY_MS = 1000
/** Milliseconds until an event is posted again, doubled by each failure up to the most. */
const RETRY_MS = { first: 1000, most: 30_000 }
/** Milliseconds for the answer of the program. */
const TIMEOUT_MS = 10_000

interface Kept {
  secret: string
  cursor?: string
}

interface Listening {
  address: string
  credential: string
  /** Address of the program on this computer. */
  url: string
  /** True to leave out what changed since the last time. */
  fromNow: boolean
}

/** Posts each change of the store to a program, one after the other, as a webhook would. The place in the changes is kept in a file. */
export async function listen(ruam: Ruam, { address, credential, url, fromNow }: Listening): Promise<void> {
  const name = `listen-${createHash('sha256').update(`${address} ${url}`).digest('hex').slice(0, 16)}.json`
  const kept = readKept<Kept>(name)
  const secret = kept?.secret ?? `whsec_${randomBytes(24).toString('base64')}`
  const cursor = fromNow ? undefined : kept?.cursor
  writeKept(name, { secret, cursor })
  console.error(`Deliveries are signed with ${secret}`)
  const isTest = /^ruamt?_test_/.test(credential)
  try {
    for await (const page of changes(ruam, { cursor, everyMs: EVERY_MS })) {
      for (const event of page.events) await deliver(url, secret, event, isTest)
      writeKept(name, { secret, cursor: page.cursor })
    }
  } catch (error) {
    // The place is too old, or of another store.
    if (error instanceof RuamError && (error.name === 'changes_gone' || error.name === 'unprocessable'))
      error.message += `\nTo go on with changes from now: ruam listen ${url} --from-now`
    throw error
  }
}

/** Posts an event until the program takes it: what follows must not come before it. */
async function deliver(url: string, secret: string, event: ChangeEvent, isTest: boolean): Promise<void> {
  const { id, type, at, ...data } = event
  const body = JSON.stringify({ type, timestamp: at, data, ...(isTest && { test: true }) })
  for (let wait = RETRY_MS.first; ; wait = Math.min(2 * wait, RETRY_MS.most)) {
    const status = await post(url, { ...signedHeaders(secret, id, body), 'content-type': 'application/json' }, body)
    console.log([at, type, 'profile_id' in event ? event.profile_id : '', status ?? 'no answer', id].join('\t'))
    if (status !== undefined && status >= 200 && status < 300) return
    await sleep(wait)
  }
}

/** Returns the status of the answer; undefined without one. */
async function post(url: string, headers: Record<string, string>, body: string): Promise<number | undefined> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal })
    await answer.body?.cancel()
    return answer.status
  } catch {
    return undefined
  }
}
