import { setTimeout as pause } from 'node:timers/promises'
import { ApiError } from '../../core/api-error.ts'
import type { Core } from '../../servers/core.ts'
import { checkAccount } from './check.ts'
import { LineError, LineUnreachable } from './line-client.ts'

/** Attempts of one call. The pause doubles: 0.5 s to 8 s. */
const TRIES = 6
const PAUSE_MS = 500

interface Patience {
  core: Core
  storeId: number
  channelId: number
  signal: AbortSignal
  /** LINE's statuses that the caller understands. */
  expected: readonly number[]
}

/**
 * Calls LINE in a job, again while it is busy or unreachable. Throws expected statuses as LineError and others as channel_unreachable; an
 * account that LINE refuses is checked.
 */
export async function callPatiently<T>(
  { core, storeId, channelId, signal, expected }: Patience,
  call: () => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof LineError || error instanceof LineUnreachable)) throw error
      const status = error instanceof LineError ? error.status : 0
      if (expected.includes(status)) throw error
      // A refused side call alone says nothing about the account.
      if (status === 401 || status === 403) await checkAccount(core, storeId, channelId, { kinds: ['keys', 'bot'] })
      else if (tries < TRIES) {
        await pause(PAUSE_MS * 2 ** (tries - 1), undefined, { signal })
        continue
      }
      throw new ApiError('channel_unreachable', undefined, { cause: error })
    }
  }
}
