/**
 * The statement that opens the wall for one store until the transaction ends; without a store for none. A statement and no set_config(), for it
 * is handed on to the workers of a distributed database. Requests, jobs and imports have no other way.
 */
export function contextOf(storeId: number | null): string {
  if (storeId !== null && (!Number.isSafeInteger(storeId) || storeId < 1)) throw new Error(`Not a store: ${storeId}`)
  return `set local ruam.store_id = '${storeId ?? ''}'`
}

/** The statement with which a transaction begins to write in a store: it fails with CLOSED if this database must not write it. */
export const writeIn = (storeId: number): string => `select auth.write_in(${storeId})`

/** The same for the store of the context. The guard of its tables then asks nothing more in this transaction. */
export const WRITE_HERE = 'select auth.write_here()'

/** SQL state of a store that is closed. The detail says how: held for the end of a move, moved, or arriving. */
const CLOSED = 'RU002'

/** Returns how the store of a refused write is closed; undefined for other errors. */
export function closedAs(error: unknown): 'held' | 'moved' | 'arriving' | undefined {
  const { code, detail } = (error ?? {}) as { code?: string; detail?: 'held' | 'moved' | 'arriving' }
  return code === CLOSED ? detail : undefined
}

/** True for a write that was refused because the store lies on another server, or is not open there yet. */
export const isMovedAway = (error: unknown): boolean => closedAs(error) === 'moved' || closedAs(error) === 'arriving'
