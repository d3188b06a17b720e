import type { Definition } from '@ruam/contract/automations/definition.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'

export const findVersion = (db: Db, storeId: number, { id, version }: { id: number; version: number }) =>
  db
    .selectFrom('automation_version')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('automation_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()

export type VersionRow = NonNullable<Awaited<ReturnType<typeof findVersion>>>

/** Returns the versions in use by automations, of these or of all. */
export const versionsInUse = (db: Db, storeId: number, ids?: readonly number[]) =>
  db
    .selectFrom('automation_version as v')
    .innerJoin('automation as a', (join) =>
      join
        .onRef('a.store_id', '=', 'v.store_id')
        .onRef('a.id', '=', 'v.automation_id')
        .onRef('a.version', '=', 'v.version'),
    )
    .selectAll('v')
    .select(['a.name', 'a.status', 'a.place'])
    .where('v.store_id', '=', storeId)
    .$if(ids !== undefined, (rows) => rows.where('v.automation_id', 'in', [...ids!, 0]))
    .orderBy('v.automation_id')
    .execute()

interface NewVersion {
  id: number
  edition: number
  definition: Definition
  reads: readonly string[]
  holdout: number
  startedBy: number
  approvedBy: number | null
}

/** Inserts the next version of an automation that the caller has locked. Returns its number. */
export async function insertVersion(db: Db, storeId: number, next: NewVersion): Promise<number> {
  const { version } = await db
    .insertInto('automation_version')
    .values({
      store_id: storeId,
      automation_id: next.id,
      version: sql<number>`(select coalesce(max(version), 0) + 1 from automation_version
        where store_id = ${storeId} and automation_id = ${next.id})`,
      edition: next.edition,
      definition: JSON.stringify(next.definition),
      reads: [...next.reads],
      holdout: next.holdout,
      started_by: next.startedBy,
      approved_by: next.approvedBy,
    })
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

/** Makes another person the one whose rights the steps of a version need. */
export async function takeOverVersion(
  db: Db,
  storeId: number,
  { id, version, userId }: { id: number; version: number; userId: number },
): Promise<void> {
  await db
    .updateTable('automation_version')
    .set({ started_by: userId })
    .where('store_id', '=', storeId)
    .where('automation_id', '=', id)
    .where('version', '=', version)
    .execute()
}
