import { REMINDED_DAYS, requestKinds } from '@ruam/contract/privacy/requests.ts'
import { type RawBuilder, sql } from 'kysely'
import { calledName } from '../../customers/counter/card.ts'
import { authorsNamed } from '../../customers/history/source-names.ts'
import { survivorsOf } from '../../customers/profiles/survivors.ts'
import type { Db } from '../../database/db.ts'
import type { Tables } from '../../database/tables.ts'

const dayOf = (instant: RawBuilder<unknown>) => sql`(${instant} at time zone store_zone())::date`

/** Days of the store's calendar, which the screens count. */
export const requestDays = [
  sql<number>`${dayOf(sql`due_at`)} - ${dayOf(sql`received_at`)}`.as('days'),
  sql<number>`${dayOf(sql`due_at`)} - local_today(store_zone())`.as('days_left'),
  sql<number | null>`${dayOf(sql`closed_at`)} - ${dayOf(sql`received_at`)}`.as('days_taken'),
] as const

/** Rows of requests, with their days. */
const requestsOf = (db: Db, storeId: number) =>
  db.selectFrom('privacy_request').selectAll().select(requestDays).where('store_id', '=', storeId)

export type RequestRow = Awaited<ReturnType<ReturnType<typeof requestsOf>['execute']>>[number]

export const findRequest = (db: Db, storeId: number, id: number): Promise<RequestRow | undefined> =>
  requestsOf(db, storeId).where('id', '=', id).executeTakeFirst()

/** A profile that a requester has now. */
export interface Requester {
  request_id: number
  id: number
  name: string
  restricted: boolean
}

/** Returns the live profiles of requests; a merged one is the one that stays. */
export async function requestersOf(db: Db, storeId: number, ids: readonly number[]): Promise<Requester[]> {
  const named = await db
    .selectFrom('privacy_request_profile')
    .select(['request_id', 'profile_id'])
    .where('store_id', '=', storeId)
    .where(sql<boolean>`request_id = any(${ids}::int[])`)
    .execute()
  const profiles = named.map(({ profile_id }) => profile_id)
  const survivors = await survivorsOf(db, storeId, profiles)
  const now = (id: number) => survivors.get(id) ?? id
  const { rows } = await sql<{ id: number; name: string; restricted: boolean }>`
    select id, ${calledName} as name, restricted_at is not null as restricted from profile p
    where store_id = ${storeId} and id = any(${profiles.map(now)}::bigint[]) and deleted_at is null and merged_into is null`.execute(
    db,
  )
  const live = new Map(rows.map((row) => [row.id, row]))
  const pairs = new Map(named.map(({ request_id, profile_id }) => [`${request_id} ${now(profile_id)}`, request_id]))
  return [...pairs].flatMap(([key, request_id]) => {
    const found = live.get(Number(key.split(' ')[1]))
    return found ? [{ request_id, ...found }] : []
  })
}

/** Returns the ids of the live profiles of a request. */
export const profilesOfRequest = async (db: Db, storeId: number, id: number): Promise<number[]> =>
  (await requestersOf(db, storeId, [id])).map((one) => one.id)

interface ListFilter {
  status: 'open' | 'closed'
  kind?: (typeof requestKinds)[number] | undefined
  assignee_id?: number | undefined
}

/** Requests of a list. */
export const listedRequests = (db: Db, storeId: number, { status, kind, assignee_id }: ListFilter) =>
  db
    .selectFrom('privacy_request')
    .where('store_id', '=', storeId)
    .where('closed_at', status === 'open' ? 'is' : 'is not', null)
    .$if(kind !== undefined, (rows) => rows.where('kind', '=', kind!))
    .$if(assignee_id !== undefined, (rows) => rows.where('assignee_id', '=', assignee_id!))

type Kinds = Record<(typeof requestKinds)[number], number>

/** Counts open requests, and those that ended within twelve months. */
export async function countRequests(db: Db, storeId: number) {
  const kinds = sql.join(
    requestKinds.map((kind) => sql`${sql.lit(kind)}, count(*) filter (where kind = ${sql.lit(kind)})`),
  )
  const left = sql`${dayOf(sql`due_at`)} - local_today(store_zone())`
  const taken = sql`${dayOf(sql`closed_at`)} - ${dayOf(sql`received_at`)}`
  const { rows: open } = await sql<{ total: number; due_soon: number; late: number; kinds: Kinds }>`
    select count(*)::int as total, (count(*) filter (where ${left} between 0 and ${REMINDED_DAYS[0]}))::int as due_soon,
      (count(*) filter (where ${left} < 0))::int as late, jsonb_build_object(${kinds}) as kinds
    from privacy_request where store_id = ${storeId} and closed_at is null`.execute(db)
  const { rows: closed } = await sql<{
    total: number
    average_days: number | null
    most_days: number | null
    late: number
  }>`
    select count(*)::int as total, round(avg(${taken}), 1)::float8 as average_days, max(${taken}) as most_days,
      (count(*) filter (where closed_at > due_at))::int as late
    from privacy_request where store_id = ${storeId} and closed_at > now() - interval '12 months'`.execute(db)
  const assignees = await db
    .selectFrom('privacy_request')
    .select('assignee_id')
    .distinct()
    .where('store_id', '=', storeId)
    .where('closed_at', 'is', null)
    .where('assignee_id', 'is not', null)
    .execute()
  const named = await authorsNamed(
    db,
    assignees.flatMap(({ assignee_id }) => assignee_id ?? []),
  )
  return {
    open: open[0]!,
    closed: closed[0]!,
    assignees: named.map(({ user_id: id, name }) => ({ id, name })),
  }
}

type NewRequest = Pick<Tables['privacy_request'], 'kind' | 'source' | 'created_by' | 'assignee_id'> & {
  place: string
  words: string
  purpose_ids: number[]
  received_on: string | undefined
}

/** Inserts a request that is due after the store's days. Returns its id, or undefined if the day of its receipt is not possible. */
export async function insertRequest(
  db: Db,
  storeId: number,
  { received_on, ...request }: NewRequest,
  length: number,
): Promise<number | undefined> {
  const { kind, source, place, words, purpose_ids, created_by, assignee_id } = request
  const { rows } = await sql<{ id: number }>`
    insert into privacy_request (store_id, kind, source, place, words, purpose_ids, created_by, assignee_id, received_at, due_at)
    select ${storeId}, ${kind}, ${source}, ${place}, ${words}, ${purpose_ids}::int[], ${created_by}::int, ${assignee_id}::int,
      case when day = today then clock_timestamp() else (day + time '12:00') at time zone store_zone() end,
      (day + ${length}::int + time '23:59:59') at time zone store_zone()
    from (select coalesce(${received_on ?? null}::date, local_today(store_zone())) as day, local_today(store_zone()) as today) d
    where day between today - 30 and today returning id`.execute(db)
  return rows[0]?.id
}

/** Marks a request as made by a person whom LINE has recognised. */
export const proveRequest = (db: Db, storeId: number, id: number, way: 'line_login' | 'personal_link') =>
  db
    .updateTable('privacy_request')
    .set({ identity_way: way, identity_at: sql`clock_timestamp()` })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .execute()

/** Replaces the profiles of a request. */
export async function setProfiles(db: Db, storeId: number, id: number, profileIds: readonly number[]): Promise<void> {
  await db.deleteFrom('privacy_request_profile').where('store_id', '=', storeId).where('request_id', '=', id).execute()
  await sql`insert into privacy_request_profile (store_id, request_id, profile_id)
    select ${storeId}, ${id}, p from unnest(${profileIds}::bigint[]) p on conflict do nothing`.execute(db)
}
