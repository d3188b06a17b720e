import { type AuditTopic, auditTopicNames, auditTopics } from '@ruam/contract/reports/audit-topics.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { onePlan } from '../../database/plans.ts'
import type { Range } from './acts.ts'
import { kindsOf } from './kinds.ts'

/** Maximum acts counted per kind. */
const KIND_CAP = 1000

const topicOf = new Map<string, AuditTopic>(
  auditTopicNames.flatMap((topic) => auditTopics[topic].map((action): [string, AuditTopic] => [action, topic])),
)

/** Actions of topics, for a filter; undefined for all. */
export const actionsOf = (topics: readonly AuditTopic[] | undefined): ReadonlySet<string> | undefined =>
  topics && new Set(topics.flatMap((topic): readonly string[] => auditTopics[topic]))

/** Acts per topic in a range of time. */
export async function countTopics(
  db: Db,
  storeId: number,
  { from, to, user_id }: Range & { user_id?: number | undefined },
) {
  await onePlan(db, 'on')
  const kinds = await kindsOf(db, storeId, { user_id, actions: new Set(topicOf.keys()) })
  const counts = new Map(auditTopicNames.map((topic) => [topic, { topic, count: 0, capped: false }]))
  if (kinds.length > 0) {
    const each = kinds.map(
      ({ action, subject_type }) => sql`(select ${action}::text as action, count(*) as count from (
        select from audit_log l where l.store_id = ${storeId} and l.action = ${action} and l.subject_type = ${subject_type}
          ${user_id === undefined ? sql`` : sql`and l.user_id = ${user_id}`}
          ${from === undefined ? sql`` : sql`and l.at >= ${from}::timestamptz`}
          ${to === undefined ? sql`` : sql`and l.at <= ${to}::timestamptz`}
        limit ${KIND_CAP + 1}) few)`,
    )
    const { rows } = await sql<{ action: string; count: number }>`${sql.join(each, sql` union all `)}`.execute(db)
    for (const { action, count } of rows) {
      const sum = counts.get(topicOf.get(action)!)!
      sum.count += Math.min(count, KIND_CAP)
      sum.capped ||= count > KIND_CAP
    }
  }
  await onePlan(db, 'off')
  return [...counts.values()]
}
