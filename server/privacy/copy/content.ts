import { type RawBuilder, sql } from 'kysely'
import { computedValues } from '../../customers/fields/computed.ts'
import { type Field, fieldsOf } from '../../customers/fields/fields.ts'
import { loadActivityNames } from '../../customers/profile-activities/activity-names.ts'
import { contactsOf } from '../../customers/profiles/contacts.ts'
import { furtherNamesOf } from '../../customers/profiles/further-names.ts'
import { columns, fieldValue } from '../../customers/profiles/queries.ts'
import type { Db } from '../../database/db.ts'
import { OthersSearch } from './others.ts'
import { profilesOfPerson } from './person.ts'
import { readingsOfPerson } from './readings.ts'
import { reasons } from './reason.ts'
import { sections } from './sections.ts'

/** Rows that are read at once. */
const ROWS = 1000

export type CopyRow = Record<string, unknown>

/** Part of a copy. Its rows are read while they are written. */
interface CopyPart {
  name: string
  title: readonly [th: string, en: string]
  rows(): AsyncIterable<CopyRow> | readonly CopyRow[]
}

/** Content of a copy: its parts, and how many values of others were hidden in what was read of them. */
export interface CopyContent {
  parts: CopyPart[]
  hidden(): number
}

/** Returns what the store has of a person. Reads in the caller's snapshot, also later, on its connection. */
export async function contentOf(db: Db, storeId: number, live: readonly number[]): Promise<CopyContent> {
  const ids = await profilesOfPerson(db, storeId, live)
  const search = new OthersSearch()
  for (const { name, written, rows } of sections)
    if (written)
      for await (const row of streamed(db, name, rows(storeId, ids))) for (const text of textsIn(row)) search.add(text)
  const hide = await search.find(db, storeId, ids)
  let count = 0
  const hiding = (value: unknown): unknown =>
    mapTexts(value, (text) => {
      const found = hide(text)
      count += found.hidden
      return found.text
    })
  const fields = await fieldsOf(db, storeId, 'th')
  const named = await naming(db, storeId, fields)
  const values = await valuesOf(db, storeId, ids, fields)
  const readings = await readingsOfPerson(db, storeId, ids)
  const parts = sections.map(
    ({ name, title, written, rows }): CopyPart => ({
      ...{ name, title },
      async *rows() {
        for await (const row of streamed(db, name, rows(storeId, ids)))
          yield named(name, (written ? hiding(row) : row) as CopyRow)
      },
    }),
  )
  return {
    parts: [
      { name: 'values', title: ['ข้อมูลในโปรไฟล์', 'Values of the profile'], rows: () => values },
      ...parts,
      {
        name: 'readings',
        title: ['ใครเห็นข้อมูลที่ปิดไว้ ตามบทบาท วิธี และวัน', 'Who saw sensitive values, by role, way and day'],
        rows: () => readings.map((one) => ({ ...one })),
      },
    ],
    hidden: () => count,
  }
}

/** Reads the rows of a statement by a cursor: a customer may have 50,000 activities. */
async function* streamed(db: Db, name: string, rows: RawBuilder<{ row: CopyRow }>): AsyncGenerator<CopyRow> {
  const cursor = sql.ref(`copy_${name}`)
  await sql`declare ${cursor} no scroll cursor for ${rows}`.execute(db)
  for (;;) {
    const { rows: some } = await sql<{ row: CopyRow }>`fetch ${sql.lit(ROWS)} from ${cursor}`.execute(db)
    for (const { row } of some) yield row
    if (some.length < ROWS) break
  }
  await sql`close ${cursor}`.execute(db)
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, change))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapTexts(one, change)]))
}

function textsIn(value: unknown): string[] {
  const texts: string[] = []
  mapTexts(value, (text) => {
    texts.push(text)
    return text
  })
  return texts
}

/** Returns what names fields and labels in rows that hold their ids. */
async function naming(db: Db, storeId: number, fields: readonly Field[]) {
  const profile = new Map(fields.map(({ id, display_name }) => [String(id), display_name]))
  const activity = new Map(
    [...(await loadActivityNames(db, storeId)).fields].map(([id, field]) => [String(id), field.display_name]),
  )
  const labels = await db.selectFrom('label').select(['id', 'name']).where('store_id', '=', storeId).execute()
  const reasonOf = await reasons(db, storeId, fields)
  const keys = new Map([...profile, ...labels.map(({ id, name }) => [`label:${id}`, name] as const)])
  const rename = (object: unknown, by: ReadonlyMap<string, string>) =>
    Object.fromEntries(Object.entries((object ?? {}) as CopyRow).map(([key, value]) => [by.get(key) ?? key, value]))
  return (section: string, row: CopyRow): CopyRow => {
    if (section === 'labels') return row.rule ? { ...row, rule: reasonOf(row.rule) } : row
    if (section === 'changes') return { ...row, changes: rename(row.changes, keys) }
    return section.endsWith('activities') ? { ...row, fields: rename(row.fields, activity) } : row
  }
}

/** Values of the profiles by field, sensitive ones in full. A merged profile keeps its own, which no history has if a file brought them. */
async function valuesOf(db: Db, storeId: number, ids: readonly number[], fields: readonly Field[]) {
  const rows = await db
    .selectFrom('profile')
    .select(columns)
    .where('store_id', '=', storeId)
    .where('id', 'in', ids)
    .orderBy(sql`merged_into is not null`)
    .orderBy('id')
    .execute()
  const computed = await computedValues(db, storeId, [...ids], fields)
  const [contacts, names] = [await contactsOf(db, storeId, ids), await furtherNamesOf(db, storeId, ids)]
  return rows.flatMap((row): CopyRow[] => {
    const own = fields.flatMap((field): CopyRow[] => {
      const value = field.formula ? (computed.get(row.id)?.[field.id] ?? null) : fieldValue(row, field)
      if (value === null) return []
      const further = contacts.get(row.id)?.get(field.id)
      return [{ profile: row.id, field: field.display_name, value, ...(further && { further }) }]
    })
    const further = (names.get(row.id) ?? []).map(({ kind, value }) => ({ profile: row.id, field: kind, value }))
    const dates = { created_at: row.created_at, updated_at: row.updated_at }
    return [
      ...own,
      ...further,
      { profile: row.id, field: 'สร้างและแก้ไขล่าสุด', value: `${dates.created_at} – ${dates.updated_at}` },
    ]
  })
}
