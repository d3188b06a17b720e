import type { ColumnType, Generated } from 'kysely'

/** Instants and dates travel as text, see db.ts. */
export type Stamp = Generated<string>
/** jsonb: read as it is, written as JSON text. */
export type Json<T> = ColumnType<T, string | null | undefined, string | null>
/** A column with a default. */
export type WithDefault<T> = ColumnType<T, T | undefined, T>

export interface Timed {
  created_at: Stamp
  updated_at: Stamp
}

/**
 * The tables the application role works with, as the migrations make them. Each folder declares its own in its `tables.ts`, and
 * writes to no others (tools/owners.ts).
 */
export interface Tables {
  /** Written by triggers. */
  audit_name: {
    store_id: number
    subject_type: string
    subject_id: string
    since: Stamp
    name: string
    salt: Generated<string | null>
    seal: Generated<string>
    redacted_at: string | null
  }
}
