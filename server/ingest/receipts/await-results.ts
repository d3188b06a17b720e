import { closedAs } from '../../core/context.ts'
import { isOutage } from '../../core/sqlstate.ts'
import { inStore } from '../../database/db.ts'
import type { Core } from '../../servers/core.ts'
import type { StoredResult } from '../items/stored-result.ts'
import { ingestItems } from './ingest-items.ts'
import { findReceipt } from './receipts.ts'

/** Milliseconds for which a sender waits for its results. */
const WAIT_MS = 2000

/** Work of this process in one store: what runs, and what runs after it. */
interface Passes {
  current: Promise<void>
  next: Promise<void> | undefined
}

/** State of one server; test files have several in one process. */
interface Ingesting {
  passes: Map<number, Passes>
  /** By receipt. */
  waiting: Map<number, (results: readonly StoredResult[]) => void>
}

const states = new WeakMap<Core['pool'], Ingesting>()

function stateOf({ pool }: Core): Ingesting {
  const known = states.get(pool) ?? { passes: new Map(), waiting: new Map() }
  states.set(pool, known)
  return known
}

/**
 * Has the store's items written and returns the results of a committed request. Undefined if they take longer, or wait for an import, a move
 * or the database: a refusal would have the items sent twice. The ingester of another process may have written them: then its lock wakes this one.
 */
export async function resultsOf(
  core: Core,
  storeId: number,
  receiptId: number,
): Promise<readonly StoredResult[] | undefined> {
  const { waiting } = stateOf(core)
  let timer: NodeJS.Timeout | undefined
  try {
    const own = new Promise<readonly StoredResult[]>((resolve) => waiting.set(receiptId, resolve))
    const timeout = new Promise<'late'>((resolve) => {
      timer = setTimeout(resolve, WAIT_MS, 'late')
    })
    const found = await Promise.race([own, passAfter(core, storeId), timeout])
    if (found === 'late') return undefined
    if (found) return found
    const receipt = await inStore(core.pool, storeId, (db) => findReceipt(db, storeId, receiptId))
    return receipt?.results ?? undefined
  } catch (error) {
    if (!closedAs(error) && !isOutage(error)) throw error
    return undefined
  } finally {
    clearTimeout(timer)
    waiting.delete(receiptId)
  }
}

/** Ends with a pass that began after the call: one at a time for each store, so that requests are written together. */
function passAfter(core: Core, storeId: number): Promise<undefined> {
  const { passes } = stateOf(core)
  const known = passes.get(storeId)
  if (!known) {
    const state: Passes = { current: run(core, storeId), next: undefined }
    passes.set(storeId, state)
    return state.current.then(() => undefined)
  }
  known.next ??= known.current.then(() => {
    const state: Passes = { current: run(core, storeId), next: undefined }
    passes.set(storeId, state)
    return state.current
  })
  return known.next.then(() => undefined)
}

async function run(core: Core, storeId: number): Promise<void> {
  const { passes, waiting } = stateOf(core)
  try {
    await ingestItems(core, storeId, undefined, (finished) => {
      for (const [id, results] of finished) waiting.get(id)?.(results)
    })
  } catch {
    // An outage: the items stay, and the clock wakes the ingester.
  } finally {
    if (!passes.get(storeId)?.next) passes.delete(storeId)
  }
}
