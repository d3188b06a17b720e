import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'

/** Readings of sensitive values of a person on a day of the store, without the names of viewers. */
interface Readings {
  day: string
  /** Role of a member; null for a program. */
  role: string | null
  way: string
  reads: number
}

/** Returns who was shown sensitive values of a person, by role, way and day, the newest first. */
export async function readingsOfPerson(db: Db, storeId: number, ids: readonly number[]): Promise<Readings[]> {
  const { rows } = await sql<Readings>`
    select ((hour at time zone store_zone())::date)::text as day, role, way, sum(reads)::int as reads from (
      select r.at as hour, r.role, r.way, 1 as reads from sensitive_read r
      where r.store_id = ${storeId} and r.profile_ids && ${ids}::bigint[]
      union all
      select hour, role, way, reads from sensitive_read_hour
      where store_id = ${storeId} and profile_id = any(${ids}::bigint[])) every
    group by 1, 2, 3 order by 1 desc, 2, 3`.execute(db)
  return rows
}
