import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'

/** Filter of acts except time. */
export interface AuditKind {
  user_id?: number | undefined
  action?: string | undefined
  subject_type?: string | undefined
  subject_id?: string | undefined
}

/** Filter that may also allow several actions. */
export interface AuditFilter extends AuditKind {
  actions?: ReadonlySet<string> | undefined
}

type Column = keyof AuditKind

/**
 * The kinds of acts that fulfil a filter, each told by the beginning of one index (0301-core.sql) that has them in the list's order. Many acts
 * fulfil one condition, many the other and hardly any both: reading those of the one and asking each for the other reads half the log.
 * So a filter that leaves a column open in the middle of an index says all that stands there: acts and things have few kinds.
 */
export async function kindsOf(db: Db, storeId: number, { actions, ...filter }: AuditFilter): Promise<AuditKind[]> {
  if (!actions) return kindsOfOne(db, storeId, filter)
  if (filter.action !== undefined) return actions.has(filter.action) ? kindsOfOne(db, storeId, filter) : []
  const kinds = await kindsOfOne(db, storeId, filter, true)
  return kinds.filter(({ action }) => actions.has(action!))
}

/** `split`: by action in any case. */
async function kindsOfOne(db: Db, storeId: number, filter: AuditKind, split = false): Promise<AuditKind[]> {
  const { user_id, action, subject_type, subject_id } = filter
  if (subject_type !== undefined && subject_id !== undefined) {
    if (action !== undefined) return [filter]
    return (await valuesOf(db, storeId, filter, ['action'])).map((kind) => ({ ...filter, ...kind }))
  }
  if (!split && action === undefined && subject_type === undefined && subject_id === undefined) return [filter]
  const left: Column[] = action === undefined ? ['action', 'subject_type'] : ['subject_type']
  const kinds = (await valuesOf(db, storeId, { user_id, action }, left))
    .map((kind) => ({ ...filter, ...kind }))
    .filter((kind) => subject_type === undefined || kind.subject_type === subject_type)
  return subject_id === undefined ? kinds : thoseOfThing(db, storeId, subject_id, kinds)
}

/** Filters kinds with acts on this subject id. */
async function thoseOfThing(db: Db, storeId: number, id: string, kinds: AuditKind[]): Promise<AuditKind[]> {
  const [actions, types] = [kinds.map(({ action }) => action), kinds.map((kind) => kind.subject_type)]
  const { rows } = await sql<{ place: number }>`select k.place::int from unnest(${actions}::text[], ${types}::text[])
    with ordinality as k (action, subject_type, place)
    where exists (select from audit_log l where l.store_id = ${storeId} and l.subject_type = k.subject_type
      and l.subject_id = ${id} and l.action = k.action)`.execute(db)
  return rows.map(({ place }) => kinds[place - 1]!)
}

/** The values of columns that follow each other in an index, among acts with `said`: one probe for each. */
async function valuesOf(db: Db, storeId: number, said: AuditKind, left: Column[]): Promise<AuditKind[]> {
  const columns = (of: string) => sql.join(left.map((column) => sql.ref(`${of}.${column}`)))
  const those = [
    sql`l.store_id = ${storeId}`,
    ...conditions(said).map(([column, value]) => sql`${sql.ref(`l.${column}`)} = ${value}`),
  ]
  const first = (where: typeof those) =>
    sql`select ${columns('l')} from audit_log l where ${sql.join(where, sql` and `)} order by ${columns('l')} limit 1`
  const after = sql`(${columns('l')}) > (${columns('k')})`
  const { rows } = await sql<AuditKind>`with recursive kind as (
      (${first(those)})
      union all
      select ${columns('n')} from kind k cross join lateral (${first([...those, after])}) n
    )
    select ${columns('kind')} from kind`.execute(db)
  return rows
}

/** Conditions of a kind, by column. */
export const conditions = (kind: AuditKind) =>
  (Object.entries(kind) as [Column, string | number | undefined][]).filter(([, value]) => value !== undefined)
