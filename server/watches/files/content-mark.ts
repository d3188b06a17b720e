import { createHmac, hkdfSync } from 'node:crypto'

/**
 * Marks the content of a file of a store by its SHA-256. Keyed with the server's secret: decisions that a restore keeps hold the mark, and a
 * bare hash would tell who has the same file.
 */
export function contentMark(secretKey: string, storeId: number, hash: Buffer): Buffer {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', `ruam watch ${storeId}`, 32))
  return createHmac('sha256', key).update(hash).digest()
}
