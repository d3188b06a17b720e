import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { phoneStarts } from '../../formats/values/phone-starts.ts'
import { asciiForm, canonicalText } from '../../formats/values/thai.ts'
import { comparableText, indexedValuesStartingWith, isIndexed } from '../changes/indexed-values.ts'
import type { Field } from '../fields/fields.ts'
import { inTextOrder, MAX_SUGGESTIONS, type Offered, valuesThatBegin } from './values-that-begin.ts'

/**
 * Up to 20 distinct values of a field that begin with a text, in any case, of everybody. Phones, e-mails and citizen ids are looked up in
 * their indexes; values of other fields are kept (decision 18), and the profiles that were changed since are looked at.
 */
export async function fieldValuesThatBegin(db: Db, storeId: number, field: Field, value: string) {
  const text = canonicalText(value)
  if (field.type === 'transform_profile') return []
  if (!isIndexed(field)) return indexedValues(db, storeId, field, startsOf(field, text))
  const kept = (await indexedValuesStartingWith(db, storeId, field, text, MAX_SUGGESTIONS)).map((shown) =>
    offeredOf(field, shown),
  )
  if (kept.length === MAX_SUGGESTIONS) return kept.map((each) => each.value)
  const known = new Set(kept.map((each) => each.shown))
  const changed = (await changedValuesThatBegin(db, storeId, field, text)).filter(({ shown }) => !known.has(shown))
  return inTextOrder([...kept, ...changed]).map((each) => each.value)
}

function offeredOf({ data_type }: Field, shown: string): Offered {
  if (data_type === 'Number') return { shown, value: Number(shown) }
  return { shown, value: data_type === 'Boolean' ? shown === 'true' : shown }
}

/** Profiles changed since the last read. */
async function changedValuesThatBegin(db: Db, storeId: number, field: Field, text: string): Promise<Offered[]> {
  const { rows } = await sql<{ updated_at: string }>`
    select updated_at::text from profile_value_read where store_id = ${storeId}`.execute(db)
  const since = rows[0]?.updated_at ?? '-infinity'
  const changed = await valuesThatBegin(db, text, {
    value: sql`null`,
    shown: comparableText(field),
    from: sql`from profile where store_id = ${storeId} and deleted_at is null and merged_into is null
      and updated_at >= ${since}::timestamptz`,
    newest: sql`updated_at desc, id desc`,
  })
  return changed.map(({ shown }) => offeredOf(field, shown))
}

function startsOf(field: Field, text: string): string[] {
  if (field.kind === 'email') return [text.toLowerCase()]
  const typed = asciiForm(text).replace(/[^\d+]/g, '')
  if (field.kind === 'citizen_id') return typed === '' && text !== '' ? [] : [typed]
  return typed === '' || typed === '+' ? [] : phoneStarts(typed)
}

/** The beginnings as an index of text_pattern_ops finds them, from one value to the next: a million people may have the same. */
async function indexedValues(db: Db, storeId: number, field: Field, starts: string[]) {
  const column = sql.ref(field.column!)
  const next = (start: string, after: ReturnType<typeof sql>) => sql`(select ${column} as value from profile
    where store_id = ${storeId} and ${column} is not null and ${after} and ${column} ~<~ ${`${start}\u{10ffff}`}
      and deleted_at is null and merged_into is null
    order by ${column} using ~<~ limit 1)`
  const parts = starts.map(
    (start) => sql`(with recursive begun as (
        ${next(start, sql`${column} ~>=~ ${start}`)}
        union all
        select further.value from begun cross join lateral ${next(start, sql`${column} ~>~ begun.value`)} further
      )
      select value from begun limit ${MAX_SUGGESTIONS})`,
  )
  if (parts.length === 0) return []
  const { rows } = await sql<{ value: string }>`
    select distinct value from (${sql.join(parts, sql` union all `)}) begun order by value limit ${MAX_SUGGESTIONS}`.execute(
    db,
  )
  return rows.map((row) => row.value)
}
