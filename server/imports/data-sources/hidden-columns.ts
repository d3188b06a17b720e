import type { Language } from '@ruam/contract/errors/catalog.ts'
import type { Rights } from '@ruam/contract/platform/permissions.ts'
import { systemFields } from '@ruam/contract/platform/system-fields.ts'
import { ApiError } from '../../core/api-error.ts'
import { type Field, fieldsOf } from '../../customers/fields/fields.ts'
import { HIDDEN, maySeeSensitive } from '../../customers/profiles/masking.ts'
import type { Db } from '../../database/db.ts'
import type { ColumnFacts } from '../../formats/files/column-facts.ts'
import { columnName } from '../../formats/files/header.ts'
import { normalizeHeader } from '../../formats/files/normalize-header.ts'
import { storedFacts } from '../../formats/files/note-cells.ts'
import { readCitizenId } from '../../formats/values/citizen-ids.ts'
import type { ReadTrace } from '../../http/read-trace.ts'
import { fieldsByHeader, type SourceColumn } from './column-drafts.ts'
import { everFed, type Fed } from './fed-columns.ts'

export const mayNotSee = () => new ApiError('forbidden', { permission: 'cdp-core.profile-sensitive.read' })

/** A field as suggestions know it. */
export function mappable(field: Field) {
  const system = systemFields.find((known) => known.id === field.id)
  return {
    id: field.id,
    name: field.name,
    titles: system ? [system.th, system.en] : [field.display_name],
    kind: field.kind,
  }
}

/** A file whose columns are known. */
export interface ReadFile {
  id: number
  columns: string[]
  facts: ColumnFacts[]
  header_signature: string | null
  /** Fields that its columns feed, where no file remembers them. */
  fed?: readonly Fed[]
}

/** The file of a data source that was loaded. */
export const fileOf = (source: {
  file_id: number | null
  columns: string[] | null
  facts: ColumnFacts[] | null
  header_signature: string | null
}): ReadFile => ({
  id: source.file_id ?? 0,
  columns: source.columns ?? [],
  facts: source.facts ?? [],
  header_signature: source.header_signature,
})

/** The columns of a file as suggestions know them. */
export const columnsOf = ({ columns, facts }: Pick<ReadFile, 'columns' | 'facts'>): SourceColumn[] =>
  columns.map((name, place) => ({ id: String(place + 1), name, facts: storedFacts(facts[place] ?? {}) }))

/**
 * Returns the ids of columns that are hidden without the right: columns that ever fed a sensitive field, or a deleted one that may have
 * been sensitive; columns named like one (by the first cell if the file has no header); and columns with citizen ids in at least half of
 * their cells.
 */
function hiddenColumns(columns: readonly SourceColumn[], fed: readonly Fed[], fields: readonly Field[]): Set<string> {
  const open = new Set(fields.filter((field) => !field.sensitive).map((field) => field.id))
  const byHeader = fieldsByHeader(fields.map(mappable))
  const isHidden = ({ name, facts }: SourceColumn, place: number) => {
    const title = name === columnName(place) ? (facts.samples[0] ?? '') : name
    const field = byHeader.get(normalizeHeader(title))
    return (field && !open.has(field.id)) || (facts.filled > 0 && facts.citizenIds * 2 >= facts.filled)
  }
  const telling = columns.filter(isHidden)
  return new Set([
    ...telling.map((column) => column.id),
    ...fed.filter((row) => !open.has(row.destination_id)).map((row) => row.source_schema_id),
  ])
}

/** Returns the hidden columns of a file that is shown to a reader. With the right there are none, and the trace notes what is shown. */
export async function hiddenFrom(
  { rights, trace }: { rights: Rights; trace: ReadTrace },
  db: Db,
  storeId: number,
  file: ReadFile,
  fields: readonly Field[],
): Promise<ReadonlySet<string>> {
  const sensitive = await sensitiveColumns(db, storeId, file, fields)
  if (!maySeeSensitive(rights)) return sensitive
  if (sensitive.size > 0) trace.note(null, null)
  return new Set()
}

/** The columns of a loaded file that only the right to sensitive values shows. */
export async function sensitiveColumns(db: Db, storeId: number, file: ReadFile, fields: readonly Field[]) {
  return hiddenColumns(columnsOf(file), file.fed ?? (await everFed(db, storeId, file)), fields)
}

/** Returns a column name for a caller without the right: if a data row was taken for the header, the name may be a citizen id. */
export function maskedColumnName(name: string): string {
  const reading = readCitizenId(name)
  return 'value' in reading && reading.value !== null ? HIDDEN : name
}

/** A row of cells, the hidden ones covered whether they are empty or not. `left`: place of the first column. */
export const covered = (cells: readonly string[], hidden: ReadonlySet<string>, left = 0) =>
  cells.map((cell, place) => (hidden.has(String(place - left + 1)) ? HIDDEN : cell))

/** The fields (their ids) whose values, and whose holders, these rights may not see. */
export async function fieldsHiddenFrom(rights: Rights, db: Db, storeId: number, language: Language): Promise<number[]> {
  if (maySeeSensitive(rights)) return []
  const fields = await fieldsOf(db, storeId, language)
  return fields.filter(({ sensitive }) => sensitive).map(({ id }) => id)
}
