import { setTimeout as sleep } from 'node:timers/promises'
import { repeatable } from './schema.ts'

const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 30_000
/** Answers that tell that nothing was done, or that the server in front was alone. */
const TO_REPEAT = new Set([429, 502, 503, 504])

const patterns = repeatable.map((path) => new RegExp(`${path.replace(/\{\w+\}/g, '[^/]+')}$`))

/**
 * Returns a fetch that repeats a request after a lost connection, 429, 502, 503 and 504, waiting for `Retry-After` or twice as long each time.
 * Requests that store items get an idempotency key, so that they are stored once. Others than these and reads are repeated only where the
 * server refused them.
 */
export function retrying(fetch: typeof globalThis.fetch, retries: number): (request: Request) => Promise<Response> {
  return async (request) => {
    const takesKey = request.method === 'POST' && patterns.some((one) => one.test(new URL(request.url).pathname))
    if (takesKey && !request.headers.has('idempotency-key')) request.headers.set('idempotency-key', crypto.randomUUID())
    const isSafe = takesKey || ['GET', 'PUT', 'DELETE'].includes(request.method)
    for (let tried = 0; ; tried++) {
      const answer = await fetch(request.clone()).catch((error: unknown) => {
        if (!isSafe || tried >= retries || request.signal.aborted) throw error
        return undefined
      })
      const refused = answer?.status === 429 || answer?.status === 503
      if (answer && (tried >= retries || !(isSafe ? TO_REPEAT.has(answer.status) : refused))) return answer
      await answer?.body?.cancel()
      await sleep(waitOf(answer, tried), undefined, { signal: request.signal })
    }
  }
}

function waitOf(answer: Response | undefined, tried: number): number {
  const seconds = Number(answer?.headers.get('retry-after'))
  if (seconds > 0) return Math.min(seconds * 1000, LONGEST_WAIT_MS)
  // Programs that were refused at once do not come back at once.
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tried) * (0.5 + Math.random() / 2)
}
