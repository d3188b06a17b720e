import { setTimeout } from 'node:timers/promises'
import { ApiError } from '../../core/api-error.ts'
import type { TimedWork } from '../../core/clock.ts'
import type { Core } from '../../servers/core.ts'
import { sendWaiting } from './send.ts'

/** Milliseconds between two looks for something to send. */
const LOOK_MS = 1000
/** Webhooks that are sent to at once. */
const AT_ONCE = 64

type Sending = Pick<Core, 'pool' | 'config'>

interface Due {
  store_id: number
  webhook_id: number
}

/** True if a transaction from before the first read is still open: the next look tries again. */
const isStarting = (error: unknown) => error instanceof ApiError && error.errorName === 'changes_starting'

/** Sends until the signal fires. A receiver that hangs keeps no other waiting. */
async function sendUntil(core: Sending, onError: (error: unknown) => void, signal: AbortSignal): Promise<void> {
  const working = new Map<string, Promise<void>>()
  try {
    while (!signal.aborted) {
      const { rows } = await core.pool.query<Due>('select * from auth.webhooks_to_send()')
      for (const { store_id, webhook_id } of rows) {
        const name = `${store_id} ${webhook_id}`
        if (working.size >= AT_ONCE || working.has(name)) continue
        const work = sendWaiting(core, store_id, webhook_id, signal)
          .catch((error: unknown) => {
            if (!isStarting(error)) onError(error)
          })
          .finally(() => working.delete(name))
        working.set(name, work)
      }
      await setTimeout(LOOK_MS, undefined, { signal }).catch(() => {})
    }
  } finally {
    // The next look must not find them at work.
    await Promise.all(working.values())
  }
}

/** Works until the process stops or loses the lease: deliveries of one webhook must not come from two processes. */
export const sendWebhooksSteadily = (core: Sending, onError: (error: unknown) => void): TimedWork => ({
  name: 'webhooks',
  everyMs: LOOK_MS,
  work: (signal) => sendUntil(core, onError, signal),
})
