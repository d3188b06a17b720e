import type pg from 'pg'

/** Lost connections after which a batch is written item by item. */
const LOST_BATCHES = 2
/** Connections that one item may break while it is alone: an outage hardly meets the same one as often. */
const LOST_ALONE = 3

/** Lost connections of a store's ingester in this process. An item that crashes its backend is found by them. */
export class CrashSuspects {
  /** Item that is being written alone. */
  alone: string | undefined
  #batches = 0
  readonly #items = new Map<string, number>()

  get singly(): boolean {
    return this.#batches >= LOST_BATCHES
  }

  isPoison(key: string): boolean {
    return (this.#items.get(key) ?? 0) >= LOST_ALONE
  }

  lost(): void {
    this.#batches++
    if (this.alone !== undefined) this.#items.set(this.alone, (this.#items.get(this.alone) ?? 0) + 1)
    this.alone = undefined
  }

  clear(): void {
    this.#batches = 0
    this.#items.clear()
  }
}

/** By pool, since test files have several servers in one process. */
const known = new WeakMap<pg.Pool, Map<string, CrashSuspects>>()

/** Kinds of work. A batch that succeeds takes back the doubts of its queue alone. */
export type Queue = 'items' | 'stops' | 'known' | 'events'

/** Returns the doubts of a store's queue. */
export function crashSuspectsOf(pool: pg.Pool, storeId: number, of: Queue): CrashSuspects {
  const stores = known.get(pool) ?? new Map<string, CrashSuspects>()
  known.set(pool, stores)
  const key = `${of} ${storeId}`
  const doubts = stores.get(key) ?? new CrashSuspects()
  stores.set(key, doubts)
  return doubts
}
