import { kept } from '../../data/storage.ts'

const MOST = 6

const recent = (storeId: number) => kept<number[]>('recent-profiles', storeId)

/** Recently viewed profiles in this browser, by id; cleared at sign-out. */
export const recentProfiles = (storeId: number): number[] => recent(storeId).get() ?? []

/** Puts a customer first among those. */
export function lookedAt(storeId: number, id: number) {
  recent(storeId).set([id, ...recentProfiles(storeId).filter((other) => other !== id)].slice(0, MOST))
}
