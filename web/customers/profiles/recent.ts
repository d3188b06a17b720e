import { kept } from '../../data/storage.ts'

const MOST = 6

const recent = (storeId: number) => kept<number[]>('recent-profiles', storeId)

/** Whom somebody has looked at last in this browser, by number; kept until they sign out. */
export const recentProfiles = (storeId: number): number[] => recent(storeId).get() ?? []

/** Puts a customer first among those. */
export function lookedAt(storeId: number, id: number) {
  recent(storeId).set([id, ...recentProfiles(storeId).filter((other) => other !== id)].slice(0, MOST))
}
