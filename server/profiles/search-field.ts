import { type RawBuilder, sql } from 'kysely'
import { type Db, escapeLike } from '../core/db.ts'
import type { Field } from '../profile-fields/fields.ts'
import { asciiForm, canonicalText } from '../values/thai.ts'
import { phoneStarts } from './search.ts'

const MOST = 20
/** How many of the newest profiles are looked at for values that no index holds. */
const NEWEST = 20_000
/** How many of an index's entries: a few values may be had by everybody. */
const ENTRIES = 5_000

/**
 * Up to 20 distinct values of a field that begin with a text, in any case. Phones and e-mails are looked up in their indexes; of
 * other fields the 20,000 profiles that were changed last are looked at, so a value that only older ones have is not offered.
 */
export async function valuesThatBegin(db: Db, storeId: number, field: Field, value: string) {
  const text = canonicalText(value)
  if (field.kind === 'phone' || field.kind === 'email') return indexedValues(db, storeId, field, startsOf(field, text))
  const { rows } = await sql<{ value: string | number | boolean }>`
    select distinct value, shown from (
      select ${valueIn(field)} as value, ${textOf(field)} as shown
      from (select * from profile where store_id = ${storeId} and deleted_at is null and merged_into is null
        order by updated_at desc, id desc limit ${NEWEST}) newest
    ) valued where search_key(shown) like search_key(${escapeLike(text)}) || '%' order by shown limit ${MOST}`.execute(
    db,
  )
  return rows.map((row) => row.value)
}

function startsOf(field: Field, text: string): string[] {
  if (field.kind === 'email') return [text.toLowerCase()]
  const typed = asciiForm(text).replace(/[^\d+]/g, '')
  return typed === '' || typed === '+' ? [] : phoneStarts(typed)
}

/** The beginnings as an index of text_pattern_ops finds them. */
async function indexedValues(db: Db, storeId: number, field: Field, starts: string[]) {
  const column = sql.ref(field.column!)
  const parts = starts.map(
    (start) => sql`(select ${column} as value from profile where store_id = ${storeId} and ${column} is not null
      and ${column} ~>=~ ${start} and ${column} ~<~ ${`${start}\u{10ffff}`} and deleted_at is null and merged_into is null
      order by ${column} using ~<~ limit ${ENTRIES})`,
  )
  if (parts.length === 0) return []
  const { rows } = await sql<{ value: string }>`
    select distinct value from (${sql.join(parts, sql` union all `)}) begun order by value limit ${MOST}`.execute(db)
  return rows.map((row) => row.value)
}

function valueIn({ column, id }: Field): RawBuilder<unknown> {
  return column ? sql.ref(column) : sql`custom -> ${String(id)}`
}

function textOf({ column, id }: Field): RawBuilder<unknown> {
  return column ? sql`${sql.ref(column)}::text` : sql`custom ->> ${String(id)}`
}
