import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { prepared } from '../../database/prepared.ts'

/**
 * Raises the number under which servers keep what the store calls its fields, labels and types of activity. Called by every write of those,
 * after it and in its transaction: who writes holds the number until then, so that no two names are under one number.
 */
export async function raiseNames(db: Db, storeId: number): Promise<void> {
  await sql`insert into names_version as v (store_id) values (${storeId})
    on conflict (store_id) do update set version = v.version + 1`.execute(db)
}

/** Locks the number until the transaction ends, without raising it: no field is changed meanwhile. */
export async function lockNamesVersion(db: Db, storeId: number): Promise<void> {
  await sql`insert into names_version as v (store_id, version) values (${storeId}, 0)
    on conflict (store_id) do update set version = v.version`.execute(db)
}

/** Tables with cached names. */
const NAMED = new Set(['profile_field', 'activity_field', 'activity_type', 'label'])
export const affectsNames = (table: string) => NAMED.has(table)

/** The number of now; no row before the first write. */
const versionRow = (db: Db, storeId: number) =>
  db.selectFrom('names_version').select('version').where('store_id', '=', storeId)

export const namesVersion = prepared('names_version', versionRow)

export const readNamesVersion = async (db: Db, storeId: number): Promise<number> =>
  versionOf(await versionRow(db, storeId).execute())

export const versionOf = (rows: readonly { version: number }[]): number => rows[0]?.version ?? 0

/** Stores whose names are kept; the one that was kept first is forgotten first. */
const MOST = 1000

interface Kept<T> {
  /** Returns the last cached value of a store, of any version. */
  last(storeId: number): T | undefined
  /** Returns the cached value of a store at this version. */
  at(storeId: number, version: number): T | undefined
  /** Caches names. They and the version must come from one snapshot, without the caller's own writes. */
  keep(storeId: number, version: number, names: T): void
}

const memories: Map<number, unknown>[] = []

/** For tests: one process goes from database to database, in each of which stores are numbered from one. */
export function forgetNames(): void {
  for (const kept of memories) kept.clear()
}

/** A memory of what stores call things, under its number. */
export function newNamesCache<T>(): Kept<T> {
  const kept = new Map<number, { version: number; names: T }>()
  memories.push(kept)
  return {
    last: (storeId) => kept.get(storeId)?.names,
    at(storeId, version) {
      const found = kept.get(storeId)
      return found?.version === version ? found.names : undefined
    },
    keep(storeId, version, names) {
      if (!kept.has(storeId) && kept.size >= MOST) kept.delete(kept.keys().next().value!)
      kept.set(storeId, { version, names })
    },
  }
}
