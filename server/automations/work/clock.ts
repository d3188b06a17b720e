import { setTimeout } from 'node:timers/promises'
import type { TimedWork } from '../../core/clock.ts'
import type { Core } from '../../servers/core.ts'
import { workStore } from './work-store.ts'

/** Milliseconds between two looks for stores with something to do. */
const LOOK_MS = 1000
/** Stores that are worked at once. */
const AT_ONCE = 4

/** Works until the signal fires. A store with much to do keeps no other waiting. */
async function workUntil(core: Core, onError: (error: unknown) => void, signal: AbortSignal): Promise<void> {
  const working = new Map<number, Promise<void>>()
  try {
    while (!signal.aborted) {
      const { rows } = await core.pool.query<{ store_id: number }>('select auth.automations_to_work() as store_id')
      for (const { store_id } of rows) {
        if (working.size >= AT_ONCE || working.has(store_id)) continue
        const work = workStore(core, store_id, signal)
          .catch(onError)
          .finally(() => working.delete(store_id))
        working.set(store_id, work)
      }
      await setTimeout(LOOK_MS, undefined, { signal }).catch(() => {})
    }
  } finally {
    await Promise.all(working.values())
  }
}

/** Works the automations of all stores. Another process has its lease, and the fence of each store keeps a worker that slept from committing. */
export const workAutomationsSteadily = (core: Core, onError: (error: unknown) => void): TimedWork => ({
  name: 'automations',
  everyMs: LOOK_MS,
  work: (signal) => workUntil(core, onError, signal),
})
