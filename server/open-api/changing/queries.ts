import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'

/** Labels of a profile by name, without segments. */
export const labelsOfProfile = (db: Db, storeId: number, profileId: number) =>
  db
    .selectFrom('profile_label as x')
    .innerJoin('label as l', (join) => join.onRef('l.store_id', '=', 'x.store_id').onRef('l.id', '=', 'x.label_id'))
    .select(['l.id', 'l.name'])
    .where('x.store_id', '=', storeId)
    .where('x.profile_id', '=', profileId)
    .where('x.source', '<>', 'manual_remove')
    .where('l.type', '=', 'general')
    .orderBy(sql`l.name collate "th-x-icu"`)
    .orderBy('l.id')
    .execute()
