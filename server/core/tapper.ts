import { createHmac } from 'node:crypto'

/** Tells people apart without their ids: only the key makes this from a LINE id. */
export const tapperOf = (secretKey: string, who: string): Buffer =>
  createHmac('sha256', secretKey).update(`tapper ${who}`).digest().subarray(0, 12)

interface OfStore {
  secretKey: string
  storeId: number
}

/** Returns the tapper of a user of LINE. */
export const tapperOfUser = ({ secretKey, storeId }: OfStore, userId: string): Buffer =>
  tapperOf(secretKey, `${storeId} ${userId}`)
