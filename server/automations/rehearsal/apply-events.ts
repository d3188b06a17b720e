import { sql } from 'kysely'
import { dependency } from '../../customers/membership/dependencies.ts'
import { endRuns } from '../engine/record.ts'
import type { Change } from '../work/read-changes.ts'
import { ALL } from './memberships.ts'
import { assigned } from './past.ts'
import { changeOf, type PastWorld, type Touched } from './past-world.ts'

type EventKind =
  | 'created'
  | 'restricted'
  | 'unrestricted'
  | 'value'
  | 'label'
  | 'consent'
  | 'friend'
  | 'stop'
  | 'sent'
  | 'activity'
  | 'turn'
  | 'click'
  | 'file_undone'

/** Something that happened to a customer. */
export interface PastEvent {
  nth: number
  profile_id: number
  at: string
  /** Microseconds since 1970. */
  us: number
  kind: EventKind
  ref: number | null
  data: unknown
  /** The file that brought it, or that was taken back, as the stream names it. */
  origin: string | null
}

/** Makes events true in the world, several of a customer in their order. Returns who was touched, and changes that triggers follow by themselves. */
export async function applyEvents(
  past: PastWorld,
  events: readonly PastEvent[],
): Promise<{ touched: Touched[]; changes: Change[] }> {
  const kinds = Map.groupBy(events, ({ kind }) => kind)
  const of = (kind: EventKind) => kinds.get(kind) ?? []
  const { db, storeId } = past.world
  const nths = (kind: EventKind) => of(kind).map(({ nth }) => nth)
  const refs = (kind: EventKind) => of(kind).map(({ ref }) => ref)
  if (of('created').length > 0)
    await sql`with born as (
        delete from pg_temp.past_profile where id = any(${of('created').map(({ profile_id }) => profile_id)}::bigint[]) returning *
      ) insert into pg_temp.profile (${await profileColumns(past)}) select ${await profileColumns(past)} from born`.execute(
      db,
    )
  if (of('restricted').length > 0)
    await sql`update pg_temp.profile set restricted_at = coalesce(restricted_at, e.at) from past_event e
      where e.nth = any(${nths('restricted')}::bigint[]) and profile.store_id = ${storeId} and profile.id = e.profile_id`.execute(
      db,
    )
  if (of('unrestricted').length > 0) await liftRestrictions(past, of('unrestricted'))
  for (const [field, some] of Map.groupBy(of('value'), ({ ref }) => ref!)) {
    const known = past.scope.fields.get(field)
    if (!known) continue
    await sql`update pg_temp.profile set ${assigned(known, sql`e.data`)}, updated_at = greatest(updated_at, e.at)
      from (select distinct on (profile_id) * from past_event where nth = any(${some.map(({ nth }) => nth)}::bigint[])
        order by profile_id, nth desc) e
      where profile.store_id = ${storeId} and profile.id = e.profile_id`.execute(db)
  }
  if (of('label').length > 0) await applyLabels(past, nths('label'))
  if (of('consent').length > 0)
    await sql`insert into pg_temp.consent_entry overriding system value
      select * from public.consent_entry where store_id = ${storeId} and id = any(${refs('consent')}::bigint[])`.execute(
      db,
    )
  if (of('friend').length > 0) await applyFriends(past, nths('friend'))
  if (of('stop').length > 0)
    await sql`insert into pg_temp.line_stop select s.* from public.line_stop s join past_event e on e.data #>> '{}' = s.user_id
      where s.store_id = ${storeId} and e.nth = any(${nths('stop')}::bigint[])`.execute(db)
  if (of('sent').length > 0)
    await sql`insert into pg_temp.broadcast_recipient select r.* from (select ref::int as broadcast_id, (data #>> '{}')::int as position from past_event
        where nth = any(${nths('sent')}::bigint[]) offset 0) e
      join public.broadcast_recipient r on r.store_id = ${storeId} and r.broadcast_id = e.broadcast_id and r.position = e.position`.execute(
      db,
    )
  if (of('activity').length > 0)
    await sql`insert into pg_temp.activity overriding system value
      select * from public.activity where store_id = ${storeId} and id = any(${refs('activity')}::bigint[])`.execute(db)
  for (const event of of('file_undone')) await endRunsOfFile(past, event)
  return { touched: touchedBy(events), changes: triggeredBy(past, events) }
}

/** Lifts restrictions. The runs that waited for it are taken at that time, however long they were due. */
async function liftRestrictions(past: PastWorld, events: readonly PastEvent[]) {
  const { db, storeId } = past.world
  const ids = events.map(({ profile_id }) => profile_id)
  await sql`update pg_temp.profile set restricted_at = null where store_id = ${storeId} and id = any(${ids}::bigint[])`.execute(
    db,
  )
  await sql`update pg_temp.automation_run set waits_for = null
    where store_id = ${storeId} and profile_id = any(${ids}::bigint[]) and ended_at is null and waits_for = 'restricted'`.execute(
    db,
  )
  for (const { profile_id, at } of events) past.resumed.set(profile_id, at)
  past.isLate = true
}

/** Ends the run that a file began which is taken back, as people.ts does. */
async function endRunsOfFile({ world: { db, storeId } }: PastWorld, { profile_id, ref, at }: PastEvent): Promise<void> {
  const { rows } = await sql<{
    id: number
  }>`select id from automation_run where store_id = ${storeId} and profile_id = ${profile_id}::bigint
    and ended_at is null and detail ->> 'run_id' = ${String(ref)} and messages = 0`.execute(db)
  if (rows.length > 0)
    await endRuns(
      db,
      storeId,
      rows.map(({ id }) => id),
      { reason: 'import_undone', at },
    )
}

async function profileColumns(past: PastWorld) {
  const known = columns.get(past)
  if (known) return known
  const { rows } = await sql<{ name: string }>`select attname as name from pg_attribute
    where attrelid = 'past_profile'::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`.execute(
    past.world.db,
  )
  const list = sql.raw(rows.map(({ name }) => `"${name}"`).join(', '))
  columns.set(past, list)
  return list
}
const columns = new WeakMap<PastWorld, ReturnType<typeof sql.raw>>()

async function applyLabels({ world: { db, storeId } }: PastWorld, nths: readonly number[]): Promise<void> {
  const last = sql`(select distinct on (profile_id, ref) profile_id, ref::int as label_id, data, at from past_event
    where nth = any(${nths}::bigint[]) order by profile_id, ref, nth desc)`
  await sql`delete from pg_temp.profile_label x using ${last} e
    where x.store_id = ${storeId} and x.label_id = e.label_id and x.profile_id = e.profile_id`.execute(db)
  await sql`insert into pg_temp.profile_label (store_id, label_id, profile_id, source, created_at)
    select ${storeId}, label_id, profile_id, 'manual_add', at from ${last} e where data = 'true'`.execute(db)
}

async function applyFriends({ world: { db, storeId } }: PastWorld, nths: readonly number[]): Promise<void> {
  const last = sql`(select distinct on (profile_id, ref, data ->> 'type', data ->> 'id') profile_id, ref::int as channel_id,
      data ->> 'type' as type, data ->> 'id' as external_id, data ->> 'status' as status, (data ->> 'since')::timestamptz as since
    from past_event where nth = any(${nths}::bigint[]) order by profile_id, ref, data ->> 'type', data ->> 'id', nth desc)`
  await sql`delete from pg_temp.channel_friend f using ${last} e where f.store_id = ${storeId} and f.profile_id = e.profile_id
    and f.channel_type = e.type and f.channel_id = e.channel_id and f.external_id = e.external_id`.execute(db)
  await sql`insert into pg_temp.channel_friend (store_id, channel_type, channel_id, external_id, profile_id, status, since)
    select ${storeId}, type, channel_id, external_id, profile_id, status, since from ${last} e where status is not null`.execute(
    db,
  )
}

const typeOf = ({ data }: PastEvent) => (data as { type: number }).type

function keysOf({ kind, ref, data, ...event }: PastEvent): string[] {
  switch (kind) {
    case 'created':
    case 'restricted':
    case 'unrestricted':
      return [ALL]
    case 'value':
      return [dependency.field(ref!), dependency.updated]
    case 'label':
      return [dependency.label(ref!), dependency.updated]
    case 'consent':
      return [dependency.consent(data as number)]
    case 'friend':
      return [dependency.channel(ref!), dependency.channel(undefined)]
    case 'sent':
      return [dependency.broadcast(ref!)]
    case 'activity':
    case 'turn':
      return [dependency.activity(typeOf({ kind, ref, data, ...event }))]
    default:
      return []
  }
}

function touchedBy(events: readonly PastEvent[]): Touched[] {
  return [...Map.groupBy(events, ({ profile_id }) => profile_id)].map(([profile_id, own]) => ({
    profile_id,
    at: own.at(-1)!.at,
    keys: own.flatMap(keysOf),
    origin: own.find(({ origin }) => origin !== null)?.origin ?? null,
  }))
}

function triggeredBy(past: PastWorld, events: readonly PastEvent[]): Change[] {
  return events.flatMap((event) => {
    const of = { profile_id: event.profile_id, at: event.at, origin: event.origin }
    if (event.kind === 'activity')
      return [changeOf(past, 'activity.created', of, { subject_id: typeOf(event), activity_id: event.ref! })]
    if (event.kind === 'click')
      return [changeOf(past, 'link.clicked', of, { subject_id: event.ref!, details: [String(event.data)] })]
    return []
  })
}
