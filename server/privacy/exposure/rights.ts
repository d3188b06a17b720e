import { sql } from 'kysely'
import { storeListOf } from '../../customers/fields/access-lists.ts'
import { columnIdOf, type Field } from '../../customers/fields/fields.ts'
import type { Db } from '../../database/db.ts'
import type { ExposureSource } from './people.ts'

/** Fields that a right alone opened within a window. Null: it opened nothing, for the source did not exist, or was not in use. */
interface ExposureRight {
  fields: readonly Field[]
  /** Rows of a file without recorded people. */
  atMost: number | null
}

const OPENS = 'cdp-core.profile.read'
const SENSITIVE = 'cdp-core.profile-sensitive.read'

/** Returns the right of a source. Former rights are not kept: a member whose rights changed within the window counts as having had all. */
export async function rightWithin(
  db: Db,
  source: ExposureSource,
  fields: readonly Field[],
): Promise<ExposureRight | null> {
  if (source.kind === 'person') return rightOfPerson(db, source, fields)
  if (source.kind === 'program') return rightOfProgram(db, source, fields)
  if (source.kind === 'export') return rightOfExport(db, source, fields)
  if (source.kind === 'sql') return rightOfSql(db, source, fields)
  // Events have ids alone, a backup has everything.
  return { fields: source.kind === 'backup' ? fields : [], atMost: null }
}

async function rightOfPerson(db: Db, { storeId, id, from, to }: ExposureSource, fields: readonly Field[]) {
  const { rows } = await sql<{ reads: boolean; sensitive: boolean }>`
    select changed or r.name = 'owner' or r.permissions @> array[${OPENS}] as reads,
      changed or r.name = 'owner' or r.permissions @> array[${SENSITIVE}] as sensitive
    from store_member m left join role r on r.store_id = m.store_id and r.id = m.role_id
      cross join lateral (select m.removed_at is not null or r.updated_at >= ${from}::timestamptz or exists (
        select from audit_log l where l.store_id = m.store_id and l.at >= ${from}::timestamptz
          and l.action = 'member_role_changed' and l.subject_type = 'user' and l.subject_id = ${String(id)}) as changed) c
    where m.store_id = ${storeId} and m.user_id = ${id} and m.created_at < ${to}::timestamptz
      and coalesce(m.removed_at, 'infinity') >= ${from}::timestamptz
      -- The last visit is rounded to a quarter of an hour.
      and coalesce(m.seen_at, 'infinity') >= ${from}::timestamptz - interval '15 minutes'`.execute(db)
  const [right] = rows
  return right?.reads ? { fields: fields.filter((field) => right.sensitive || !field.sensitive), atMost: null } : null
}

async function rightOfProgram(db: Db, { storeId, id, from, to }: ExposureSource, fields: readonly Field[]) {
  const { rows } = await sql<{ field_ids: number[]; sensitive: boolean }>`
    select kind = 'token' or scopes @> array['profile-sensitive:read'] as sensitive,
      array(
        select f.field_id from credential_field f where f.store_id = c.store_id and f.credential_id = c.id and f.reads
        union
        select f.field_id from open_api_token t
          join open_api_field f on f.store_id = t.store_id and f.open_api_id = t.open_api_id and f.reads
        where t.store_id = c.store_id and t.token_id = c.id) as field_ids
    from credential c
    where store_id = ${storeId} and id = ${id} and created_at < ${to}::timestamptz
      and (kind = 'token' or scopes @> array['profile:read'])
      and least(revoked_at, expires_at) >= ${from}::timestamptz
      -- Uses are written down every few seconds.
      and last_used_at >= ${from}::timestamptz - interval '1 hour'`.execute(db)
  const [right] = rows
  if (!right) return null
  const store = await storeListOf(db, storeId)
  const listed = new Set(right.field_ids)
  return {
    fields: fields.filter(
      (field) => listed.has(field.id) && store.reads.has(field.id) && (right.sensitive || !field.sensitive),
    ),
    atMost: null,
  }
}

async function rightOfExport(db: Db, { storeId, id, from, to }: ExposureSource, fields: readonly Field[]) {
  const { rows } = await sql<{ done: number; columns: string[] | null; sensitive: boolean }>`
    select j.done, j.request -> 'columns' as columns, j.request ? 'sensitive' as sensitive
    from job j
    where j.store_id = ${storeId} and j.id = ${id} and j.kind = 'export' and j.status = 'completed'
      and coalesce(j.finished_at, j.created_at) >= ${from}::timestamptz and j.created_at < ${to}::timestamptz
      and not exists (select from export_people e where e.store_id = j.store_id and e.export_id = j.id)`.execute(db)
  const [file] = rows
  if (!file) return null
  const holds = (field: Field) =>
    (file.columns === null || file.columns.includes(columnIdOf(field))) && (file.sensitive || !field.sensitive)
  return { fields: fields.filter(holds), atMost: file.done }
}

async function rightOfSql(db: Db, { storeId, from, to }: ExposureSource, fields: readonly Field[]) {
  const { rows } = await sql<{ field_ids: number[] }>`
    select s.field_ids from sql_session s
    where s.store_id = ${storeId} and s.began_at < ${to}::timestamptz and s.seen_at >= ${from}::timestamptz`.execute(db)
  if (rows.length === 0) return null
  const { reads } = await storeListOf(db, storeId)
  const shown = new Set(rows.flatMap(({ field_ids }) => field_ids))
  return { fields: fields.filter((field) => shown.has(field.id) || reads.has(field.id)), atMost: null }
}
