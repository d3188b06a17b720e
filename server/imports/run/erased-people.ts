import { sql } from 'kysely'
import { type KeyColumn, keyColumns, keyHasher } from '../../customers/erasure/key-hashes.ts'
import type { Db } from '../../platform/core/db.ts'
import type { PlannedField, Values } from './planned-field.ts'

/** The place in the plan's fields of the value by which a row is about somebody who was erased; null when it is about nobody such. */
export type FindErased = (values: Values) => number | null

/** Notices people who asked to be forgotten; undefined for a store that has erased nobody, whose imports have nothing to ask. */
export async function erasedFinder(
  db: Db,
  storeId: number,
  secretKey: string,
  { fields }: { fields: readonly PlannedField[] },
): Promise<FindErased | undefined> {
  const keys = fields.flatMap(({ field: { column } }, place) => (isKey(column) ? [{ column, place }] : []))
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
  (keyColumns as readonly (string | undefined)[]).includes(column)
