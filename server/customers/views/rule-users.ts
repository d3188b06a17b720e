import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { fieldsOf } from '../fields/fields.ts'
import { groupDependencies } from '../membership/dependencies.ts'

interface Named {
  id: number
  name: string
}

/** The rules that name something: of segments, and of saved views. */
interface RuleUsers {
  segments: Named[]
  views: Named[]
  /** Views that others keep to themselves. */
  hidden_views: number
}

/** Returns segments and views that depend on this key. Other members' private views are only counted. */
export async function ruleUsers(db: Db, storeId: number, userId: number, key: string): Promise<RuleUsers> {
  const { rows: segments } = await sql<Named>`
    select l.id, l.name from segment s join label l on l.store_id = s.store_id and l.id = s.label_id
    where s.store_id = ${storeId} and s.reads @> ${[key]}::text[] order by l.name collate "th-x-icu", l.id`.execute(db)
  const kept = await db
    .selectFrom('profile_view')
    .select(['id', 'name', 'rule', 'shared', 'created_by'])
    .where('store_id', '=', storeId)
    .where('rule', 'is not', null)
    .orderBy(sql`name collate "th-x-icu"`)
    .orderBy('id')
    .execute()
  if (kept.length === 0) return { segments, views: [], hidden_views: 0 }
  const fields = new Map((await fieldsOf(db, storeId, 'th')).map((field) => [field.id, field]))
  const naming = kept.filter(({ rule }) => groupDependencies(rule!, fields).includes(key))
  const shown = naming.filter(({ shared, created_by }) => shared || created_by === userId)
  return {
    segments,
    views: shown.map(({ id, name }) => ({ id, name })),
    hidden_views: naming.length - shown.length,
  }
}
