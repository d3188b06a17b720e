import { MAX_PINNED, type ProfileSummary } from '@ruam/contract/customers/profile-activities.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { isFree } from '../fields/live.ts'
import { sourceNames } from '../history/source-names.ts'
import { type ActivityRow, activitiesOf, activityColumns } from './queries.ts'
import { writerOf } from './view.ts'

interface Marks {
  profileId: number
  activityId: number
  /** Person who marks it. */
  userId: number
  pinned?: boolean | undefined
  follow_on?: string | null | undefined
  done?: boolean | undefined
}

/** Changes the marks of a note; false if the profile has no such note. A new day opens its follow-up again. */
export async function markNote(db: Db, storeId: number, marks: Marks): Promise<boolean> {
  const { profileId, activityId, userId, pinned, follow_on, done } = marks
  const set = {
    ...(pinned !== undefined && {
      pinned_at: pinned ? sql<string>`coalesce(pinned_at, clock_timestamp())` : sql<null>`null`,
    }),
    ...(follow_on !== undefined && { follow_on, followed_at: sql<null>`null`, followed_by: null }),
    ...(done !== undefined && {
      followed_at: done ? sql<string>`case when follow_on is not null then clock_timestamp() end` : sql<null>`null`,
      followed_by: done ? sql<number>`case when follow_on is not null then ${userId}::int end` : null,
    }),
  }
  const { numUpdatedRows } = await db
    .updateTable('activity')
    // Without a change the note must still be there.
    .set(Object.keys(set).length > 0 ? set : { follow_on: sql.ref('follow_on') })
    .where('store_id', '=', storeId)
    .where('id', '=', activityId)
    .where('profile_id', '=', profileId)
    .where('type_id', '=', noteTypeOf(storeId))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const noteTypeOf = (storeId: number) =>
  sql<number>`(select id from activity_type where store_id = ${storeId} and purpose = 'note')`

/** Text of a note. */
export const noteText = ({ fields }: Pick<ActivityRow, 'fields'>): string | undefined =>
  Object.values(fields).find((value): value is string => typeof value === 'string')

/** Pinned notes of a profile and its open follow-ups. */
export async function markedNotes(
  db: Db,
  storeId: number,
  profileId: number,
  noteType: number,
): Promise<Pick<ProfileSummary, 'pinned_notes' | 'follow_ups'>> {
  const rows = await activitiesOf(db, storeId, profileId, noteType)
    .select(activityColumns)
    .where((e) =>
      e.or([e('pinned_at', 'is not', null), e.and([e('follow_on', 'is not', null), e('followed_at', 'is', null)])]),
    )
    .orderBy('activity_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const nameOf = await sourceNames(db, storeId, rows.map(writerOf))
  const noteOf = (row: ActivityRow) => ({
    activity_id: row.id,
    text: noteText(row) ?? '',
    by: nameOf(writerOf(row)).name,
  })
  return {
    pinned_notes: rows
      .filter(({ pinned_at }) => pinned_at !== null)
      .slice(0, MAX_PINNED)
      .map((row) => ({ ...noteOf(row), at: row.activity_at })),
    follow_ups: rows
      .flatMap((row) =>
        row.follow_on !== null && row.followed_at === null ? [{ ...noteOf(row), follow_on: row.follow_on }] : [],
      )
      .sort((a, b) => a.follow_on.localeCompare(b.follow_on) || a.activity_id - b.activity_id),
  }
}

/** Follow-ups of live profiles `p` whose day has come in the store's time zone. */
const due = (storeId: number, narrowed: RawBuilder<boolean>) => sql`from activity a
  join profile p on p.store_id = a.store_id and p.id = a.profile_id and ${isFree('p')}
  where a.store_id = ${storeId} and a.follow_on is not null and a.followed_at is null
    and a.follow_on <= (select (now() at time zone time_zone)::date from store where store_id = ${storeId}) and ${narrowed}`

/** A page of the follow-ups that are due, the earliest first. `narrowed`: a condition on their profiles `p`. */
export async function dueFollowUps(
  db: Db,
  storeId: number,
  { offset, limit }: { offset: number; limit: number },
  narrowed: RawBuilder<boolean> = sql`true`,
) {
  const { rows } = await sql<{
    activity_id: number
    profile_id: number
    name: string
    follow_on: string
    fields: ActivityRow['fields']
    created_by: number | null
  }>`select a.id as activity_id, a.profile_id, d.name, a.follow_on, a.fields, a.created_by from (
      select a.id ${due(storeId, narrowed)} order by a.follow_on, a.id offset ${offset} limit ${limit}) page
    join activity a on a.store_id = ${storeId} and a.id = page.id
    cross join lateral (select btrim(concat_ws(' ', first_name, last_name)) as name from profile where store_id = ${storeId} and id = a.profile_id) d
    order by a.follow_on, a.id`.execute(db)
  const counted = await sql<{ total: number }>`select count(*)::int as total ${due(storeId, narrowed)}`.execute(db)
  const writer = (created_by: number | null) => ({
    source: created_by === null ? ('system' as const) : ('user' as const),
    ...{ source_id: created_by, run: null, row_no: null },
  })
  const nameOf = await sourceNames(
    db,
    storeId,
    rows.map(({ created_by }) => writer(created_by)),
  )
  const data = rows.map((row) => ({
    activity_id: row.activity_id,
    text: noteText(row) ?? '',
    follow_on: row.follow_on,
    by: nameOf(writer(row.created_by)).name,
    profile: { id: row.profile_id, name: row.name },
  }))
  return { data, total: counted.rows[0]!.total }
}
