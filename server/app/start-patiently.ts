import { createServer, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { errors } from '@ruam/contract/errors/catalog.ts'
import { errorBody } from '../core/api-error.ts'
import { isUnreachable } from '../core/sqlstate.ts'
import { AWAY_SECONDS } from '../http/retry-after.ts'

/** First and longest pause between two attempts to start, in milliseconds. */
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 10_000
const LINE_EVERY_MS = 60_000

interface Starting {
  /** Closes what a failed attempt has opened. */
  undo(): Promise<void>
  say(line: string): void
  signal: AbortSignal
}

/** Starts, and while a service does not answer tries again until it does. Any other error is thrown at once. */
export async function startPatiently(start: () => Promise<void>, { undo, say, signal }: Starting): Promise<void> {
  let saidAt = Number.NEGATIVE_INFINITY
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    try {
      return await start()
    } catch (error) {
      if (signal.aborted || !isUnreachable(error)) throw error
      await undo()
      const { message, code } = error as Error & { code?: string }
      if (performance.now() - saidAt >= LINE_EVERY_MS) {
        saidAt = performance.now()
        say(`The start waits for a service that does not answer: ${message || code}. Ruam tries again until it does.`)
      }
      await sleep(pause, undefined, { signal })
    }
  }
}

interface WaitingRoom {
  open(): Promise<void>
  /** Frees the port. */
  close(): Promise<void>
}

/** Answers on the port of the server before it serves: `livez` with 200, everything else with 503. */
export function waitingRoom({ port, host }: { port: number; host: string }): WaitingRoom {
  const server = createServer((request, response) => {
    request.resume()
    const path = request.url?.split('?')[0]
    if (path === '/livez') answer(response, 200, { status: 'ok' })
    else if (path === '/readyz') answer(response, 503, { status: 'not ready', parts: { start: 'It is starting.' } })
    else {
      const { status } = errors.database_away
      answer(response, status, errorBody('database_away', 'th', { seconds: AWAY_SECONDS }))
    }
  })
  return {
    async open() {
      if (server.listening) return
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject)
        server.listen(port, host, () => {
          server.off('error', reject)
          resolve()
        })
      })
    },
    async close() {
      if (!server.listening) return
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, {
    ...{ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', connection: 'close' },
    ...(status === 503 && { 'retry-after': String(AWAY_SECONDS) }),
  })
  response.end(JSON.stringify(body))
}
