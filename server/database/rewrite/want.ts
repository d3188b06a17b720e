import { sql } from 'kysely'
import type { Db } from '../db.ts'

/** Asks, with the caller's transaction, that the pages of these tables be rewritten: something was erased from them. */
export async function wantRewrite(db: Db, tables: readonly string[]): Promise<void> {
  if (tables.length > 0) await sql`select auth.want_rewrite(${tables}::text[])`.execute(db)
}
