import { type ProfileActivityQuery, profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { sql } from 'kysely'
import { namesVersion, versionOf } from '../../access/stores/names-version.ts'
import { inInstants } from '../../access/stores/range-days.ts'
import { ApiError } from '../../core/api-error.ts'
import type { Db } from '../../database/db.ts'
import { pageAnswer } from '../../database/page.ts'
import { prepared } from '../../database/prepared.ts'
import type { Handler } from '../../http/handler.ts'
import { pipelinedRead } from '../../http/pipelined-read.ts'
import { authorName, type SourceFile, sourceAnswer } from '../history/source-names.ts'
import { liveProfile } from '../profiles/one.ts'
import { activityNames, loadActivityNames } from './activity-names.ts'
import { activitiesOf, inListOrder, listActivities } from './queries.ts'
import { activityAnswer, viewActivities, writerOf } from './view.ts'

/** Rows of the pages that screens ask for, each with a statement of its own. */
const SIZES = [10, 20, 50, 100]
/** Behind so many the ordinary way is as good. */
const FIRST = 500

/** The author's name, with the activity. */
const sources = [
  // One probe each: a join could be planned as a walk through all files of the store.
  sql<SourceFile | null>`(select json_build_object('run_id', r.run_id, 'data_source_id', r.data_source_id,
      'file_name', coalesce((select f.name from file f where f.store_id = r.store_id and f.id = r.file_id), d.name),
      'is_item', r.kind = 'stream', 'program_id', d.credential_id)
    from run r join data_source d on d.store_id = r.store_id and d.id = r.data_source_id where r.store_id = activity.store_id and r.id = activity.run_id)`.as(
    'file',
  ),
  sql<{ first_name: string; last_name: string } | null>`(
    select json_build_object('first_name', u.first_name, 'last_name', u.last_name) from users u where u.id = activity.created_by)`.as(
    'author',
  ),
] as const

type Order = Pick<ProfileActivityQuery, 'sort_by' | 'sort_dir' | 'limit'>

/** Type id, or 0 for all. */
const typeOf = (typeId: number) => (typeId === 0 ? 'all' : 'one')
const nameOf = (type: string, { sort_by, sort_dir, limit }: Order) =>
  `activities ${type} ${sort_by} ${sort_dir} ${limit}`

/** Found by the profile alone: planned while there are few, those of a type would be walked, which are many later. */
function ofType(db: Db, storeId: number, profileId: number, type: string, typeId: number) {
  const rows = activitiesOf(db, storeId, profileId, 0)
  return type === 'all' ? rows : rows.where(sql<boolean>`(type_id = ${typeId}) is true`)
}

const pages = new Map(
  ['all', 'one'].flatMap((type) =>
    (['activity_at', 'activity_date', 'created_at'] as const).flatMap((sort_by) =>
      (['desc', 'asc'] as const).flatMap((sort_dir) =>
        SIZES.map((limit) => {
          const order = { sort_by, sort_dir, limit }
          const name = nameOf(type, order)
          const page = prepared(name, (db, storeId: number, profileId: number, offset: number, typeId: number) =>
            inListOrder(ofType(db, storeId, profileId, type, typeId), order)
              .select(sources)
              .limit(sql.lit(limit))
              .offset(offset),
          )
          return [name, page] as const
        }),
      ),
    ),
  ),
)

const count = sql<number>`count(*)`.as('total')
const counts = {
  all: prepared('activities_all', (db, storeId: number, profileId: number) =>
    activitiesOf(db, storeId, profileId, 0).select(count),
  ),
  one: prepared('activities_one', (db, storeId: number, profileId: number, typeId: number) =>
    ofType(db, storeId, profileId, 'one', typeId).select(count),
  ),
}

/** True for a live profile. As a column instead of a condition, so that no partial index of live profiles is scanned. */
const profileState = prepared('profile_state', (db, storeId: number, id: number) =>
  db
    .selectFrom('profile')
    .select(sql<boolean>`deleted_at is null and merged_into is null`.as('live'))
    .where('store_id', '=', storeId)
    .where('id', '=', id),
)

const anyList: Handler<typeof profileActivities.list> = async (call) => {
  const { db, storeId, params, query, language } = call
  await liveProfile(db, storeId, params.id)
  const names = await loadActivityNames(db, storeId)
  if (params.activity_id !== 0 && !names.types.has(params.activity_id)) throw new ApiError('not_found')
  const { data, total } = await listActivities(
    db,
    storeId,
    params.id,
    params.activity_id,
    await inInstants(db, storeId, query),
  )
  return pageAnswer(query, await viewActivities(db, storeId, data, language, names), total)
}

/** The activities of a profile: the first pages at once, ranges of days and computed fields in the ordinary way. */
export const list = pipelinedRead(profileActivities.list, {
  reads({ storeId, params: { id, activity_id }, query }) {
    const page = pages.get(nameOf(typeOf(activity_id), query))
    if (!page || query.offset > FIRST || query.activity_date_from || query.activity_date_to) return undefined
    if (activityNames.last(storeId)?.computes !== false) return undefined
    return {
      version: namesVersion(storeId),
      profile: profileState(storeId, id),
      counted: activity_id === 0 ? counts.all(storeId, id) : counts.one(storeId, id, activity_id),
      rows: page(storeId, id, query.offset, activity_id),
    }
  },

  answer({ version, profile, counted, rows }, { storeId, params: { activity_id }, query, language, fail }) {
    const names = activityNames.at(storeId, versionOf(version))
    if (!names || names.computes) return undefined
    if (!profile[0]?.live || (activity_id !== 0 && !names.types.has(activity_id))) throw fail('not_found')
    const data = rows.map((row) => {
      const source = sourceAnswer(writerOf(row), row.file ?? undefined, row.author ? authorName(row.author) : undefined)
      return activityAnswer(row, names, source, language)
    })
    return pageAnswer(query, data, counted[0]!.total)
  },

  fallback: anyList,
})
