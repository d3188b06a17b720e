import type { ViewDefinition } from '@ruam/contract/customers/views.ts'
import { rowsOf } from '@ruam/contract/platform/common.ts'
import { sql } from 'kysely'
import { type Db, risenUpdatedAt } from '../../database/db.ts'
import type { Caller } from '../../http/authorize.ts'
import { refuseClosed } from '../profiles/closed.ts'
import { compileFilter, readFilter } from '../profiles/list-conditions.ts'
import { listPage } from '../profiles/list-page.ts'
import { orderOf } from '../profiles/list-sort.ts'
import { totalProfiles } from '../profiles/queries.ts'

interface ViewValues {
  name: string
  shared: boolean
  /** A rule that is left out of an update stays. */
  definition: Omit<ViewDefinition, 'rule'> & { rule?: ViewDefinition['rule'] | undefined }
}

/** `filters`: what servers of the version before narrow a list by. */
function columnsOf({ definition: { rule, deleted, ...definition }, ...view }: ViewValues) {
  return {
    ...view,
    rule: rule && JSON.stringify(rule),
    deleted,
    definition: JSON.stringify({ ...definition, filters: [] }),
  }
}

/** The views a person sees: their own and those shared with the store. */
function visible(db: Db, storeId: number, userId: number) {
  return db
    .selectFrom('profile_view')
    .innerJoin('users', 'users.id', 'profile_view.created_by')
    .where('store_id', '=', storeId)
    .where((e) => e.or([e('shared', '=', true), e('created_by', '=', userId)]))
}

function shown(db: Db, storeId: number, userId: number) {
  return visible(db, storeId, userId).select([
    'profile_view.id',
    'name',
    'shared',
    'definition',
    'rule',
    'deleted',
    'created_by',
    'first_name',
    'last_name',
    'profile_view.created_at',
    'profile_view.updated_at',
  ])
}

export async function listViews(db: Db, storeId: number, userId: number, page: { offset: number; limit: number }) {
  const rows = await shown(db, storeId, userId)
    .orderBy(sql`name collate "th-x-icu"`)
    .orderBy('profile_view.id')
    .offset(page.offset)
    .limit(rowsOf(page.limit))
    .execute()
  const { total } = await visible(db, storeId, userId)
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total }
}

/** Undefined when there is none, or another person keeps it to themselves. */
export function findView(db: Db, storeId: number, userId: number, id: number) {
  return shown(db, storeId, userId).where('profile_view.id', '=', id).executeTakeFirst()
}

/** Locks a visible view until the transaction ends. Returns false if the person cannot see it. */
export async function lockView(db: Db, storeId: number, userId: number, id: number): Promise<boolean> {
  const held = await visible(db, storeId, userId)
    .select('profile_view.id')
    .where('profile_view.id', '=', id)
    .forShare('profile_view')
    .executeTakeFirst()
  return held !== undefined
}

export type ViewRow = NonNullable<Awaited<ReturnType<typeof findView>>>

/** Throws when the person has a view of this name (the index profile_view_name). */
export async function insertView(db: Db, storeId: number, userId: number, view: ViewValues): Promise<number> {
  const { id } = await db
    .insertInto('profile_view')
    .values({ ...columnsOf(view), store_id: storeId, created_by: userId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Saves over the version the person has seen; false when there is a newer one. */
export async function updateView(
  db: Db,
  storeId: number,
  userId: number,
  id: number,
  seen: string,
  view: ViewValues,
): Promise<boolean> {
  const updated = await db
    .updateTable('profile_view')
    .set({ ...columnsOf(view), updated_at: risenUpdatedAt })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .where('created_by', '=', userId)
    .where('updated_at', '=', sql<string>`${seen}::timestamptz`)
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}

/** Only a person's own; false when there is none. Lists that opened with it open without a view. */
export async function deleteView(db: Db, storeId: number, userId: number, id: number): Promise<boolean> {
  const deleted = await db
    .deleteFrom('profile_view')
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .where('created_by', '=', userId)
    .returning('id')
    .executeTakeFirst()
  if (deleted) await forgetView(db, storeId, id)
  return deleted !== undefined
}

/** Takes a view out of the preferences of everybody, or of everybody but the one who keeps it. */
export function forgetView(db: Db, storeId: number, id: number, except?: number) {
  return db
    .updateTable('user_preference')
    .set({ profile_view_id: null, updated_at: risenUpdatedAt })
    .where('store_id', '=', storeId)
    .where('profile_view_id', '=', id)
    .$if(except !== undefined, (rows) => rows.where('user_id', '<>', except!))
    .execute()
}

interface Counted {
  total: number
  total_capped: boolean
}

/** Cache lifetime: everyone who opens the list asks for the same few numbers. */
const STAYS_MS = 60_000

/** Counts kept by a process, about 100 bytes each. */
const MOST_KEPT = 10_000

const kept = new Map<string, { counted: Counted; at: number }>()

/** Counts the matches of a view, at most once a minute. Throws field_closed if a closed field decides its rule. */
export async function countView(db: Db, storeId: number, user: Caller, view: ViewRow, now: Date): Promise<Counted> {
  const { rule, deleted, definition } = view
  await readFilter(db, storeId, user.rights, { deleted }, 'params.id')
  if (rule) await refuseClosed(db, storeId, user.rights, rule)
  const key = `${storeId} ${view.id} ${view.updated_at}`
  const known = kept.get(key)
  if (known && now.getTime() - known.at < STAYS_MS) return known.counted
  const filter = await compileFilter(db, storeId, {
    ...(definition.keyword && { keyword: definition.keyword }),
    ...(deleted && { deleted }),
    ...(rule && { rule }),
  })
  const query = { offset: 0, limit: 1, sort_by: 'updated_at', sort_dir: 'desc' as const, count: true, filter }
  const { total, capped } = await listPage(db, storeId, query, orderOf(null, query), await totalProfiles(db, storeId))
  const counted = { total, total_capped: capped }
  if (kept.size >= MOST_KEPT) kept.clear()
  kept.set(key, { counted, at: now.getTime() })
  return counted
}
