import { type RawBuilder, sql } from 'kysely'
import { type Db, escapeLike } from '../../database/db.ts'

/** Maximum values offered while typing. */
export const MAX_SUGGESTIONS = 20
/** Newest rows searched first: they contain the common values. */
const NEWEST = 20_000

export interface Offered {
  value: string | number | boolean
  shown: string
}

/** Search scope of values. */
interface Place {
  /** The value of a row, and the text it is shown as; null where that tells the value as well. */
  value: RawBuilder<unknown>
  shown: RawBuilder<unknown>
  /** Text after `select`, conditions included, and the order of the newest rows. */
  from: RawBuilder<unknown>
  newest: RawBuilder<unknown>
}

/**
 * Up to 20 distinct values that begin with a text, in any case and with digits of either alphabet: of the newest rows, and where they
 * have fewer, of all rows.
 */
export async function valuesThatBegin(db: Db, text: string, place: Place): Promise<Offered[]> {
  const { value, shown, from } = place
  const look = async (where: RawBuilder<unknown>) => {
    // Each value is made comparable once, however many rows have it: materialized, or the condition is asked of every row.
    const { rows } = await sql<Offered & { looked: number }>`
      with rows_there as materialized (select ${value} as value, ${shown} as shown ${from} ${where}),
      values_there as materialized (select distinct value, shown from rows_there)
      select looked, value, shown from (select count(*)::int as looked from rows_there) counted left join (
        select value, shown from values_there
        where search_key(shown) like search_key(${escapeLike(text)}) || '%' order by shown limit ${MAX_SUGGESTIONS}
      ) begun on shown is not null order by shown`.execute(db)
    const offered = rows.flatMap((row) => (row.shown === null ? [] : { value: row.value, shown: row.shown }))
    return { looked: rows[0]!.looked, offered }
  }
  const { looked, offered: newest } = await look(sql`order by ${place.newest} limit ${NEWEST}`)
  if (newest.length === MAX_SUGGESTIONS || looked < NEWEST) return newest
  const known = newest.map((each) => each.shown)
  const others = await look(sql`${beginningOf(shown, text)} and ${shown} <> all(${known}::text[])`)
  return inTextOrder([...newest, ...others.offered])
}

/** The first of them, as texts are ordered. */
export const inTextOrder = (values: Offered[]): Offered[] =>
  values.sort((a, b) => (a.shown < b.shown ? -1 : 1)).slice(0, MAX_SUGGESTIONS)

const THAI_ZERO = 0x0e50

/** A quick look at the first letter, so that few of a million texts need to be made comparable. */
function beginningOf(shown: RawBuilder<unknown>, text: string): RawBuilder<unknown> {
  const [first] = text
  if (first === undefined) return sql`and ${shown} is not null`
  const digit = /^[0-9]$/.test(first) ? Number(first) : first.charCodeAt(0) - THAI_ZERO
  const isDigit = digit >= 0 && digit <= 9
  const alike = isDigit
    ? [String(digit), String.fromCharCode(THAI_ZERO + digit)]
    : [first, first.toLowerCase(), first.toUpperCase()]
  return sql`and left(${shown}, 1) = any(${alike}::text[])`
}
