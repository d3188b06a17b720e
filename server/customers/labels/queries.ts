import type { LabelQuery } from '@ruam/contract/customers/labels.ts'
import { sql } from 'kysely'
import { raiseNames } from '../../access/stores/names-version.ts'
import { ApiError } from '../../core/api-error.ts'
import { type Db, escapeLike, risenUpdatedAt } from '../../database/db.ts'
import { pageRows } from '../../database/page.ts'
import { canonicalText } from '../../formats/values/thai.ts'
import type { StoredRule } from '../membership/stored-rule.ts'

/** State of a segment's calculation. */
export interface Calculation {
  wanted: number
  done: number
  evaluated_at: string | null
  next_at: string | null
  members_visible: boolean
  error: { name: string; details?: Record<string, unknown> } | null
}

const columns = [
  'id',
  'name',
  'description',
  'color',
  'type',
  'target_count',
  'display_enabled',
  'auto_apply_enabled',
  sql<StoredRule | null>`label.segment_rule`.as('segment_rule'),
  sql<Calculation | null>`(
    select jsonb_build_object('wanted', s.wanted, 'done', s.done, 'evaluated_at', s.evaluated_at, 'next_at', s.next_at, 'error', s.error,
      'members_visible', s.members_visible)
    from segment s where s.store_id = label.store_id and s.label_id = label.id)`.as('calculation'),
  'created_at',
  'updated_at',
] as const

export async function listLabels(db: Db, storeId: number, q: LabelQuery) {
  let rows = db.selectFrom('label').where('store_id', '=', storeId)
  if (q.search)
    rows = rows.where(sql<boolean>`name_key(name) like '%' || name_key(${escapeLike(canonicalText(q.search))}) || '%'`)
  if (q.type) rows = rows.where('type', '=', q.type)
  if (q.display_status) rows = rows.where('display_enabled', '=', q.display_status === 'true')
  if (q.updated_from) rows = rows.where('updated_at', '>=', q.updated_from)
  if (q.updated_to) rows = rows.where('updated_at', '<=', q.updated_to)
  return pageRows(rows, q, (page) =>
    page
      .select(columns)
      .orderBy(q.sort_by === 'name' ? sql`name collate "th-x-icu"` : q.sort_by, q.sort_direction)
      .orderBy('id', q.sort_direction),
  )
}

/** True if a label has this name, ignoring case and Unicode form. */
export async function labelNameExists(db: Db, storeId: number, name: string): Promise<boolean> {
  const row = await db
    .selectFrom('label')
    .select('id')
    .where('store_id', '=', storeId)
    .where(sql<boolean>`name_key(name) = name_key(${name})`)
    .executeTakeFirst()
  return row !== undefined
}

/** Names of labels by id; omits deleted ones. */
export async function labelNamesById(db: Db, storeId: number, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('label')
    .select(['id', 'name'])
    .where('store_id', '=', storeId)
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Filters labels that exist and are added by hand. */
export async function existingLabels(db: Db, storeId: number, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('label')
    .select('id')
    .where('store_id', '=', storeId)
    .where('type', '=', 'general')
    .where('id', 'in', ids)
    .execute()
  return rows.map((row) => row.id)
}

/** Throws label_type_invalid if one of these labels is a segment, because only its rule gives it. */
export async function refuseSegments(db: Db, storeId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const segment = await db
    .selectFrom('label')
    .select('id')
    .where('store_id', '=', storeId)
    .where('type', '=', 'advanced')
    .where('id', 'in', ids)
    .executeTakeFirst()
  if (segment) throw new ApiError('label_type_invalid')
}

/** A stored rule with its `auto_apply_enabled`. */
interface KeptRule {
  auto_apply_enabled: boolean
  segment_rule: StoredRule
}

const written = ({ auto_apply_enabled, segment_rule }: KeptRule) => ({
  auto_apply_enabled,
  segment_rule: JSON.stringify(segment_rule),
})

/** Creates a general label, or an advanced one with a rule, and returns its id. Throws if the name is taken (index label_name). */
export async function insertLabel(
  db: Db,
  storeId: number,
  userId: number,
  label: { name: string; description: string; color: string },
  rule?: KeptRule,
): Promise<number> {
  const type = rule ? ('advanced' as const) : ('general' as const)
  const { id } = await db
    .insertInto('label')
    .values({ ...label, type, ...(rule && written(rule)), store_id: storeId, created_by: userId })
    .returning('id')
    .executeTakeFirstOrThrow()
  await raiseNames(db, storeId)
  return id
}

export function findLabel(db: Db, storeId: number, id: number) {
  return db.selectFrom('label').select(columns).where('store_id', '=', storeId).where('id', '=', id).executeTakeFirst()
}

/** Counts labels by type. */
export function countTypes(db: Db, storeId: number) {
  return db
    .selectFrom('label')
    .select(['type', sql<number>`count(*)`.as('total')])
    .where('store_id', '=', storeId)
    .groupBy('type')
    .orderBy('type', 'desc')
    .execute()
}

/**
 * Changes a label. `seen`: the version that the caller has read, if it matters. Returns undefined if there is a newer version or no
 * such label. Throws if the name is taken (index label_name).
 */
export async function updateLabel(
  db: Db,
  storeId: number,
  id: number,
  change:
    | Partial<{ name: string; description: string; color: string } & KeptRule>
    | { display_enabled: boolean }
    | { auto_apply_enabled: boolean },
  seen?: string,
) {
  const { segment_rule, ...rest } = change as Partial<KeptRule>
  let label = db
    .updateTable('label')
    .set({ ...rest, ...(segment_rule && { segment_rule: JSON.stringify(segment_rule) }), updated_at: risenUpdatedAt })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
  if (seen !== undefined) label = label.where('updated_at', '=', sql<string>`${seen}::timestamptz`)
  const changed = await label.returning(columns).executeTakeFirst()
  if (changed) await raiseNames(db, storeId)
  return changed
}

/** Deletes a label and removes it from all profiles. Returns false if there is none. */
export async function deleteLabel(db: Db, storeId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('label')
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (numDeletedRows === 0n) return false
  await raiseNames(db, storeId)
  return true
}
