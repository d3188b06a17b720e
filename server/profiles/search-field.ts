import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../core/db.ts'
import type { Field } from '../profile-fields/fields.ts'
import { asciiForm, canonicalText } from '../values/thai.ts'
import { phoneStarts, searchIds } from './search.ts'
import { valuesThatBegin } from './values-that-begin.ts'

const MOST = 20
/** How many profiles are looked at that the search index finds by the words typed; if it finds more, all are. */
const FOUND = 5_000
/** How many of an index's entries: a few values may be had by everybody. */
const ENTRIES = 5_000

/** The columns that the search of names looks into. */
const names = new Set(['first_name', 'last_name', 'first_name_en', 'last_name_en', 'company', 'line_display_name'])

/**
 * Up to 20 distinct values of a field that begin with a text, in any case, of everybody. Phones and e-mails are looked up in their
 * indexes. Of other fields the profiles that were changed last are looked at; where they have fewer than 20 such values, those that the
 * search index finds; and where it finds too many, or holds no such field, all profiles (decision 18).
 */
export async function fieldValuesThatBegin(db: Db, storeId: number, field: Field, value: string) {
  const text = canonicalText(value)
  // Computed values are kept nowhere.
  if (field.type === 'transform_profile') return []
  if (field.kind === 'phone' || field.kind === 'email') return indexedValues(db, storeId, field, startsOf(field, text))
  return valuesThatBegin(db, text, {
    value: valueIn(field),
    shown: textOf(field),
    from: sql`from profile where store_id = ${storeId} and deleted_at is null and merged_into is null`,
    newest: sql`updated_at desc, id desc`,
    narrowed: () => foundBy(db, field, text),
  })
}

/** Narrows profiles to those whose field may begin with a text, by the search index; undefined where it can't tell, or there are too many. */
async function foundBy(db: Db, field: Field, text: string): Promise<RawBuilder<unknown> | undefined> {
  const isSearched = field.column ? names.has(field.column) : field.data_type === 'String' && !field.sensitive
  // Texts that are a day are not in it.
  if (!isSearched || text === '' || /^\d/.test(asciiForm(text))) return undefined
  const [first = '', ...others] = text.split(/\s/)
  // A word of one or two letters is found behind a blank alone, not at the start of a line.
  const words = [first, ...others.filter((word) => word.length > 2)].slice(0, 8)
  const search = searchIds({ words, phones: [], phoneEnd: null, mail: null }, FOUND + 1)
  const { rows } = await sql<{ id: number }>`select id from ${search} found`.execute(db)
  return rows.length > FOUND ? undefined : sql`and id = any(${rows.map(({ id }) => id)}::bigint[])`
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
