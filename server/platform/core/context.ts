/**
 * The statement that opens the wall for one store until the transaction ends; without a store for none. A statement and no set_config(), for it
 * is handed on to the workers of a distributed database. Requests, jobs and imports have no other way.
 */
export function contextOf(storeId: number | null): string {
  if (storeId !== null && (!Number.isSafeInteger(storeId) || storeId < 1)) throw new Error(`Not a store: ${storeId}`)
  return `set local ruam.store_id = '${storeId ?? ''}'`
}
