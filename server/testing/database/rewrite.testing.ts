import { inject } from 'vitest'
import { rewritePages } from '../../database/rewrite/rewrite-pages.ts'
import { databaseUrl } from '../database.testing.ts'
import { testServer } from '../store.testing.ts'

/** Runs a statement past the wall and answers its rows. */
type Ask = <T extends object>(sql: string, values?: unknown[]) => Promise<T[]>

/** The relations of the database in whose files any of these values stands, byte for byte, readable or not. */
export async function pagesWith(ask: Ask, values: readonly string[]): Promise<string[]> {
  await ask('checkpoint')
  const rows = await ask<{ name: string }>(
    `with folder as (select 'base/' || oid as path from pg_database where datname = current_database())
    select distinct coalesce(pg_filenode_relation(0, substring(f from '^\\d+')::oid)::regclass::text, f) as name
    from folder, pg_ls_dir(path) f, unnest($1::text[]) v
    -- PostgreSQL 15 tolerates a missing file only when asked for a range.
    where f ~ '^\\d' and position(convert_to(v, 'UTF8') in coalesce(
      pg_read_binary_file(path || '/' || f, 0, (pg_stat_file(path || '/' || f, true)).size, true), '')) > 0
    order by 1`,
    [values],
  )
  return rows.map(({ name }) => name)
}

/** Runs the nightly rewrite in this file's database. */
export async function rewriteNow() {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ name: string }>('select current_database() as name')
  return rewritePages(databaseUrl(inject('database').superUrl, rows[0]!.name))
}
