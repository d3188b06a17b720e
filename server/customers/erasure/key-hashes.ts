import { createHmac, hkdfSync } from 'node:crypto'

/** Identifying columns, whose hashes are kept after an erasure. */
export const keyHashColumns = ['phone', 'email', 'citizen_id', 'line_user_id'] as const
export type KeyColumn = (typeof keyHashColumns)[number]

/** `column`: for a custom field, its id. */
type KeyHasher = (column: string, value: string) => Buffer

/**
 * Hashes the keys of one store. Keyed with the server's secret, so that phones cannot be found by brute force, and salted per
 * store.
 */
export function keyHasher(secretKey: string, storeId: number): KeyHasher {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', `ruam erasure ${storeId}`, 32))
  return (column, value) => createHmac('sha256', key).update(`${column} ${value}`).digest()
}
