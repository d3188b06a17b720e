import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import type { Sources } from '../changes/source.ts'

/** Author as stored. */
export interface Writer {
  source: Sources[string][0]
  source_id: number | null
  /** The run that wrote it, or was undone by it. */
  run: number | null
  row_no: number | null
}

/** Names of sources, read once per response. */
export async function sourceNames(db: Db, storeId: number, writers: readonly Writer[]) {
  const people = writers.flatMap(({ source, source_id }) =>
    source === 'user' && source_id !== null ? [source_id] : [],
  )
  const runs = writers.flatMap(({ run }) => run ?? [])
  const users = await namesOf(db, [...new Set(people)])
  const programs = writers.flatMap(({ source, source_id }) =>
    source === 'api_key' && source_id !== null ? [source_id] : [],
  )
  const credentials = await credentialsOf(db, storeId, [...new Set(programs)])
  const files = await filesOf(db, storeId, [...new Set(runs)])
  const automations = await automationsOf(
    db,
    storeId,
    writers.flatMap(({ source, source_id }) => (source === 'automation' && source_id !== null ? [source_id] : [])),
  )
  const authors: Partial<Record<Writer['source'], ReadonlyMap<number, string>>> = {
    user: users,
    api_key: credentials,
    automation: automations,
  }
  return (writer: Writer) => {
    const { source, source_id, run } = writer
    const author = source_id === null ? undefined : authors[source]?.get(source_id)
    return sourceAnswer(writer, run === null ? undefined : files.get(run), author)
  }
}

/** Returns people sorted by name, as options of a filter. Former members have no name and are omitted. */
export async function authorsNamed(db: Db, ids: readonly number[]): Promise<{ user_id: number; name: string }[]> {
  const names = await namesOf(db, ids)
  return [...names].map(([user_id, name]) => ({ user_id, name })).sort((a, b) => a.name.localeCompare(b.name, 'th'))
}

/** The file of a run, or the program of a stream. */
export interface SourceFile {
  run_id: string
  data_source_id: number
  file_name: string
  is_item: boolean
  program_id: number | null
}

/** Author with its name, as returned by calls. */
export const sourceAnswer = ({ source, row_no }: Writer, file: SourceFile | undefined, author: string | undefined) => ({
  type: source,
  name: file?.file_name ?? author ?? null,
  datasource_id: file?.data_source_id ?? null,
  run_id: file?.run_id ?? null,
  row_no: source === 'run' ? row_no : null,
  is_item: file?.is_item ?? false,
  program_id: file?.program_id ?? null,
})

export const authorName = ({ first_name, last_name }: { first_name: string; last_name: string }) =>
  `${first_name} ${last_name}`.trim()

async function namesOf(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('users').select(['id', 'first_name', 'last_name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, ...name }) => [id, authorName(name)]))
}

/** Names of programs: API keys and API tokens, also deleted ones. */
async function credentialsOf(db: Db, storeId: number, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from credential where store_id = ${storeId} and id = any(${ids}::int[])
    union select credential_id, name from data_source where store_id = ${storeId} and credential_id = any(${ids}::int[])`.execute(
    db,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

async function automationsOf(db: Db, storeId: number, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('automation')
    .select(['id', 'name'])
    .where('store_id', '=', storeId)
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

async function filesOf(db: Db, storeId: number, runs: readonly number[]) {
  if (runs.length === 0) return new Map<number, never>()
  const rows = await db
    .selectFrom('run')
    .innerJoin('data_source as d', (join) =>
      join.onRef('d.store_id', '=', 'run.store_id').onRef('d.id', '=', 'run.data_source_id'),
    )
    .leftJoin('file', (join) => join.onRef('file.store_id', '=', 'run.store_id').onRef('file.id', '=', 'run.file_id'))
    .select([
      'run.id',
      'run.run_id',
      'run.data_source_id',
      'run.finished_at',
      // A stream has the name of its connector or program.
      (e) => e.fn.coalesce('file.name', 'd.name').as('file_name'),
      sql<boolean>`run.kind = 'stream'`.as('is_item'),
      'd.credential_id as program_id',
    ])
    .where('run.store_id', '=', storeId)
    .where('run.id', 'in', runs)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
