import { type RawBuilder, sql } from 'kysely'
import type { Field } from '../../customers/fields/fields.ts'
import { valueText } from '../../customers/fields/value-text.ts'
import type { Db } from '../../database/db.ts'

const free = sql`profile.deleted_at is null and profile.merged_into is null and profile.restricted_at is null`

/**
 * Returns for each column whether its field is empty in every one of these rows of `profile`. Columns without a field and computed ones
 * never are. A column with values costs a look at the first rows only.
 */
export async function emptyColumns(
  db: Db,
  storeId: number,
  fields: readonly (Field | undefined)[],
  these: RawBuilder<unknown>,
): Promise<boolean[]> {
  const found = fields.map((field) =>
    !field || field.formula
      ? sql`false`
      : sql`not exists (select from profile where profile.store_id = ${storeId} and ${free} and ${these} and (${valueText(field)})::text <> '')`,
  )
  const { rows } = await sql<{ empty: boolean[] }>`select array[${sql.join(found)}]::boolean[] as empty`.execute(db)
  return rows[0]!.empty
}

/** Keeps rows of `profile` to those that a letter reaches. */
export const withAddress = sql`coalesce(btrim(profile.address), '') <> ''`
