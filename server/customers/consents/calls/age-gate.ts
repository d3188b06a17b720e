import { sql } from 'kysely'
import type { Db } from '../../../database/db.ts'
import { isLive } from '../../fields/live.ts'
import { OF_AGE_MONTHS } from '../standing.ts'

interface AgeGate {
  value: boolean
  under_age: number
  birth_unknown: number
}

export async function hasAgeGate(db: Db, storeId: number): Promise<boolean> {
  const { rows } = await sql`select from privacy_setting where store_id = ${storeId} and age_gate`.execute(db)
  return rows.length > 0
}

/** Returns the setting of the age gate, with the live customers whom it concerns. */
export async function ageGateOf(db: Db, storeId: number): Promise<AgeGate> {
  const { rows } = await sql<AgeGate>`
    select exists (select from privacy_setting where store_id = ${storeId} and age_gate) as value,
      (select count(*)::int from profile p where p.store_id = ${storeId} and ${isLive('p')} and p.birth_date
        > (select ((now() at time zone time_zone)::date - make_interval(months => ${sql.lit(OF_AGE_MONTHS)}))::date
          from store where store_id = ${storeId})) as under_age,
      (select count(*)::int from profile p where p.store_id = ${storeId} and ${isLive('p')} and p.birth_date is null) as birth_unknown`.execute(
    db,
  )
  return rows[0]!
}

/** Sets the age gate. Returns false if it is so already. */
export async function setAgeGate(db: Db, storeId: number, value: boolean): Promise<boolean> {
  const { rows } = await sql`
    insert into privacy_setting as s (store_id, age_gate) values (${storeId}, ${value})
    on conflict (store_id) do update set age_gate = excluded.age_gate, updated_at = clock_timestamp()
      where s.age_gate is distinct from excluded.age_gate
    returning s.age_gate`.execute(db)
  return rows.length > 0
}
