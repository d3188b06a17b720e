import type { LabelUsage } from '@ruam/contract/customers/label-usage.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/core/db.ts'
import { dependency } from '../membership/dependencies.ts'
import { ruleUsers } from '../views/rule-users.ts'

/** Users of a label: rules, and data sources whose imports add it. */
export async function usageOf(db: Db, storeId: number, userId: number, id: number): Promise<LabelUsage> {
  const users = await ruleUsers(db, storeId, userId, dependency.label(id))
  const labels = JSON.stringify({ labels: [id] })
  const data_sources = await db
    .selectFrom('data_source')
    .select(['id', 'name'])
    .where('store_id', '=', storeId)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`mapping @> ${labels}::jsonb`)
    .orderBy(sql`name collate "th-x-icu"`)
    .orderBy('id')
    .execute()
  return { ...users, data_sources }
}

export const isUsed = ({ segments, views, hidden_views, data_sources }: LabelUsage) =>
  segments.length + views.length + hidden_views + data_sources.length > 0
