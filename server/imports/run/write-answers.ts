import type pg from 'pg'
import { dismissPairs } from '../../customers/duplicates/queries.ts'
import type { Db } from '../../database/db.ts'
import type { RowDecision } from './decided-rows.ts'

/**
 * Adds the profiles of a batch to the answers that decided its rows, so that an erasure finds the answer. Two that a user has declared
 * two people are settled in the queue of duplicates.
 */
export async function writeAnswers(
  client: pg.ClientBase,
  db: Db,
  storeId: number,
  decisions: readonly RowDecision[],
): Promise<void> {
  const decided = decisions.flatMap(({ answer, entry, status }) =>
    answer && entry && (answer.same || status === 'added')
      ? [
          {
            key: `\\x${answer.name.key}`,
            who: `\\x${answer.name.who}`,
            person: answer.people[0]!.id,
            added: answer.same ? null : entry.id,
          },
        ]
      : [],
  )
  if (decided.length === 0) return
  await client.query({
    name: 'note-answers',
    text: `update match_answer a set profile_id = coalesce(a.profile_id, d.person), added_id = coalesce(d.added, a.added_id)
      from jsonb_to_recordset($2::jsonb) d (key bytea, who bytea, person bigint, added bigint)
      where a.store_id = $1 and a.key_hash = d.key and a.row_hash = d.who`,
    values: [storeId, JSON.stringify(decided)],
  })
  const pairs = decisions.flatMap(({ answer, entry, status }) =>
    answer && !answer.same && status === 'added'
      ? answer.people.map((other) => [Math.min(other.id!, entry!.id!), Math.max(other.id!, entry!.id!)] as const)
      : [],
  )
  await dismissPairs(db, storeId, pairs)
}
