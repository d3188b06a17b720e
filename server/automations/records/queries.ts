import type { automationStatuses, StartChoice } from '@ruam/contract/automations/automation.ts'
import type { Definition } from '@ruam/contract/automations/definition.ts'
import { type SelectQueryBuilder, sql } from 'kysely'
import { type Db, escapeLike, risenUpdatedAt } from '../../database/db.ts'
import { pageRows } from '../../database/page.ts'
import type { Tables } from '../../database/tables.ts'

const columns = [
  ...(['id', 'name', 'status', 'reason', 'definition', 'edition', 'version', 'pending_start', 'place'] as const),
  ...(['author_ids', 'created_by', 'created_at', 'updated_at', 'paused_at', 'stopped_at', 'dates_done_to'] as const),
  ...(['inside_after', 'moves'] as const),
] as const satisfies readonly (keyof Tables['automation'])[]

/** Automations of a store that are not stopped. */
const MAX_AUTOMATIONS = 200

interface ListQuery {
  offset: number
  limit: number
  keyword: string
  status?: (typeof automationStatuses)[number] | undefined
  sort_by: 'place' | 'updated_at' | 'created_at' | 'name'
  sort_dir: 'asc' | 'desc'
}

const allOf = (db: Db, storeId: number) => db.selectFrom('automation').where('store_id', '=', storeId)

/** Returns a page of automations. */
export function listAutomations(db: Db, storeId: number, query: ListQuery) {
  let rows = allOf(db, storeId)
  if (query.keyword) rows = rows.where('name', 'ilike', `%${escapeLike(query.keyword)}%`)
  if (query.status) rows = rows.where('status', '=', query.status)
  return pageRows(rows, query, (page) =>
    page
      .select(columns)
      .orderBy(query.sort_by === 'name' ? sql`name collate "th-x-icu"` : query.sort_by, query.sort_dir)
      .orderBy('id', query.sort_dir),
  )
}

const one = (db: Db, storeId: number, id: number): SelectQueryBuilder<Tables, 'automation', object> =>
  allOf(db, storeId).where('id', '=', id)

export const findAutomation = (db: Db, storeId: number, id: number) =>
  one(db, storeId, id).select(columns).executeTakeFirst()

export type AutomationRow = NonNullable<Awaited<ReturnType<typeof findAutomation>>>

/** Locks an automation until the transaction ends. Comes after the lock of the engine, and before those of runs. */
export const lockAutomation = (db: Db, storeId: number, id: number) =>
  one(db, storeId, id).select(columns).forUpdate().executeTakeFirst()

/**
 * Keeps the engine of a store from working until the transaction ends: a change of an automation's state is in effect when its call
 * returns. Comes before the locks of automations and runs.
 */
export async function lockEngine(db: Db, storeId: number): Promise<void> {
  await db.selectFrom('automation_engine').select('fence').where('store_id', '=', storeId).forUpdate().execute()
}

interface NewAutomation {
  userId: number
  /** Undefined: `base` with the first free number behind it. */
  name: string | undefined
  base: string
  definition: Definition
}

/** Inserts a draft. Returns undefined beyond the limit of a store. */
export async function insertAutomation(
  db: Db,
  storeId: number,
  { userId, name, base, definition }: NewAutomation,
): Promise<number | undefined> {
  const numbered = sql<string>`(select ${base}::text || ' ' || n from generate_series(1, 10000) n
    where not exists (select from automation where store_id = ${storeId} and name_key(name) = name_key(${base}::text || ' ' || n))
    order by n limit 1)`
  const { rows } = await sql<{ id: number }>`
    insert into automation (store_id, name, definition, author_ids, created_by)
    select ${storeId}, ${name === undefined ? numbered : sql`${name}::text`}, ${JSON.stringify(definition)}::jsonb,
      array[${userId}::int], ${userId}
    where (select count(*) from automation where store_id = ${storeId} and status <> 'stopped') < ${MAX_AUTOMATIONS}
    returning id`.execute(db)
  return rows[0]?.id
}

export const automationLimit = { limit: MAX_AUTOMATIONS }

interface Draft {
  id: number
  /** updated_at as it was read. */
  seen: string
  name: string
  place: number
  definition: Definition
}

/** Saves a draft over the version that was read. Another definition is a new edition, which voids an approval that is waited for. */
export async function saveDraft(db: Db, storeId: number, userId: number, draft: Draft): Promise<boolean> {
  const written = JSON.stringify(draft.definition)
  const isEdit = sql<boolean>`definition <> ${written}::jsonb`
  const isAuthor = sql<boolean>`${userId}::int = any(author_ids)`
  const saved = await db
    .updateTable('automation')
    .set({
      name: draft.name,
      place: draft.place,
      definition: written,
      edition: sql<number>`edition + (${isEdit})::int`,
      // The authors of an edition are those who changed it since the version that was started.
      author_ids: sql<number[]>`case when not ${isEdit} or ${isAuthor} and not (${isStarted}) then author_ids
        when ${isStarted} then array[${userId}::int] else author_ids || ${userId}::int end`,
      pending_start: sql<null>`case when ${isEdit} then null else pending_start end`,
      status: sql<'draft'>`case when ${isEdit} and status = 'awaiting_approval' then 'draft' else status end`,
      updated_at: risenUpdatedAt,
    })
    .where('store_id', '=', storeId)
    .where('id', '=', draft.id)
    .where('updated_at', '=', sql<string>`${draft.seen}::timestamptz`)
    .returning('id')
    .executeTakeFirst()
  return saved !== undefined
}

/** True if the edition was started as it is. */
const isStarted = sql<boolean>`exists (select from automation_version v where v.store_id = automation.store_id
  and v.automation_id = automation.id and v.edition = automation.edition)`

type State = Partial<
  Pick<
    AutomationRow,
    'status' | 'reason' | 'version' | 'paused_at' | 'stopped_at' | 'dates_done_to' | 'inside_after' | 'moves'
  >
> & {
  pending_start?: (StartChoice & { by: number }) | null
}

/** Changes the state of an automation that the caller has locked. */
export async function setState(db: Db, storeId: number, id: number, { pending_start, ...state }: State): Promise<void> {
  await db
    .updateTable('automation')
    .set({
      ...state,
      ...(pending_start !== undefined && { pending_start: pending_start && JSON.stringify(pending_start) }),
      updated_at: risenUpdatedAt,
    })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .execute()
}

/** Deletes an automation that was never started. Returns false if it was. */
export async function deleteAutomation(db: Db, storeId: number, id: number): Promise<boolean> {
  const deleted = await db
    .deleteFrom('automation')
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .where('version', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}
