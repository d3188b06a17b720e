import { createHmac } from 'node:crypto'

/** Tells people apart without keeping who they are: nobody computes this from a LINE id without the key. */
export const tapperOf = (secretKey: string, who: string): Buffer =>
  createHmac('sha256', secretKey).update(`tapper ${who}`).digest().subarray(0, 12)

interface OfStore {
  secretKey: string
  storeId: number
}

/** Returns the tapper of a user of LINE. */
export const tapperOfUser = ({ secretKey, storeId }: OfStore, userId: string): Buffer =>
  tapperOf(secretKey, `${storeId} ${userId}`)
