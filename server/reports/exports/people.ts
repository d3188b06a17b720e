import { type RawBuilder, sql } from 'kysely'
import { isFree, restrictedIds } from '../../customers/fields/live.ts'
import { compileFilter } from '../../customers/profiles/list-conditions.ts'
import { matchingIds } from '../../customers/profiles/matching.ts'
import { totalProfiles } from '../../customers/profiles/queries.ts'
import type { Db } from '../../database/db.ts'
import type { ExportRequest } from './request.ts'

const between = (place: RawBuilder<unknown>, after: number, last: number) =>
  sql<boolean>`${place} > ${after} and ${place} <= ${last}`

/** The people whom a file is about. */
interface People {
  total: number
  /** Their ids after one, in their order. */
  ids(after: number): RawBuilder<{ id: number }>
  /** Their places after one: ids, unless they have an order of their own. */
  places(after: number): RawBuilder<{ id: number }>
  /** Keeps rows with such a column to those of a range of places. */
  block(id: RawBuilder<unknown>, after: number, last: number): RawBuilder<boolean>
  /** Order of the rows of a block. */
  order: RawBuilder<unknown>
  /** Keeps rows with such a column to these people; undefined if all are meant. */
  chosen: ((id: RawBuilder<unknown>) => RawBuilder<boolean>) | undefined
}

/**
 * Determines the profiles of an export in its snapshot, without restricted ones: by the chosen ids, or by its filter, whose conditions are evaluated once as
 * sets. Without either, all profiles are read directly.
 */
export async function settlePeople(
  db: Db,
  storeId: number,
  job: number,
  { chosen, filter = {} }: Pick<ExportRequest, 'chosen' | 'filter'>,
  order?: RawBuilder<unknown>,
): Promise<People> {
  if (!chosen && !filter.keyword && !filter.rule && !filter.deleted && !order) {
    const ids = (after: number) => sql<{
      id: number
    }>`select id from profile where store_id = ${storeId} and id > ${after}
        and deleted_at is null and merged_into is null and restricted_at is null order by id`
    return {
      total: (await totalProfiles(db, storeId)) - (await countRestricted(db, storeId)),
      ...{ ids, places: ids, block: between, order: sql`profile.id` },
      chosen: undefined,
    }
  }
  await sql`create temporary table export_profile (id bigint primary key, place bigint not null) on commit drop`.execute(
    db,
  )
  const meant = chosen
    ? sql`select p.id from job_profile j join profile p on p.store_id = j.store_id and p.id = j.profile_id
        where j.store_id = ${storeId} and j.job = ${job} and ${isFree('p')}`
    : sql`select id from (${matchingIds(db, storeId, await compileFilter(db, storeId, filter))}) as found
        where id not in ${restrictedIds(storeId)}`
  const placed = order
    ? sql`select profile.id, row_number() over (order by ${order}) from profile
        where profile.store_id = ${storeId} and profile.id in (${meant})`
    : sql`select id, id from (${meant}) as meant`
  const settled = await sql`insert into pg_temp.export_profile (id, place) ${placed} order by 1`.execute(db)
  await sql`create index on pg_temp.export_profile (place)`.execute(db)
  await sql`analyze pg_temp.export_profile`.execute(db)
  return {
    total: Number(settled.numAffectedRows ?? 0),
    ids: (after) => sql`select id from pg_temp.export_profile where id > ${after} order by id`,
    places: (after) => sql`select place as id from pg_temp.export_profile where place > ${after} order by place`,
    block: (id, after, last) =>
      sql`${id} in (select id from pg_temp.export_profile where ${between(sql`place`, after, last)})`,
    order: sql`(select place from pg_temp.export_profile e where e.id = profile.id)`,
    chosen: (id) => sql`${id} in (select id from pg_temp.export_profile)`,
  }
}

async function countRestricted(db: Db, storeId: number): Promise<number> {
  const { rows } = await sql<{ people: number }>`select count(*)::int as people from profile
    where store_id = ${storeId} and id in ${restrictedIds(storeId)} and deleted_at is null and merged_into is null`.execute(
    db,
  )
  return rows[0]!.people
}
