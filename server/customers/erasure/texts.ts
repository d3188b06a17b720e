import { sql } from 'kysely'
import { affectsNames, raiseNames } from '../../access/stores/names-version.ts'
import { failedWith } from '../../core/sqlstate.ts'
import { type Db, risenUpdatedAt } from '../../database/db.ts'
import { wantRewrite } from '../../database/rewrite/want.ts'
import { insertMentions, type Mention } from './mentions.ts'
import type { NameScope } from './names.ts'
import { REDACTED, type Redaction, redactItems, redactText, redactValue } from './redact.ts'
import type { ScopedTexts, Search, Suspicion } from './search.ts'
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
 * Searches rows of a table: redacts keys in texts about others, and lists the places of names. Returns the number of rows, the key of the
 * last one, and how many have changed.
 */
export async function searchRows(
  db: Db,
  storeId: number,
  table: TextTable,
  part: Part,
  search: Search,
): Promise<{ read: number; last: string[] | null; ended: boolean; changed: number }> {
  const block = await readTexts(db, storeId, table, part)
  const suspects = new Map<string, Suspicion>()
  for (const row of block.rows) {
    const suspicion = search.suspect(row)
    if (suspicion) suspects.set(JSON.stringify(keyIn(row)), suspicion)
  }
  const suspicionOf = ({ key }: Found) => suspects.get(JSON.stringify(key))!
  const read = (keys: readonly string[], held: boolean) =>
    keys.length > 0 ? readRows(db, storeId, table, keys, search.ids, held) : []
  const seen = await read([...suspects.keys()], false)
  // Locks only rows that change: a lock is a write, and a common name is in thousands of rows.
  const toCut = seen.filter((row) => suspicionOf(row).keys && cutRow(table, row, search).size > 0)
  const toCutKeys = new Set(toCut.map(({ key }) => JSON.stringify(key)))
  const held = await read([...toCutKeys], true)
  const mentions: Mention[] = []
  let changed = 0
  for (const row of [...seen.filter(({ key }) => !toCutKeys.has(JSON.stringify(key))), ...held]) {
    const { keys, named } = suspicionOf(row)
    const cut = keys ? cutRow(table, row, search) : new Map<string, unknown>()
    if (cut.size > 0) {
      await saveRow(db, storeId, table, row, cut)
      changed++
    }
    for (const { name } of table.columns) {
      const scope = scopeOf(table, name)
      const value = cut.has(name) ? cut.get(name) : row.values[name]
      for (const person of named[scope])
        if (isNamed(person.named[scope], value)) mentions.push(mentionOf(person.id, table, name, row))
    }
  }
  await insertMentions(db, storeId, mentions)
  if (changed > 0) await wantRewrite(db, [table.name])
  if (changed > 0 && affectsNames(table.name)) await raiseNames(db, storeId)
  const last = block.rows.at(-1)
  return { read: block.rows.length, last: last ? keyIn(last) : null, ended: block.ended, changed }
}

const mentionOf = (erased_id: number, table: TextTable, field: string, { key, profile }: Found): Mention => ({
  ...{ erased_id, place: table.name, field },
  ...{ row_key: key.join(), profile_id: profile },
})

/** Texts of a row. Its key is in the columns k0, k1, ...: an array would take twice as long to read. */
type TextRow = ScopedTexts & { all_rows: number } & Record<`k${number}`, string>

const keyIn = (row: TextRow): string[] => {
  const key: string[] = []
  for (let place = 0; `k${place}` in row; place++) key.push(row[`k${place}`]!)
  return key
}

/** Stored bytes of a block's texts: rows may be as large as a file. Text of JSON is a few times larger. */
const BLOCK_BYTES = 4_000_000

/** Reads the texts of a block of rows, which ends early if they are large. */
async function readTexts(
  db: Db,
  storeId: number,
  table: TextTable,
  { after, rows: most }: Part,
): Promise<{ rows: TextRow[]; ended: boolean }> {
  const { name, key, columns } = table
  const order = sql.join(key.map((one) => sql.ref(one.name)))
  const later = after
    ? sql`and (${order}) > (${sql.join(after.map((value, place) => sql`${value}::${sql.raw(key[place]!.type)}`))})`
    : sql``
  const own = [...new Set([...key, ...columns].map((one) => one.name))]
  const size = sql.join(
    columns.map((one) => sql`coalesce(pg_column_size(${sql.ref(one.name)}), 0)`),
    sql` + `,
  )
  const textOf = (scope: NameScope) => {
    const texts = columns.filter((one) => scopeOf(table, one.name) === scope)
    return texts.length === 0
      ? sql`''`
      : sql`concat_ws(e'\n', ${sql.join(texts.map((one) => sql`${sql.ref(one.name)}::text`))})`
  }
  const { rows } = await sql<TextRow>`
    select ${sql.join(key.map((one, place) => sql`${sql.ref(one.name)}::text as ${sql.ref(`k${place}`)}`))},
      ${textOf('words')} as words, ${textOf('values')} as values, all_rows
    from (select ${sql.join(own.map((one) => sql.ref(one)))}, count(*) over () as all_rows,
        sum(${size}) over (order by ${order} rows between unbounded preceding and 1 preceding) as bytes_before
      from (select ${sql.join(own.map((one) => sql.ref(one)))} from ${sql.table(name)}
        where store_id = ${storeId} ${later} order by ${order} limit ${most}) part) block
    where coalesce(bytes_before, 0) < ${BLOCK_BYTES} order by ${order}`.execute(db)
  return { rows, ended: rows.length < most && (rows.length === 0 || rows.length === Number(rows[0]!.all_rows)) }
}

const keyOf = (key: TextTable['key']) => sql`array[${sql.join(key.map((one) => sql`${sql.ref(one.name)}::text`))}]`

/** Returns the rows of these keys, each as JSON, that are not about the people. `held`: locked. */
async function readRows(
  db: Db,
  storeId: number,
  table: TextTable,
  keys: readonly string[],
  ids: readonly number[],
  held: boolean,
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
      and (${order}) in (select ${wanted} from jsonb_array_elements(${`[${keys.join()}]`}::jsonb) k)
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

/** Names of other friends are values as those of customers: a first name alone is theirs. */
const scopeOf = (table: TextTable, column: string): NameScope =>
  isValue(table, column) || column === 'error' || column === 'display_name' ? 'values' : 'words'

const isNamed = (pattern: RegExp | undefined, value: unknown): boolean =>
  value !== null &&
  value !== undefined &&
  pattern?.test(typeof value === 'string' ? value : JSON.stringify(value)) === true

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
