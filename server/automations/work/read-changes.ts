import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import type { Version } from '../records/world.ts'

/** Changes read at once, and customers among them: a transaction stays short. A change of more customers is read alone. */
const MOST_CHANGES = 1000
const MOST_PEOPLE = 5000

/** A change of the stream that starts runs, moves or ends them. */
export interface Change {
  id: number
  position: number
  kind: ChangeKind
  subject_id: number | null
  profile_ids: number[]
  activity_ids: number[] | null
  details: string[]
  at: string
  /** `run:<id>`, `undo:<id>` or `calculation`. */
  origin: string | null
  /** Null in a change from before it was kept. */
  transaction_id: string | null
}

type ChangeKind =
  | 'segment.entered'
  | 'segment.left'
  | 'activity.created'
  | 'link.clicked'
  | 'import.undone'
  | 'profile.merged'
  | 'profile.deleted'

/** Kinds that concern runs on the way. */
const ofPeople: readonly ChangeKind[] = ['import.undone', 'profile.merged', 'profile.deleted']
export const isOfPeople = ({ kind }: Change): boolean => ofPeople.includes(kind)

/** Things whose changes start a run, by the kind of the change. */
type Followed = ReadonlyMap<ChangeKind, readonly number[]>

/** Returns what triggers follow. `follows`: the type of activities that the inbox writes for new friends. */
export function followedBy(versions: readonly Version[], follows: number | undefined): Followed {
  const followed = new Map<ChangeKind, number[]>()
  const add = (kind: ChangeKind, id: number) => followed.set(kind, [...(followed.get(kind) ?? []), id])
  for (const { definition } of versions) {
    const { trigger } = definition
    if (trigger?.kind === 'segment_entered' || trigger?.kind === 'segment_left')
      // Both, for moves that a transaction takes back.
      for (const kind of ['segment.entered', 'segment.left'] as const) add(kind, trigger.segment_id)
    if (trigger?.kind === 'activity') add('activity.created', trigger.activity_type_id)
    if (trigger?.kind === 'friend' && follows !== undefined) add('activity.created', follows)
    if (trigger?.kind === 'link') add('link.clicked', trigger.broadcast_id)
  }
  return followed
}

/** Returns the next changes in a part of the stream that concern automations, and the position up to which they are all of them. */
export async function readChanges(
  db: Db,
  storeId: number,
  followed: Followed,
  { after, until }: { after: number; until: number },
): Promise<{ changes: Change[]; position: number }> {
  const pairs = [...followed].flatMap(([kind, ids]) => ids.map((id) => ({ kind, id })))
  const { rows } = await sql<Change & { left_out: boolean }>`
    select id, position, kind, subject_id, to_jsonb(profile_ids) as profile_ids, to_jsonb(activity_ids) as activity_ids, details, at, origin,
      transaction_id::text, left_out
    from (
      select *, coalesce(sum(cardinality(profile_ids)) over before, 0) >= ${MOST_PEOPLE}::int as left_out
      from (
        select id, position, kind, subject_id, profile_ids, activity_ids, details, at, origin, transaction_id from change
        where store_id = ${storeId} and position > ${after}::bigint and position <= ${until}::bigint
          and (kind = any(${ofPeople}::text[]) or (kind, subject_id) in (
            select * from unnest(${pairs.map(({ kind }) => kind)}::text[], ${pairs.map(({ id }) => id)}::bigint[])))
        order by position limit ${MOST_CHANGES}) c
      window before as (order by position rows between unbounded preceding and 1 preceding)) d
    order by position`.execute(db)
  const changes = rows.filter((row) => !row.left_out)
  const isAll = changes.length === rows.length && rows.length < MOST_CHANGES
  return { changes, position: isAll ? until : changes.at(-1)!.position }
}
