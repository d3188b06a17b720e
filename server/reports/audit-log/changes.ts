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
    select a.id, a.subject_id::bigint as profile_id, c.changes from audit_log a cross join lateral (
      select c.changes from profile_change c where c.store_id = a.store_id and c.profile_id = a.subject_id::bigint
        and c.at <= a.at and c.at > a.at - interval '10 seconds' and c.source = 'user' and c.source_id = a.user_id
      order by c.at desc limit 1) c
    where a.store_id = ${storeId} and a.id = any(${ids}::bigint[]) and a.subject_type = 'profile'`.execute(db)
  const fields = await fieldsOf(db, storeId, language)
  const shown = { fields, closed: { fields: closedFields(user.rights, fields) }, sight: Sight.of(user), language }
  return new Map(
    rows.map(({ id, ...entry }) => [
      id,
      fieldChangesOf(entry, shown).map(({ field: _, stored: __, ...change }) => change),
    ]),
  )
}
