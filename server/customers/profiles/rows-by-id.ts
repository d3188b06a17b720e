import type { Profile } from '@ruam/contract/customers/profiles.ts'
import type { Language } from '@ruam/contract/errors/catalog.ts'
import { sql } from 'kysely'
import { prepared } from '../../database/prepared.ts'
import type { Caller } from '../../http/authorize.ts'
import { Sight } from './masking.ts'
import { loadLabels, type ProfileNames } from './profile-names.ts'
import { columns, labelIds, type ProfileRow, probed } from './queries.ts'
import { profileAnswer } from './view.ts'

const byId = prepared('profiles_by_id', (db, storeId: number, ids: string) =>
  probed(db, storeId, sql<{ id: number }>`(select unnest(${ids}::bigint[]) as id)`).select([...columns, labelIds]),
)

/** Statement for the live profiles with these ids, in no order. */
export const rowsById = (storeId: number, ids: readonly number[]) => byId(storeId, `{${ids.join(',')}}`)

interface Reading {
  names: ProfileNames
  language: Language
  user: Caller
  /** Segments that are closed to the caller. */
  closed: ReadonlySet<number>
}

/** Returns rows of a list in the order of the ids, without computed fields. */
export function visibleRows(
  rows: readonly (ProfileRow & { label_ids: number[] })[],
  ids: readonly number[],
  { names, language, user, closed }: Reading,
): Profile[] {
  const found = new Map(rows.map((row) => [row.id, row]))
  const shown = { fields: names.fields[language], sight: Sight.of(user), closed, withEmpty: false }
  return ids.flatMap((id) => {
    const row = found.get(id)
    return row ? profileAnswer(row, { labels: loadLabels(names, row.label_ids, { hidden: false }) }, shown) : []
  })
}
