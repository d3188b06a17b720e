import type { ListedField } from '@ruam/contract/open-api/credentials.ts'
import type { ApiKey } from '@ruam/contract/open-api/keys.ts'
import type { ApiToken } from '@ruam/contract/open-api/tokens.ts'
import type { Scope } from '@ruam/contract/platform/scopes.ts'
import { sql } from 'kysely'
import { mayRead, mayWrite } from '../../customers/fields/access.ts'
import { type StoreList, storeListOf } from '../../customers/fields/access-lists.ts'
import { columnIdOf, type Field } from '../../customers/fields/fields.ts'
import type { Db } from '../../database/db.ts'
import { statusNow } from '../keys/credentials.ts'

/** Newest exports that are looked through. */
const MAX_EXPORTS = 1000

interface ProgramRow {
  id: number
  kind: 'key' | 'token'
  name: string
  status: (ApiKey | ApiToken)['status']
  scopes: Scope[]
  fields: (ListedField & { last_read_at: string | null; last_written_at: string | null })[]
}

/** Keys and tokens with their lists; those of all calls of a token together. */
export async function programsOf(db: Db, storeId: number): Promise<ProgramRow[]> {
  const { rows } = await sql<ProgramRow>`
    with listed as (
      select f.credential_id, f.field_id, f.reads, f.writes, f.last_read_at, f.last_written_at
      from credential_field f where f.store_id = ${storeId}
      union all
      select t.token_id, f.field_id, f.reads, f.writes, null, null
      from open_api_token t
        join open_api a on a.store_id = t.store_id and a.id = t.open_api_id and a.status = 'active'
        join open_api_field f on f.store_id = a.store_id and f.open_api_id = a.id
      where t.store_id = ${storeId}
    ), merged as (
      -- 'overwrite' comes after 'fill'.
      select credential_id, field_id, bool_or(reads) as read, max(writes) as write, max(last_read_at) as last_read_at,
        max(last_written_at) as last_written_at
      from listed group by 1, 2
    )
    select credential.id, kind, name, scopes, ${statusNow()} as status,
      (select coalesce(json_agg(to_jsonb(m) - 'credential_id' order by m.field_id), '[]') from merged m
        where m.credential_id = credential.id) as fields
    from credential where store_id = ${storeId} and status <> 'revoked'
    order by name collate "th-x-icu", credential.id`.execute(db)
  return rows
}

/** Effective list of a program: its own, intersected with the store's and with its scopes. */
function openTo({ kind, scopes, fields }: ProgramRow, store: StoreList, all: readonly Field[]) {
  const reads = fields.flatMap(({ field_id, read }) => (read && store.reads.has(field_id) ? field_id : []))
  const writes = fields.flatMap(({ field_id, write }) =>
    write && store.writes.has(field_id) ? [[field_id, write] as const] : [],
  )
  const caller = {
    ...{ kind: 'program' as const, credential: kind, reads: new Set(reads), writes: new Map(writes) },
    scopes: kind === 'key' ? scopes : (['profile:read', 'profile:write'] as const),
  }
  const known = new Map(fields.map((field) => [field.field_id, field]))
  return all.flatMap((field) => {
    const used = known.get(field.id)
    if (!used) return []
    const { last_read_at, last_written_at } = used
    const open = { read: mayRead(caller, field), write: mayWrite(caller, field) }
    return [{ field_id: field.id, ...open, last_read_at, last_written_at }]
  })
}

/** When each field was last in an exported file of customers. */
async function lastExports(db: Db, storeId: number, all: readonly Field[]): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ at: string; columns: string[] | null; letters: boolean; sensitive: boolean }>`
    select coalesce(finished_at, created_at) as at, request -> 'columns' as columns,
      request ->> 'purpose' = 'letters' as letters, request ? 'sensitive' as sensitive
    from job where store_id = ${storeId} and kind = 'export' and status = 'completed' and request ->> 'type' = 'profile'
    order by created_at desc, id desc limit ${MAX_EXPORTS}`.execute(db)
  const last = new Map<number, string>()
  for (const { at, columns, letters, sensitive } of rows) {
    const names = columns ?? (letters ? ['firstName', 'lastName', 'prefixName', 'address', 'phone'] : null)
    for (const field of all) {
      const holds = names === null || names.includes(columnIdOf(field))
      if (holds && (sensitive || !field.sensitive) && !last.has(field.id)) last.set(field.id, at)
    }
  }
  return last
}

/** Fields against all that reads them. */
export async function readersOf(db: Db, storeId: number, all: readonly Field[]) {
  const store = await storeListOf(db, storeId)
  const exported = await lastExports(db, storeId, all)
  return {
    fields: all.map((field) => ({
      ...field,
      sql: mayRead({ kind: 'sql', reads: store.reads }, field),
      last_exported_at: exported.get(field.id) ?? null,
    })),
    programs: (await programsOf(db, storeId)).map((program) => ({ ...program, fields: openTo(program, store, all) })),
  }
}
