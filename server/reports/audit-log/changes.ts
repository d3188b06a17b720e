import type { Language } from '@ruam/contract/errors/catalog.ts'
import { sql } from 'kysely'
import { fieldsOf } from '../../customers/fields/fields.ts'
import { fieldChangesOf } from '../../customers/history/view.ts'
import { closedFields } from '../../customers/profiles/closed.ts'
import { Sight } from '../../customers/profiles/masking.ts'
import type { Db } from '../../database/db.ts'
import type { Caller } from '../../http/authorize.ts'
import type { ListedAct } from './queries.ts'

/** Acts whose values are in the history of the customer. */
const valued = ['profile_changed', 'value_reverted']

/** Values before and after, by act, read from the history of the customers: the log holds no values. */
export async function changesOfActs(
  db: Db,
  storeId: number,
  acts: readonly ListedAct[],
  { language, user }: { language: Language; user: Caller },
) {
  const ids = acts.filter(({ action }) => valued.includes(action)).map(({ id }) => id)
  if (ids.length === 0) return new Map<number, never>()
  // The history is written in the transaction of the act, shortly before it.
  const { rows } = await sql<{
    id: number
    profile_id: number
    changes: Record<string, [before: unknown, after: unknown]>
  }>`
    select a.id, a.profile_id, c.changes from (
      select id, user_id, subject_id::bigint as profile_id, at, at - interval '10 seconds' as from_at from audit_log
      where store_id = ${storeId} and id = any(${ids}::bigint[]) and subject_type = 'profile' offset 0) a
    cross join lateral (
      select changes from profile_change
      where store_id = ${storeId} and profile_id = a.profile_id and at <= a.at and at > a.from_at
        and source = 'user' and source_id = a.user_id order by at desc limit 1) c`.execute(db)
  const fields = await fieldsOf(db, storeId, language)
  const shown = { fields, closed: { fields: closedFields(user.rights, fields) }, sight: Sight.of(user), language }
  return new Map(
    rows.map(({ id, ...entry }) => [
      id,
      fieldChangesOf(entry, shown).map(({ field: _, stored: __, ...change }) => change),
    ]),
  )
}
