import { sql } from 'kysely'
import { type KeyColumn, keyHashColumns, keyHasher } from '../../customers/erasure/key-hashes.ts'
import type { Db } from '../../database/db.ts'
import type { PlannedField, Values } from './planned-field.ts'

/** Returns the index of the field whose value belongs to an erased person; null if there is none. */
export type FindErased = (values: Values) => number | null

/** Detects erased people in rows; undefined if the store has erased no one. */
export async function erasedFinder(
  db: Db,
  storeId: number,
  secretKey: string,
  { fields }: { fields: readonly PlannedField[] },
): Promise<FindErased | undefined> {
  const keys = fields.flatMap(({ field: { column }, evidence }, place) =>
    isKey(column) && !evidence ? [{ column, place }] : [],
  )
  if (keys.length === 0) return undefined
  const { rows } = await sql<{ hash: string }>`select distinct encode(key_hash, 'hex') as hash from erasure
    where store_id = ${storeId}`.execute(db)
  if (rows.length === 0) return undefined
  const erased = new Set(rows.map(({ hash }) => hash))
  const hashOf = keyHasher(secretKey, storeId)
  return (values) =>
    keys.find(({ column, place }) => {
      const value = values[place]
      return typeof value === 'string' && erased.has(hashOf(column, value).toString('hex'))
    })?.place ?? null
}

const isKey = (column: string | undefined): column is KeyColumn =>
  (keyHashColumns as readonly (string | undefined)[]).includes(column)
