import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { type Standing, standingOfEach } from './standing.ts'

interface StandingOf {
  standing: Standing
  /** Time of the newest entry; null if there is none. */
  at: string | null
}

/** Returns the standing of a customer's consent to each purpose. */
export async function standingsOf(
  db: Db,
  storeId: number,
  profileId: number,
  purposeIds: readonly number[],
): Promise<Map<number, StandingOf>> {
  const asked = { storeId, purpose: sql`purpose.id` }
  const { rows } = await sql<StandingOf & { id: number }>`
    select purpose.id, consent.standing, (select max(e.at) from consent_entry e
      where e.store_id = ${storeId} and e.profile_id = p.id and e.purpose_id = purpose.id) as at
    from profile p cross join unnest(${purposeIds}::int[]) purpose (id)
    ${standingOfEach(asked, { id: sql`p.id`, birth: sql`p.birth_date` })}
    where p.store_id = ${storeId} and p.id = ${profileId}`.execute(db)
  return new Map(rows.map(({ id, ...standing }) => [id, standing]))
}
