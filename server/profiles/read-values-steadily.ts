import type { Core } from '../core/implement.ts'
import { readValues } from './read-values.ts'

/** Milliseconds between two looks for stores with something new. */
const LOOK_MS = 2000

/** Keeps the values of every store's profiles as they change, until it is stopped; answers how to stop it, which waits for a block. */
export function readValuesSteadily(core: Pick<Core, 'pool'>, onError: (error: unknown) => void): () => Promise<void> {
  const stopping = new AbortController()
  const report = (error: unknown) => {
    if (!stopping.signal.aborted) onError(error)
  }
  let working = Promise.resolve()
  let busy = false
  const readStores = async () => {
    const { rows } = await core.pool.query<{ store_id: number }>('select door.stores_to_read() as store_id')
    for (const { store_id } of rows) await readValues(core, store_id, { signal: stopping.signal }).catch(report)
  }
  const look = () => {
    if (busy) return
    busy = true
    working = readStores()
      .catch(report)
      .finally(() => {
        busy = false
      })
  }
  const timer = setInterval(look, LOOK_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    stopping.abort()
    await working
  }
}
