import { createHmac } from 'node:crypto'
import type { ChangeEvent, ChangeType } from '@ruam/contract/open-api/changes.ts'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../database/db.ts'
import type { Readable } from './readable.ts'

interface Place {
  position: number
  nth: number
}

/** One event of a change: of one profile, or of an import or a broadcast. */
export interface EventRow extends Place {
  id: number
  type: ChangeType
  subject_id: number | null
  details: string[]
  at: string
  profile_id: number | null
  activity_id: number | null
}

/** Returns events that the reader may read, after a place and up to a position, in order. */
export const eventsAfter = (
  db: Db,
  storeId: number,
  readable: Readable,
  { after, until, limit }: { after: Place; until: number; limit: number },
): Promise<EventRow[]> =>
  readEvents(db, storeId, readable, {
    // The first change may have no event left.
    changes: sql`position between ${after.position}::bigint and ${until}::bigint order by position limit ${limit + 1}`,
    events: sql`c.position > ${after.position}::bigint or coalesce(u.nth, 1) > ${after.nth}::int`,
    limit,
  })

/** Returns named events that the reader may still read, in order. */
export async function eventsOf(
  db: Db,
  storeId: number,
  readable: Readable,
  named: readonly { change_id: number; nth: number }[],
): Promise<EventRow[]> {
  if (named.length === 0) return []
  const [ids, nths] = [named.map(({ change_id }) => change_id), named.map(({ nth }) => nth)]
  return readEvents(db, storeId, readable, {
    changes: sql`id = any(${ids}::bigint[]) and position is not null order by position`,
    events: sql`(c.id, coalesce(u.nth, 1)) in (select * from unnest(${ids}::bigint[], ${nths}::bigint[]))`,
    limit: named.length,
  })
}

interface Which {
  /** Condition, order and limit of the changes. */
  changes: RawBuilder<unknown>
  events: RawBuilder<unknown>
  limit: number
}

/** Events of a restricted profile that receivers still get: ids alone, by which they stop and forget. */
const ofRestricted: ChangeType[] = ['profile.restricted', 'profile.deleted', 'profile.merged']

/** Changes are split one by one, in their order: a large one behind the page costs nothing. */
async function readEvents(
  db: Db,
  storeId: number,
  { types, names, closed, webhook }: Readable,
  { changes, events, limit }: Which,
): Promise<EventRow[]> {
  const mayRead = sql`(kind <> 'profile.updated' or details && ${[...names.keys()]}::text[])
        and (kind not in ('segment.entered', 'segment.left', 'label.added', 'label.removed') or subject_id <> all(${closed.segments}::bigint[]))
        and (kind <> 'broadcast.ended' or subject_id <> all(${closed.broadcasts}::bigint[]))
        and (kind <> 'automation.step' or subject_id = ${webhook}::int
          and concat_ws(' ', details[1], details[2]) <> all(${closed.versions}::text[]))`
  const { rows } = await sql<EventRow>`
    select c.position, coalesce(u.nth, 1)::int as nth, c.id, c.kind as type, c.subject_id, c.details, c.at, u.profile_id, u.activity_id
    from (select position, id, kind, subject_id, details, at, profile_ids, activity_ids from change
      where store_id = ${storeId} and kind = any(${types}::text[]) and ${mayRead} and ${changes}) c
      left join lateral unnest(c.profile_ids, c.activity_ids) with ordinality u (profile_id, activity_id, nth) on true
    where (${events}) and (c.kind = any(${ofRestricted}::text[]) or not exists (select from profile p
      where p.store_id = ${storeId} and p.id = u.profile_id and p.restricted_at is not null)) order by c.position, u.nth limit ${limit}`.execute(
    db,
  )
  return rows
}

/** Names of the ids of an event, by its type. */
const subjects: Partial<Record<ChangeType, keyof z.input<typeof ChangeEvent>>> = {
  'profile.merged': 'merged_into',
  'label.added': 'label_id',
  'label.removed': 'label_id',
  'segment.entered': 'segment_id',
  'segment.left': 'segment_id',
  'activity.created': 'activity_type_id',
  'consent.changed': 'purpose_id',
  'import.ended': 'import_id',
  'broadcast.ended': 'broadcast_id',
}

/** Returns an event as programs read it: ids, and names of fields that the program reads. */
export function viewEvent(secretKey: string, storeId: number, row: EventRow, { names }: Readable) {
  const { type, at, subject_id, details, profile_id, activity_id } = row
  const subject = subjects[type]
  const event: z.input<typeof ChangeEvent> = { id: eventId(secretKey, storeId, row), type, at }
  if (profile_id !== null) event.profile_id = profile_id
  if (activity_id !== null) event.activity_id = activity_id
  if (type === 'profile.updated') event.fields = details.flatMap((key) => names.get(key) ?? [])
  if (type === 'automation.step') {
    const [automation_id, version, step_id] = details.map(Number)
    return { ...event, automation_id, version, step_id }
  }
  if (type === 'consent.changed') event.status = details[0] as 'granted' | 'withdrawn'
  return subject ? { ...event, [subject]: subject_id } : event
}

/** Permanent id of an event, as a UUID. It tells nothing of the events between two. */
function eventId(secretKey: string, storeId: number, { id, nth }: EventRow): string {
  const hash = createHmac('sha256', secretKey).update(`event ${storeId} ${id} ${nth}`).digest('hex')
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}
