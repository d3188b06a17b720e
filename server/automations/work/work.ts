import type { World } from '../records/world.ts'
import type { Checks } from './checks.ts'

/** What a worker has while the automations of a store are its own. */
export interface Work {
  storeId: number
  checks: Checks
  /** Does one transaction that only the holder of the lease commits. Throws LostLease. */
  transaction<T>(act: (world: World, now: string) => Promise<T>): Promise<T>
}
