import type { LabelUsage } from '@ruam/contract/customers/labels.ts'
import { sql } from 'kysely'
import type { Db } from '../../../database/db.ts'
import { dependency } from '../../membership/dependencies.ts'
import { ruleUsers } from '../../views/rule-users.ts'

/** Users of a label: rules, data sources whose imports add it, broadcasts that wait, and automations at work. */
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
  const { rows: broadcasts } = await sql<{ id: number; name: string }>`
    select id, name from broadcast where store_id = ${storeId} and status = 'pending' and frozen_at is null
      and (target #> '{include,label_ids}' @> to_jsonb(${id}::int) or target #> '{exclude,label_ids}' @> to_jsonb(${id}::int))
    order by id`.execute(db)
  const { rows: automations } = await sql<{ id: number; name: string }>`
    select a.id, a.name from automation a
      join automation_version v on v.store_id = a.store_id and v.automation_id = a.id and v.version = a.version
    where a.store_id = ${storeId} and a.status in ('active', 'paused') and (v.reads @> array[${dependency.label(id)}::text]
      or jsonb_path_exists(v.definition, '$.steps.** ? (@.kind == "label" && @.label_id == $id)', jsonb_build_object('id', ${id}::int)))
    order by a.id`.execute(db)
  return { ...users, data_sources, broadcasts, automations }
}

export const isUsed = ({ hidden_views, ...users }: LabelUsage) =>
  hidden_views > 0 || Object.values(users).some((named) => named.length > 0)
