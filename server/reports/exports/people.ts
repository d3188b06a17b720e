import { type RawBuilder, sql } from 'kysely'
import { compileFilter } from '../../customers/profiles/list-conditions.ts'
import { matchingIds } from '../../customers/profiles/matching.ts'
import { totalProfiles } from '../../customers/profiles/queries.ts'
import type { Db } from '../../database/db.ts'
import type { ExportRequest } from './request.ts'

type Within = (id: RawBuilder<unknown>) => RawBuilder<unknown>

/** The people whom a file is about. */
interface People {
  total: number
  /** Their ids after one, in their order. */
  ids(after: number): RawBuilder<{ id: number }>
  /** Keeps rows with such a column to these people, or to those of a range of ids; undefined if all are meant. */
  chosen: ((id: RawBuilder<unknown>, within?: Within) => RawBuilder<boolean>) | undefined
}

/**
 * Determines the profiles of an export in its snapshot: by the chosen ids, or by its filter, whose conditions are evaluated once as
 * sets. Without either, all profiles are read directly.
 */
export async function settlePeople(
  db: Db,
  storeId: number,
  job: number,
  { chosen, filter = {} }: Pick<ExportRequest, 'chosen' | 'filter'>,
): Promise<People> {
  if (!chosen && !filter.keyword && !filter.rule && !filter.deleted) {
    return {
      total: await totalProfiles(db, storeId),
      ids: (after) => sql`select id from profile where store_id = ${storeId} and id > ${after}
        and deleted_at is null and merged_into is null order by id`,
      chosen: undefined,
    }
  }
  await sql`create temporary table export_profile (id bigint primary key) on commit drop`.execute(db)
  const meant = chosen
    ? sql`select p.id from job_profile j join profile p on p.store_id = j.store_id and p.id = j.profile_id
        where j.store_id = ${storeId} and j.job = ${job} and p.deleted_at is null and p.merged_into is null`
    : sql`select id from (${matchingIds(db, storeId, await compileFilter(db, storeId, filter))}) as found`
  const settled = await sql`insert into pg_temp.export_profile (id) ${meant} order by 1`.execute(db)
  await sql`analyze pg_temp.export_profile`.execute(db)
  return {
    total: Number(settled.numAffectedRows ?? 0),
    ids: (after) => sql`select id from pg_temp.export_profile where id > ${after} order by id`,
    chosen: (id, within) =>
      sql`${id} in (select id from pg_temp.export_profile ${within ? sql`where ${within(sql`id`)}` : sql``})`,
  }
}
