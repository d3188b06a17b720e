import type { WatchTerms } from '@ruam/contract/watches/limits.ts'
import { proposeTerms } from '@ruam/contract/watches/propose-terms.ts'
import { TERMS_FILES } from '@ruam/contract/watches/terms.ts'
import type { Db } from '../../database/db.ts'
import { filesOf, noteWatch, type WatchFileRow, type WatchRow } from './queries.ts'

/** The newest files with figures, newest first, without those that were taken back. */
export const measuredFiles = (
  db: Db,
  storeId: number,
  id: number,
  statuses: readonly ('imported' | 'waiting')[],
): Promise<WatchFileRow[]> =>
  filesOf(db, storeId)
    .where('watch_file.watch_id', '=', id)
    .where('watch_file.figures', 'is not', null)
    .where('watch_file.status', 'in', statuses)
    .where('real.undone_at', 'is', null)
    .orderBy('watch_file.id', 'desc')
    .limit(TERMS_FILES)
    .execute()

/** Proposes terms from the last ten imported files. Null with fewer. */
export async function proposedTerms(
  db: Db,
  storeId: number,
  id: number,
  before?: WatchTerms,
): Promise<WatchTerms | null> {
  const files = await measuredFiles(db, storeId, id, ['imported'])
  if (files.length < TERMS_FILES) return null
  return proposeTerms(
    files.map(({ figures, arrived_on }) => ({ figures: figures!, today: arrived_on })),
    before,
  )
}

/** Lets the limits that staff did not set follow the imported files. */
export async function followFiles(db: Db, storeId: number, { id, terms }: Pick<WatchRow, 'id' | 'terms'>) {
  if (terms === null) return
  const proposed = await proposedTerms(db, storeId, id, terms)
  if (proposed) await noteWatch(db, storeId, id, { terms: JSON.stringify(proposed) })
}
