import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import type { Version } from '../records/world.ts'

/** An automation at work, in the version that customers enter. */
export interface AtWork extends Version {
  follows_since: string
  dates_done_to: string
  looks_at: string | null
  inside_after: number | null
  moves: boolean
}

/** Returns the active automations of a store in the order in which they take customers. They stay as they are until the transaction ends. */
export async function automationsAtWork(db: Db, storeId: number): Promise<AtWork[]> {
  const { rows } = await sql<AtWork>`
    select v.automation_id, v.version, a.place, v.definition, v.holdout, v.started_by, a.follows_since, a.dates_done_to, a.looks_at, a.inside_after, a.moves
    from automation a
      join automation_version v on v.store_id = a.store_id and v.automation_id = a.id and v.version = a.version
    where a.store_id = ${storeId} and a.status = 'active' and a.follows_since is not null
    order by a.place, a.id for share of a`.execute(db)
  return rows
}
