import { createHmac, hkdfSync } from 'node:crypto'

/** Identifying columns, whose hashes are kept after an erasure. */
export const keyColumns = ['phone', 'email', 'citizen_id', 'line_user_id'] as const
export type KeyColumn = (typeof keyColumns)[number]

/** `column`: of a field of the store's own its id. */
type KeyHasher = (column: string, value: string) => Buffer

/**
 * Hashes of one store's keys. Without the server's secret nobody can try all phones until one fits, and the same phone has
 * another hash in another store.
 */
export function keyHasher(secretKey: string, storeId: number): KeyHasher {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', `ruam erasure ${storeId}`, 32))
  return (column, value) => createHmac('sha256', key).update(`${column} ${value}`).digest()
}
