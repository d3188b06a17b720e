import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import type { Version } from '../records/world.ts'

const columns = sql`v.automation_id, v.version, a.place, v.definition, v.holdout, v.started_by
  from automation_version v join automation a on a.store_id = v.store_id and a.id = v.automation_id`

/** Returns the versions in use of active automations, in the order in which they take customers. */
export async function activeVersions(db: Db, storeId: number): Promise<Version[]> {
  const { rows } = await sql<Version>`select ${columns} and a.version = v.version
    where v.store_id = ${storeId} and a.status = 'active' order by a.place, a.id`.execute(db)
  return rows
}

/** Returns versions by `automation version`. */
export async function versionsOf(
  db: Db,
  storeId: number,
  keys: readonly { automation_id: number; version: number }[],
): Promise<Map<string, Version>> {
  const { rows } = await sql<Version>`select ${columns}
    where v.store_id = ${storeId} and (v.automation_id, v.version) in (
      select * from unnest(${keys.map((key) => key.automation_id)}::int[], ${keys.map((key) => key.version)}::int[]))`.execute(
    db,
  )
  return new Map(rows.map((row) => [versionKey(row), row]))
}

export const versionKey = ({ automation_id, version }: { automation_id: number; version: number }) =>
  `${automation_id} ${version}`
