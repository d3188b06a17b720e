import type { Definition } from '@ruam/contract/automations/definition.ts'
import type { RehearsalFigures, UnsentReason } from '@ruam/contract/automations/rehearsal.ts'
import { sql } from 'kysely'
import { nameOfPerson } from '../../customers/segments/people.ts'
import type { Db } from '../../database/db.ts'
import { pageRows } from '../../database/page.ts'
import type { RehearsalKey } from './people.ts'
import type { Days } from './period.ts'

interface NewRehearsal extends RehearsalKey, Days {
  months: number
  job_id: number
  definition: Definition
}

/** Notes a rehearsal that begins, in the place of an earlier one of its edition. */
export async function insertRehearsal(
  db: Db,
  storeId: number,
  { from, to, definition, ...row }: NewRehearsal,
): Promise<void> {
  await db
    .insertInto('automation_rehearsal')
    .values({ store_id: storeId, ...row, from_day: from, to_day: to, definition: JSON.stringify(definition) })
    .onConflict((conflict) =>
      conflict.columns(['store_id', 'automation_id', 'edition']).doUpdateSet((eb) => ({
        months: eb.ref('excluded.months'),
        from_day: eb.ref('excluded.from_day'),
        to_day: eb.ref('excluded.to_day'),
        job_id: eb.ref('excluded.job_id'),
        definition: eb.ref('excluded.definition'),
        figures: null,
        created_at: sql<string>`clock_timestamp()`,
      })),
    )
    .execute()
}

/** Writes the result of a rehearsal, unless another one has begun in its place. */
export const saveFigures = (db: Db, storeId: number, jobId: number, figures: RehearsalFigures) =>
  db
    .updateTable('automation_rehearsal')
    .set({ figures: JSON.stringify(figures) })
    .where('store_id', '=', storeId)
    .where('job_id', '=', jobId)
    .execute()

/** Returns the newest rehearsal of an automation: that of an edition if there is one. */
export function newestRehearsal(db: Db, storeId: number, { automation_id, edition }: RehearsalKey) {
  return db
    .selectFrom('automation_rehearsal')
    .select(['automation_id', 'edition', 'months', 'from_day', 'to_day', 'job_id', 'figures', 'created_at'])
    .where('store_id', '=', storeId)
    .where('automation_id', '=', automation_id)
    .orderBy((eb) => eb('edition', '=', edition), 'desc')
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
}

interface PeopleQuery {
  offset: number
  limit: number
  month?: string | undefined
  messaged?: boolean | undefined
  reason?: UnsentReason | undefined
  conflict?: number | undefined
  as_today?: 'any' | 'line' | number | undefined
}

/** Returns a page of the people of a rehearsal, in the order of their entries. */
export function rehearsedPeople(db: Db, storeId: number, { automation_id, edition }: RehearsalKey, query: PeopleQuery) {
  const { month, messaged, reason, conflict, as_today: asToday } = query
  let rows = db
    .selectFrom('automation_rehearsal_person as r')
    .innerJoin('profile as p', (join) => join.onRef('p.store_id', '=', 'r.store_id').onRef('p.id', '=', 'r.profile_id'))
    .where('r.store_id', '=', storeId)
    .where('r.automation_id', '=', automation_id)
    .where('r.edition', '=', edition)
    .where('p.deleted_at', 'is', null)
    .where('p.merged_into', 'is', null)
  if (asToday === undefined) rows = rows.where('r.entered_at', 'is not', null)
  else if (asToday === 'any') rows = rows.where(sql<boolean>`r.as_today <> '{}'`)
  else rows = rows.where(sql<boolean>`${String(asToday)}::text = any(r.as_today)`)
  if (month !== undefined) rows = rows.where('r.month', '=', `${month}-01`)
  if (messaged !== undefined) rows = rows.where('r.messages', messaged ? '>' : '=', 0)
  if (reason !== undefined) rows = rows.where(sql<boolean>`${reason}::text = any(r.reasons)`)
  if (conflict !== undefined) rows = rows.where(sql<boolean>`${conflict}::int = any(r.conflicts)`)
  return pageRows(rows, query, (page) =>
    page.select(['r.profile_id', 'r.entered_at', 'r.messages', 'r.acts', nameOfPerson.as('name')]).orderBy('r.nth'),
  )
}
