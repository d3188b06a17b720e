import { sql } from 'kysely'
import { affectsNames, raiseNames } from '../../access/stores/names-version.ts'
import { failedWith } from '../../core/sqlstate.ts'
import { type Db, escapeLike, risenUpdatedAt } from '../../database/db.ts'
import { wantRewrite } from '../../database/rewrite/want.ts'
import { insertMentions, type Mention } from './mentions.ts'
import { REDACTED, type Redaction, redactItems, redactText, redactValue } from './redact.ts'
import type { Search } from './search.ts'
import type { TextColumn, TextTable } from './text-tables.ts'

/** A row in which something may be. */
interface Found {
  key: string[]
  profile: number | null
  values: Record<string, unknown>
}

/** Range of rows of a table: a number of rows after this key. */
interface Part {
  after: readonly string[] | null
  rows: number
}

/**
 * Looks through rows of a table: cuts the person's keys out of what is said about others, and notes where a name of theirs stands.
 * Answers how many rows there were, the key of the last one, and how many are others now.
 */
export async function searchRows(
  db: Db,
  storeId: number,
  table: TextTable,
  part: Part,
  search: Search,
): Promise<{ read: number; last: string[] | null; changed: number }> {
  const { keys, last, read } = await suspects(db, storeId, table, part, search)
  const ids = search.person.ids
  const seen = keys.length > 0 ? await readRows(db, storeId, table, keys, ids) : []
  // Locks only rows that change: a lock is a write, and a common name is in thousands of rows.
  const toCut = seen.filter((row) => cutRow(table, row, search).size > 0)
  const toCutKeys = new Set(toCut.map(({ key }) => JSON.stringify(key)))
  const held =
    toCut.length > 0
      ? await readRows(
          db,
          storeId,
          table,
          toCut.map(({ key }) => key),
          ids,
          true,
        )
      : []
  const rows = [...seen.filter(({ key }) => !toCutKeys.has(JSON.stringify(key))), ...held]
  const mentions: Mention[] = []
  let changed = 0
  for (const row of rows) {
    const cut = cutRow(table, row, search)
    if (cut.size > 0) {
      await saveRow(db, storeId, table, row, cut)
      changed++
    }
    for (const { name } of table.columns) {
      const value = cut.has(name) ? cut.get(name) : row.values[name]
      if (isNamed(table, name, value, search))
        mentions.push({ place: table.name, field: name, row_key: row.key.join(), profile_id: row.profile })
    }
  }
  await insertMentions(db, storeId, search.erasedId, mentions)
  if (changed > 0) await wantRewrite(db, [table.name])
  if (changed > 0 && affectsNames(table.name)) await raiseNames(db, storeId)
  return { read, last, changed }
}

/** The keys of those rows that hold the digits of a key, or a name: found quickly, looked at closely later. */
async function suspects(
  db: Db,
  storeId: number,
  { name, key, columns }: TextTable,
  { after, rows: most }: Part,
  { digits, letters }: Search,
) {
  const order = sql.join(key.map((one) => sql.ref(one.name)))
  const later = after
    ? sql`and (${order}) > (${sql.join(after.map((value, place) => sql`${value}::${sql.raw(key[place]!.type)}`))})`
    : sql``
  const { rows } = await sql<{ read: number; last: string[] | null; keys: string[][] }>`
    with block as materialized (
      select ${keyOf(key)} as key, row_number() over (order by ${order}) as place,
        concat_ws(e'\n', ${sql.join(columns.map((one) => sql`${sql.ref(one.name)}::text`))}) as words
      from ${sql.table(name)} where store_id = ${storeId} ${later} order by ${order} limit ${most})
    select (select count(*) from block) as read, (select key from block order by place desc limit 1) as last,
      coalesce((select jsonb_agg(key order by place) from block
        where translate(words, ${MARKS}, ${DIGITS}) like any(${digits.map(within)}::text[])
          or lower(words) like any(${letters.map(within)}::text[])), '[]') as keys`.execute(db)
  return rows[0]!
}

/** Thai digits, and what may stand between two digits, as it is or as JSON writes it. */
const MARKS = '๐๑๒๓๔๕๖๗๘๙ ().-\\ntr\n\t\r\u00a0'
const DIGITS = '0123456789'
const within = (text: string) => `%${escapeLike(text)}%`

const keyOf = (key: TextTable['key']) => sql`array[${sql.join(key.map((one) => sql`${sql.ref(one.name)}::text`))}]`

/** Returns the rows of these keys that are not about the person, in the order of their keys. `held`: locked. */
async function readRows(
  db: Db,
  storeId: number,
  table: TextTable,
  keys: readonly string[][],
  ids: readonly number[],
  held = false,
) {
  const { name, key, columns, profile } = table
  const order = sql.join(key.map((one) => sql.ref(one.name)))
  const wanted = sql.join(key.map((one, place) => sql`(k ->> ${sql.lit(place)})::${sql.raw(one.type)}`))
  const others = profile
    ? sql`and (${sql.ref(profile)} is null or ${sql.ref(profile)} <> all(${ids}::bigint[]))`
    : sql``
  const { rows } = await sql<Found>`
    select ${keyOf(key)} as key, ${profile ? sql.ref(profile) : sql`null::bigint`} as profile,
      jsonb_build_object(${sql.join(columns.flatMap((one) => [sql.lit(one.name), sql.ref(one.name)]))}) as values
    from ${sql.table(name)} where store_id = ${storeId} ${others}
      and (${order}) in (select ${wanted} from jsonb_array_elements(${JSON.stringify(keys)}::jsonb) k)
    order by ${order} ${held ? sql`for no key update` : sql``}`.execute(db)
  return rows
}

/** Values of people, as they were typed or brought by a file. */
const isValue = (table: TextTable, column: string) =>
  table.name === 'profile' || column === 'changes' || column === 'befores'

/** Columns of items as JSON text: a key may be a number there, and the rest of an item is about the same person. */
const itemTexts = new Set(['receipt.body', 'receipt.payload', 'dead_letter.item', 'connector.examples'])

/** The columns of a row that become another, with what they become. */
function cutRow(table: TextTable, { profile, values }: Found, { patternFor, matchFields }: Search) {
  const pattern = patternFor(profile)
  const cut = new Map<string, unknown>()
  if (!pattern) return cut
  for (const column of table.columns) {
    const now = values[column.name]
    if (now === null || now === undefined) continue
    const value = isValue(table, column.name)
    const cutting: Redaction = { pattern, left: leftOf(table, column), numbers: value || table.name === 'activity' }
    const next = itemTexts.has(`${table.name}.${column.name}`)
      ? redactItems(String(now), cutting)
      : column.json
        ? redactValue(now, value ? { ...cutting, keep: matchFields } : cutting)
        : redactText(String(now), cutting)
    if (JSON.stringify(next) !== JSON.stringify(now))
      cut.set(column.name, column.name === 'custom' ? filled(next) : next)
  }
  return cut
}

/** A value that was a key is none any more, and so is a note that may be missing; other words never become empty. */
function leftOf(table: TextTable, column: TextColumn): Redaction['left'] {
  if (isValue(table, column.name)) return null
  // Neither a value of a rule nor a label's name may become empty.
  const keepsPlace = table.name === 'activity' || ['rule', 'segment_rule', 'new_labels'].includes(column.name)
  if (column.json) return keepsPlace ? REDACTED : ''
  return column.nullable ? null : REDACTED
}

const filled = (custom: unknown) =>
  Object.fromEntries(Object.entries(custom as object).filter(([, value]) => value !== null))

function isNamed(table: TextTable, column: string, value: unknown, { named }: Search): boolean {
  if (value === null || value === undefined) return false
  const pattern = named[isValue(table, column) || column === 'error' ? 'values' : 'words']
  return pattern?.test(typeof value === 'string' ? value : JSON.stringify(value)) ?? false
}

/** Writes what was cut. A name that would be taken then gets the row's number. */
async function saveRow(db: Db, storeId: number, table: TextTable, { key }: Found, cut: ReadonlyMap<string, unknown>) {
  const row = table.key.map((one, place) => sql`${sql.ref(one.name)} = ${key[place]!}::${sql.raw(one.type)}`)
  const rises = table.updated ? sql`, updated_at = ${risenUpdatedAt}` : sql``
  const json = new Set(table.columns.flatMap((column) => (column.json ? [column.name] : [])))
  const write = (mark: string) => {
    const sets = [...cut].map(([name, value]) =>
      json.has(name)
        ? sql`${sql.ref(name)} = ${JSON.stringify(value)}::jsonb`
        : sql`${sql.ref(name)} = ${(value as string | null)?.replaceAll(REDACTED, mark) ?? null}`,
    )
    return sql`update ${sql.table(table.name)} set ${sql.join(sets)} ${rises}
      where store_id = ${storeId} and ${sql.join(row, sql` and `)}`.execute(db)
  }
  await sql`savepoint cut`.execute(db)
  try {
    await write(REDACTED)
  } catch (error) {
    // Any index works: the table comes from the catalog.
    if (!failedWith(error, 'uniqueViolation')) throw error
    await sql`rollback to savepoint cut`.execute(db)
    await write(`${REDACTED} ${key.join('-')}`)
  }
  await sql`release savepoint cut`.execute(db)
}
