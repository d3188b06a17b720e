import { INCIDENT_HOURS } from '@ruam/contract/privacy/incidents.ts'
import { sql, type UpdateObject } from 'kysely'
import { ApiError } from '../../core/api-error.ts'
import { type Db, risenUpdatedAt } from '../../database/db.ts'
import type { Tables } from '../../database/tables.ts'

const dueAt = sql<string>`known_at + make_interval(hours => ${INCIDENT_HOURS}::int)`

/** Incidents with their clock. */
export const incidentsOf = (db: Db, storeId: number) =>
  db
    .selectFrom('incident')
    .where('store_id', '=', storeId)
    .selectAll()
    .select([
      dueAt.as('due_at'),
      sql<number | null>`case when closed_at is null and notified_at is null and decision is distinct from 'no_risk'
        then floor(extract(epoch from ${dueAt} - clock_timestamp()))::int end`.as('seconds_left'),
    ])

export type IncidentRow = Awaited<ReturnType<ReturnType<typeof incidentsOf>['execute']>>[number]

/** Returns an incident. Throws not_found. */
export async function storedIncident(db: Db, storeId: number, id: number): Promise<IncidentRow> {
  const row = await incidentsOf(db, storeId).where('id', '=', id).executeTakeFirst()
  if (!row) throw new ApiError('not_found')
  return row
}

/** The same, locked until the transaction ends. */
export async function lockIncident(db: Db, storeId: number, id: number): Promise<IncidentRow> {
  await db
    .selectFrom('incident')
    .select('id')
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .forUpdate()
    .execute()
  return storedIncident(db, storeId, id)
}

/** Sets columns of an incident that the caller has locked. */
export async function setIncident(
  db: Db,
  storeId: number,
  id: number,
  changes: UpdateObject<Tables, 'incident'>,
): Promise<void> {
  await db
    .updateTable('incident')
    .set({ ...changes, updated_at: risenUpdatedAt })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .execute()
}
