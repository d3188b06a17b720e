import type { ActivityFormula } from '@ruam/contract/customers/formulas.ts'
import type { ProfileActivityQuery } from '@ruam/contract/customers/profile-activities.ts'
import { COUNT_CAP } from '@ruam/contract/platform/constants.ts'
import type { DataType, ValueKind } from '@ruam/contract/platform/system-fields.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { pageRows } from '../../database/page.ts'
import { canonicalText } from '../../formats/values/thai.ts'
import { typeNow } from '../fields/fields.ts'
import type { MaskedValue } from '../profiles/masking.ts'
import { valuesThatBegin } from '../profiles/values-that-begin.ts'

export const activityColumns = [
  'id',
  'type_id',
  'activity_at',
  'fields',
  'run_id as run',
  'row_no',
  'created_by',
  'created_at',
  'pinned_at',
  'follow_on',
  'followed_at',
] as const

/** A profile's activities of one type, or of all (0). */
export function activitiesOf(db: Db, storeId: number, profileId: number, typeId: number) {
  const rows = db.selectFrom('activity').where('store_id', '=', storeId).where('profile_id', '=', profileId)
  return typeId === 0 ? rows : rows.where('type_id', '=', typeId)
}

/** As they are shown, in the order of a query. */
export const inListOrder = (
  rows: ReturnType<typeof activitiesOf>,
  { sort_by, sort_dir }: Pick<ProfileActivityQuery, 'sort_by' | 'sort_dir'>,
) =>
  rows
    .select(activityColumns)
    .orderBy(sort_by === 'activity_date' ? 'activity_at' : sort_by, sort_dir)
    .orderBy('id', sort_dir)

/** A page of them, and how many there are. */
export async function listActivities(
  db: Db,
  storeId: number,
  profileId: number,
  typeId: number,
  q: ProfileActivityQuery,
) {
  let rows = activitiesOf(db, storeId, profileId, typeId)
  if (q.activity_date_from) rows = rows.where('activity_at', '>=', q.activity_date_from)
  if (q.activity_date_to) rows = rows.where('activity_at', '<=', q.activity_date_to)
  return pageRows(rows, q, (page) => inListOrder(page, q))
}

/** Columns of an activity in a list of several profiles. */
const withProfile = sql.join(
  [...activityColumns.map((column) => sql.raw(`a.${column}`)), sql.raw('a.profile_id')],
  sql`, `,
)

/** The newest activities of a store's profiles, by types if given. Reads the newest of each type by index. */
export async function newestActivities(
  db: Db,
  storeId: number,
  { offset, limit, types }: { offset: number; limit: number; types?: readonly number[] | undefined },
) {
  const chosen = types ? sql`and t.id = any(${types}::int[])` : sql``
  const { rows } = await sql<ActivityRow & { profile_id: number }>`
    select ${withProfile} from activity_type t cross join lateral (
      select * from activity where store_id = t.store_id and type_id = t.id
      order by activity_at desc, id desc limit ${offset + limit}) a
    where t.store_id = ${storeId} ${chosen} order by a.activity_at desc, a.id desc offset ${offset} limit ${limit}`.execute(
    db,
  )
  const counted = await sql<{ total: number }>`select count(*) as total from (
    select from activity where store_id = ${storeId} ${types ? sql`and type_id = any(${types}::int[])` : sql``}
    limit ${COUNT_CAP + 1}) counted`.execute(db)
  return { data: rows, total: counted.rows[0]!.total }
}

export type ActivityRow = Awaited<ReturnType<typeof listActivities>>['data'][number]

/** Counts activities of a profile by type, the largest first. */
export function countByType(db: Db, storeId: number, profileId: number) {
  return db
    .selectFrom('activity')
    .innerJoin('activity_type as type', (join) =>
      join.onRef('type.store_id', '=', 'activity.store_id').onRef('type.id', '=', 'activity.type_id'),
    )
    .select(({ fn }) => [
      'type.id',
      'type.name',
      fn.countAll<number>().as('count'),
      fn.max('activity_at').as('last_at'),
    ])
    .where('activity.store_id', '=', storeId)
    .where('profile_id', '=', profileId)
    .groupBy(['type.store_id', 'type.id', 'type.name'])
    .orderBy('count', 'desc')
    .orderBy('last_at', 'desc')
    .orderBy('type.id')
    .execute()
}

interface WrittenActivity {
  profileId: number
  typeId: number
  at: string | undefined
  fields: ReadonlyMap<number, MaskedValue>
  /** Marks of a note. */
  note?: { pinned: boolean; followOn: string | undefined }
}

/** Writes an activity by hand; without a user, by the system. The caller holds the profile. */
export function insertActivity(
  db: Db,
  storeId: number,
  userId: number | null,
  activity: WrittenActivity,
): Promise<ActivityRow> {
  const filled = [...activity.fields].filter(([, value]) => value !== null)
  return db
    .insertInto('activity')
    .values({
      store_id: storeId,
      profile_id: activity.profileId,
      type_id: activity.typeId,
      activity_at: activity.at ?? sql<string>`clock_timestamp()`,
      fields: JSON.stringify(Object.fromEntries(filled)),
      created_by: userId,
      ...(activity.note?.pinned && { pinned_at: sql<string>`clock_timestamp()` }),
      ...(activity.note?.followOn !== undefined && { follow_on: activity.note.followOn }),
    })
    .returning(activityColumns)
    .executeTakeFirstOrThrow()
}

/** Takes away an activity that was written by hand; false when the profile has no such. */
export async function deleteActivity(
  db: Db,
  storeId: number,
  profileId: number,
  id: number,
): Promise<number | undefined> {
  const deleted = await db
    .deleteFrom('activity')
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .where('profile_id', '=', profileId)
    .where('run_id', 'is', null)
    .where('created_by', 'is not', null)
    .returning('type_id')
    .executeTakeFirst()
  return deleted?.type_id
}

interface OwnActivityField {
  id: number
  name: string
  display_name: string
  data_type: DataType
  kind: ValueKind
  /** Its values are being converted to another type. */
  converting?: boolean
  /** Its values are worked out and can't be written. */
  computed: boolean
  /** Definition of the computed fields. */
  formula: ActivityFormula | null
}

/** The fields of activities that the store has made, by id. */
export async function ownActivityFields(db: Db, storeId: number): Promise<Map<number, OwnActivityField>> {
  const rows = await db
    .selectFrom('activity_field')
    .select(['id', 'field_name', 'display_name', 'data_type', 'field_type', 'formula', 'converting_to'])
    .where('store_id', '=', storeId)
    .orderBy('id')
    .execute()
  return new Map(
    rows.map(({ id, field_name: name, display_name, field_type, formula, ...type }) => {
      const computed = field_type === 'transform_activity'
      return [id, { id, name, display_name, ...typeNow(type), computed, formula }]
    }),
  )
}

/** None of these fields can change its type, or be deleted, until the caller's transaction ends. */
export async function lockActivityFields(db: Db, storeId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const rows = db.selectFrom('activity_field').select('id').where('store_id', '=', storeId).where('id', 'in', ids)
  await rows.orderBy('id').forShare().execute()
}

/** The activity types of the store, with the ids of their fields in order, by id. */
export async function typesById(db: Db, storeId: number, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, never>()
  const rows = await db
    .selectFrom('activity_type')
    .select(['id', 'name', 'field_ids'])
    .where('store_id', '=', storeId)
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** All of them. */
export async function allTypes(db: Db, storeId: number) {
  const types = db
    .selectFrom('activity_type')
    .select(['id', 'name', 'field_ids', 'purpose'])
    .where('store_id', '=', storeId)
  return new Map((await types.execute()).map((row) => [row.id, row]))
}

/**
 * Up to 20 distinct values of a field that begin with a text, in any case, of all activities of a type. A field of null: the day, in
 * the store's time zone.
 */
export async function activityValuesThatBegin(
  db: Db,
  storeId: number,
  typeId: number,
  field: number | null,
  typed: string,
  timeZone: string,
) {
  const text = canonicalText(typed)
  const day = sql`to_char(activity_at at time zone ${timeZone}, 'YYYY-MM-DD')`
  const key = String(field)
  const [value, shown] = field === null ? [sql`to_jsonb(${day})`, day] : [sql`fields -> ${key}`, sql`fields ->> ${key}`]
  const from = sql`from activity where store_id = ${storeId} and type_id = ${typeId}`
  const offered = await valuesThatBegin(db, text, { value, shown, from, newest: sql`activity_at desc` })
  return offered.map((each) => each.value)
}
