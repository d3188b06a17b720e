import { survivorsOf } from '../../customers/profiles/survivors.ts'
import type { Db } from '../../database/db.ts'
import type { ReadRow } from '../../imports/run/decided-rows.ts'

/**
 * Gives the rows of merged customers to the customer that remains: a till may keep the number of the other one for years. Comes after the
 * digests of references, which are those of the number that was sent. The caller holds the lock that merges take.
 */
export async function followMerges(db: Db, storeId: number, rows: readonly ReadRow[]): Promise<void> {
  const numbered = rows.flatMap((row) => ('values' in row && row.number !== undefined ? [row] : []))
  const survivors = await survivorsOf(db, storeId, [...new Set(numbered.map(({ number }) => number!))])
  for (const row of numbered) row.number = survivors.get(row.number!) ?? row.number!
}
