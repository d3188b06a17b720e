import { seal, unseal } from '../../core/sealing.ts'

const ownerOf = (storeId: number, retryKey: string) => ({ storeId, subject: `push:${retryKey}` })

/** Seals the bytes of one customer's message. A repeated call opens the same bytes. */
export const sealPush = (secretKey: string, storeId: number, retryKey: string, body: Buffer): Buffer =>
  seal(secretKey, ownerOf(storeId, retryKey), body.toString())

export const openPush = (secretKey: string, storeId: number, retryKey: string, sealed: Buffer): Buffer =>
  Buffer.from(unseal(secretKey, ownerOf(storeId, retryKey), sealed))
