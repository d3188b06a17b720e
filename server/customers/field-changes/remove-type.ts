import { sql } from 'kysely'
import { ApiError } from '../../core/api-error.ts'
import type { Db } from '../../database/db.ts'
import type { Caller } from '../../http/authorize.ts'
import { deleteActivityType, lockActivityType } from '../fields/activity-type-queries.ts'
import { formulasOfType } from '../fields/formula-usage.ts'
import { dependency } from '../membership/dependencies.ts'
import { lockRules } from '../membership/lock-rules.ts'
import { lockForPipeline } from '../profiles/lock.ts'
import { ruleUsers } from '../views/rule-users.ts'
import { usersOf } from './field-usage.ts'

/** Counted no further. */
const MANY = 1000

/**
 * Deletes an activity type that nothing uses. Throws activity_type_in_use with what does: activities, data sources that import such,
 * computed fields, segments and views; and of the notes', which the program uses.
 */
export async function removeType(db: Db, storeId: number, user: Caller, id: number): Promise<void> {
  await lockRules(db, storeId)
  const sources = await holdSourcesOf(db, storeId, id)
  await lockForPipeline(db, storeId, 'pipeline_busy')
  const type = await lockActivityType(db, storeId, id)
  if (!type) throw new ApiError('not_found')
  const activities = await countActivities(db, storeId, id)
  const formulas = await formulasOfType(db, storeId, id)
  const { segments, views, hidden_views } = await ruleUsers(db, storeId, user.id, dependency.activity(id))
  const used = sources.length + activities + formulas.length + segments.length + views.length + hidden_views
  if (used > 0 || type.purpose !== null) {
    throw new ApiError('activity_type_in_use', {
      activities,
      data_sources: usersOf(sources.map(({ name }) => name)),
      formulas: usersOf(formulas),
      segments: usersOf(segments.map(({ name }) => name)),
      views: { ...usersOf(views.map(({ name }) => name)), count: views.length + hidden_views },
    })
  }
  await deleteActivityType(db, storeId, id)
}

/** The data sources that import activities of a type. None of them can begin a run until the caller's transaction ends. */
const holdSourcesOf = (db: Db, storeId: number, id: number) =>
  db
    .selectFrom('data_source')
    .select(['id', 'name'])
    .where('store_id', '=', storeId)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`(mapping ->> 'activity_id')::int = ${id}`)
    .orderBy('id')
    .forUpdate()
    .execute()

async function countActivities(db: Db, storeId: number, id: number): Promise<number> {
  const few = db
    .selectFrom('activity')
    .select('id')
    .where('store_id', '=', storeId)
    .where('type_id', '=', id)
    .limit(MANY)
  const { counted } = await db
    .selectFrom(few.as('few'))
    .select(sql<number>`count(*)`.as('counted'))
    .executeTakeFirstOrThrow()
  return counted
}
