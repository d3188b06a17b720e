import type { PrivacyRequest } from '@ruam/contract/privacy/requests.ts'
import { sql } from 'kysely'
import { authorsNamed } from '../../customers/history/source-names.ts'
import type { Db } from '../../database/db.ts'
import type { Tables } from '../../database/tables.ts'
import { type Requester, type RequestRow, requestersOf } from './queries.ts'

type Copy = Pick<Tables['privacy_copy'], 'job_id' | 'made_at' | 'bytes' | 'expires_at'>
type Named = (id: number | null) => { id: number; name: string } | null

/** Steps of a request in their order. Only customers who want to see or have their data need it gathered. */
function stepOf(row: RequestRow, copy: Copy | undefined): PrivacyRequest['step'] {
  if (row.closed_at !== null) return 'done'
  if (row.identity_at === null) return 'identity'
  if (row.decided_at !== null) return row.needs_approval && row.approved_at === null ? 'approval' : 'answer'
  const isGathered = copy !== undefined && copy.made_at !== null
  return (row.kind === 'see' || row.kind === 'copy') && !isGathered ? 'data' : 'decision'
}

function viewRequest(
  row: RequestRow,
  { people, named, copy }: { people: readonly Requester[]; named: Named; copy: Copy | undefined },
): PrivacyRequest {
  const act = (at: string | null, by: number | null) => (at === null ? null : { at, by: named(by) })
  const [identity, decision, answer, extended] = [
    act(row.identity_at, row.identity_by),
    act(row.decided_at, row.decided_by),
    act(row.answered_at, row.answered_by),
    act(row.extended_at, row.extended_by),
  ]
  return {
    ...{ id: row.id, kind: row.kind, source: row.source, place: row.place, words: row.words },
    ...{ received_at: row.received_at, recorded: { at: row.created_at, by: named(row.created_by) } },
    ...{ due_at: row.due_at, days: row.days, days_left: row.days_left },
    extended: extended && { ...extended, days: row.extended_days!, reason: row.extension_reason },
    step: stepOf(row, copy),
    profiles: people.map(({ id, name, restricted }) => ({ id, name, restricted })),
    ...{ assignee: named(row.assignee_id), purpose_ids: row.purpose_ids },
    identity: identity && { ...identity, way: row.identity_way!, checks: row.identity_checks },
    decision: decision && {
      ...decision,
      ...{ decision: row.decision!, reason: row.decision_reason, approved: act(row.approved_at, row.approved_by) },
    },
    copy: copy
      ? {
          job_id: copy.job_id,
          made_at: copy.made_at,
          bytes: copy.bytes && Number(copy.bytes),
          expires_at: copy.expires_at,
        }
      : null,
    answer: answer && {
      ...answer,
      ...{ way: row.answer_way!, text: row.answer_text, delivered: row.answer_delivered },
    },
    ...{ outcome: row.outcome, closed_at: row.closed_at, days_taken: row.days_taken, updated_at: row.updated_at },
  }
}

/** Requests as calls answer them. */
export async function viewRequests(db: Db, storeId: number, rows: readonly RequestRow[]): Promise<PrivacyRequest[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const people = Map.groupBy(await requestersOf(db, storeId, ids), ({ request_id }) => request_id)
  const users = rows.flatMap((row) =>
    [
      row.created_by,
      row.assignee_id,
      row.identity_by,
      row.decided_by,
      row.approved_by,
      row.answered_by,
      row.extended_by,
    ].flatMap((id) => id ?? []),
  )
  const names = new Map((await authorsNamed(db, [...new Set(users)])).map(({ user_id, name }) => [user_id, name]))
  const copies = await db
    .selectFrom('privacy_copy')
    .selectAll()
    .where('store_id', '=', storeId)
    .where(sql<boolean>`request_id = any(${ids}::int[])`)
    .execute()
  const copyOf = new Map(copies.map((copy) => [copy.request_id, copy]))
  const named = (id: number | null) => (id === null ? null : { id, name: names.get(id) ?? '' })
  return rows.map((row) => viewRequest(row, { people: people.get(row.id) ?? [], named, copy: copyOf.get(row.id) }))
}
