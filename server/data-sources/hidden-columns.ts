import type { Language } from '@ruam/contract/errors.ts'
import type { Rights } from '@ruam/contract/permissions.ts'
import { systemFields } from '@ruam/contract/system-fields.ts'
import type { Db } from '../core/db.ts'
import { Refusal } from '../core/refusal.ts'
import type { ColumnFacts } from '../files/column-facts.ts'
import { type Field, fieldsOf } from '../profile-fields/fields.ts'
import { maySeeSensitive } from '../profiles/masking.ts'
import type { Plan } from './plan.ts'
import { fieldsByHeader, normalizeHeader, suggestMapping } from './suggest.ts'

const refusal = () => new Refusal('forbidden', { permission: 'cdp-core.profile-sensitive.read' })

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

interface LoadedFile {
  columns: string[] | null
  facts: ColumnFacts[] | null
  mapping: { mapping: { source_schema_id: string; destination_id: number }[] } | null
}

/** The columns (their ids) that feed a sensitive field, seem to, or are named like one. */
export function hiddenColumns(
  columns: { id: string; name: string; facts: ColumnFacts }[],
  mapping: readonly { source_schema_id: string; destination_id: number }[],
  fields: readonly Field[],
): Set<string> {
  const sensitive = new Set(fields.filter((field) => field.sensitive).map((field) => field.id))
  const fed = [...suggestMapping(columns, fields.map(mappable)), ...mapping].filter(
    ({ destination_id: id }) => id !== null && sensitive.has(id),
  )
  const byHeader = fieldsByHeader(fields.map(mappable))
  const named = columns.filter(({ name }) => sensitive.has(byHeader.get(normalizeHeader(name))?.id ?? 0))
  return new Set([...fed.map((row) => row.source_schema_id), ...named.map((column) => column.id)])
}

/** A file goes out as it came in: throws `forbidden` for people who may not see something in it. */
export async function refuseSensitiveFile(
  db: Db,
  storeId: number,
  rights: Rights,
  { columns, facts, mapping }: LoadedFile,
  language: Language,
): Promise<void> {
  if (maySeeSensitive(rights)) return
  if (columns === null || facts === null) throw refusal()
  const all = columns.map((name, place) => ({ id: String(place + 1), name, facts: facts[place]! }))
  const fields = await fieldsOf(db, storeId, language)
  if (hiddenColumns(all, mapping?.mapping ?? [], fields).size > 0) throw refusal()
}

/** The same for rows of a run. */
export function refuseSensitivePlan(rights: Rights, plan: Plan): void {
  if (!maySeeSensitive(rights) && plan.fields.some(({ field }) => field.sensitive)) throw refusal()
}
