import type { WatchFigures } from '@ruam/contract/watches/figures.ts'
import type { WatchTerms } from '@ruam/contract/watches/limits.ts'
import { WATCH_WAIT_DAYS, type WatchFileStatus } from '@ruam/contract/watches/watches.ts'
import { sql, type UpdateObject } from 'kysely'
import { ApiError } from '../../core/api-error.ts'
import { type Db, risenUpdatedAt } from '../../database/db.ts'
import type { Tables } from '../../database/tables.ts'

/** States in which a file has its place in the queue. */
export const undecided = ['arrived', 'reading', 'trying', 'waiting', 'importing'] as const satisfies WatchFileStatus[]

const nameOf = (user: string) =>
  sql<string>`coalesce((select btrim(u.first_name || ' ' || u.last_name) from users u where u.id = ${sql.ref(user)}), '')`

/** Reads figures or terms. Those of an older version have no kinds of cells. */
const measured = <T>(column: string) =>
  sql<T | null>`case jsonb_typeof(${sql.ref(column)}) when 'object' then '{"kinds": []}'::jsonb || ${sql.ref(column)} end`

export const watchesOf = (db: Db, storeId: number) =>
  db
    .selectFrom('watch')
    .innerJoin('data_source', (join) =>
      join.onRef('data_source.store_id', '=', 'watch.store_id').onRef('data_source.id', '=', 'watch.data_source_id'),
    )
    .where('watch.store_id', '=', storeId)
    .where('watch.deleted_at', 'is', null)
    .selectAll('watch')
    .select([
      measured<WatchTerms>('watch.terms').as('terms'),
      'data_source.name as data_source_name',
      nameOf('watch.acts_for').as('acts_for_name'),
      nameOf('watch.paused_by').as('paused_by_name'),
    ])

export type WatchRow = Awaited<ReturnType<ReturnType<typeof watchesOf>['execute']>>[number]

const findWatch = (db: Db, storeId: number, id: number): Promise<WatchRow | undefined> =>
  watchesOf(db, storeId).where('watch.id', '=', id).executeTakeFirst()

/** Throws not_found. */
export async function storedWatch(db: Db, storeId: number, id: number): Promise<WatchRow> {
  const row = await findWatch(db, storeId, id)
  if (!row) throw new ApiError('not_found')
  return row
}

/** Locks a watch until the transaction ends: before its data source, and before the profiles. Undefined if it is deleted. */
export async function lockWatch(db: Db, storeId: number, id: number): Promise<WatchRow | undefined> {
  await db
    .selectFrom('watch')
    .select('id')
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .execute()
  return findWatch(db, storeId, id)
}

/** Sets columns of a watch that the caller has locked. A new version: screens that show the former one must load it. */
export async function setWatch(
  db: Db,
  storeId: number,
  id: number,
  changes: UpdateObject<Tables, 'watch'>,
): Promise<void> {
  await noteWatch(db, storeId, id, { ...changes, updated_at: risenUpdatedAt })
}

/** Sets columns that no edit competes for, such as the next look. */
export async function noteWatch(
  db: Db,
  storeId: number,
  id: number,
  changes: UpdateObject<Tables, 'watch'>,
): Promise<void> {
  await db.updateTable('watch').set(changes).where('store_id', '=', storeId).where('id', '=', id).execute()
}

export const filesOf = (db: Db, storeId: number) =>
  db
    .selectFrom('watch_file')
    .leftJoin('run as dry', (join) =>
      join.onRef('dry.store_id', '=', 'watch_file.store_id').onRef('dry.id', '=', 'watch_file.dry_run_id'),
    )
    .leftJoin('run as real', (join) =>
      join.onRef('real.store_id', '=', 'watch_file.store_id').onRef('real.id', '=', 'watch_file.run_id'),
    )
    .where('watch_file.store_id', '=', storeId)
    .selectAll('watch_file')
    .select([
      measured<WatchFigures>('watch_file.figures').as('figures'),
      'dry.run_id as dry_run_text',
      'real.run_id as run_text',
      'real.undone_at as run_undone_at',
      nameOf('watch_file.decided_by').as('decided_by_name'),
      sql<string>`(select (arrived_at at time zone s.time_zone)::date::text from store s where s.store_id = watch_file.store_id)`.as(
        'arrived_on',
      ),
      sql<string>`arrived_at + make_interval(days => ${WATCH_WAIT_DAYS}::int)`.as('waits_until'),
    ])

export type WatchFileRow = Awaited<ReturnType<ReturnType<typeof filesOf>['execute']>>[number]

/** Oldest file of the queue of a watch; undefined if all are over. */
export const firstInQueue = (db: Db, storeId: number, watchId: number): Promise<WatchFileRow | undefined> =>
  filesOf(db, storeId)
    .where('watch_file.watch_id', '=', watchId)
    .where('watch_file.status', 'in', undecided)
    .orderBy('watch_file.id')
    .limit(1)
    .executeTakeFirst()

/** Moves a file that is in this state; to `failed` by failFile alone. Returns false if another worker or a person was first. */
export async function moveFile(
  db: Db,
  storeId: number,
  { id, status }: Pick<WatchFileRow, 'id' | 'status'>,
  changes: UpdateObject<Tables, 'watch_file'> & { status: Exclude<WatchFileStatus, 'failed'> },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('watch_file')
    .set({
      ...changes,
      ...(!undecided.some((one) => one === changes.status) && { ended_at: sql<string>`clock_timestamp()` }),
    })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .where('status', '=', status)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
