import { peopleOf } from '../../customers/erasure/person.ts'
import type { Db } from '../../database/db.ts'

/** Returns all profiles of a person: the live ones, and those that were merged into them. */
export const profilesOfPerson = async (db: Db, storeId: number, live: readonly number[]): Promise<number[]> =>
  (await peopleOf(db, storeId, live)).ids
