import type { MappingAnswer } from '../mapping/mapping-answer.ts'
import type { NamePart, Overwrite } from '../mapping/mapping-draft.ts'
import type { RecordOfRun } from '../use-source.ts'

export type RecordValue = string | number | boolean | null
type Field = MappingAnswer['profileFields'][number]

/** Source of a field's value. */
interface FieldSource {
  /** Column ids in the order they are joined. */
  columns: readonly string[]
  part: NamePart
  overwrite: Overwrite
  /** An empty cell takes an older value away. */
  clears: boolean
}

/** The mapping as the rows of a run are read by: columns and fields by their ids. */
export interface Legend {
  columns: ReadonlyMap<string, string>
  fields: ReadonlyMap<number, Field>
  sources: ReadonlyMap<number, FieldSource>
  /** True by mode: adds people, updates existing ones, or both. */
  mode: MappingAnswer['match']['mode']
}

export const noLegend: Legend = { columns: new Map(), fields: new Map(), sources: new Map(), mode: 'both' }

export function legendOf({
  sourceSchema,
  profileFields,
  mapping,
  match,
}: Pick<MappingAnswer, 'sourceSchema' | 'profileFields' | 'mapping' | 'match'>): Legend {
  const sources = new Map<number, FieldSource>()
  for (const { destinationId, destinationType, sourceSchemaId, part, overwrite, empty } of mapping) {
    if (destinationType === 'system_activity' || destinationType === 'custom_activity') continue
    const known = sources.get(destinationId)
    // The first of several columns says what happens to older values.
    sources.set(destinationId, {
      part: known?.part ?? part,
      overwrite: known?.overwrite ?? overwrite,
      clears: known?.clears ?? empty === 'clear',
      columns: [...(known?.columns ?? []), sourceSchemaId],
    })
  }
  return {
    columns: new Map(sourceSchema.map(({ id, name }) => [id, name])),
    fields: new Map(profileFields.map((field) => [field.id, field])),
    sources,
    mode: match.mode,
  }
}

/** The row as people find it in the file; of a file loaded before lines were noted, its place among the data. */
export const recordLineOf = ({ line, recordNo }: Pick<RecordOfRun, 'line' | 'recordNo'>) => line ?? recordNo

const cellOf = (record: RecordOfRun, column: string) => record.data.find(({ id }) => id === column)

const rawOf = (record: RecordOfRun, source: FieldSource | undefined) =>
  (source?.columns ?? [])
    .map((column) => cellOf(record, column)?.value.trim() ?? '')
    .filter(Boolean)
    .join(' ')

/** A field's value after the row, or, where the row did nothing, what stands in the file. */
function textIn(record: RecordOfRun, { fields, sources }: Legend, name: string): string {
  const field = [...fields.values()].find(({ fieldName }) => fieldName === name)
  if (!field) return ''
  if (!record.change) return rawOf(record, sources.get(field.id))
  const value = record.change.nextProfile?.fields.find(({ id }) => id === field.id)?.value
  return value == null ? '' : String(value)
}

/** Name of a row, or the company; empty without either. */
export function nameOfRecord(record: RecordOfRun, legend: Legend): string {
  // A full name that was not split yet stands behind both of its parts.
  const joined = (...names: string[]) =>
    [...new Set(names.map((name) => textIn(record, legend, name)))].filter(Boolean).join(' ')
  return joined('firstName', 'lastName') || joined('firstNameEN', 'lastNameEN') || joined('company')
}

/** Phone of a row, or the e-mail. */
export const reachOfRecord = (record: RecordOfRun, legend: Legend) => ({
  phone: textIn(record, legend, 'phone'),
  email: textIn(record, legend, 'email'),
})

/** The value by which a row found its customer; undefined where no field did. */
export function keyOfRecord({ matchedBy, change }: RecordOfRun, { fields }: Legend) {
  const field = matchedBy === null ? undefined : fields.get(matchedBy)
  const value = change?.nextProfile?.fields.find(({ id }) => id === matchedBy)?.value
  return field && value != null ? { field, value } : undefined
}

interface ChangedField {
  field: Field
  before: RecordValue
  after: RecordValue
  /** Corrections that made the value readable. */
  notes: string[]
}

export interface RetainedField {
  field: Field
  value: RecordValue
  /** Why it stays: the file says the same, says something that was not used, or says nothing. */
  why: 'same' | 'kept' | 'empty'
  raw: string
  notes: string[]
}

/** Changes of a row, and mapped fields it leaves. */
export function changesOf(record: RecordOfRun, legend: Legend): { changed: ChangedField[]; kept: RetainedField[] } {
  const before = valuesOf(record.change?.previousProfile)
  const after = valuesOf(record.change?.nextProfile)
  const changed: ChangedField[] = []
  const kept: RetainedField[] = []
  for (const field of legend.fields.values()) {
    const old = before.get(field.id) ?? null
    const next = after.get(field.id) ?? null
    const source = legend.sources.get(field.id)
    const notes = (source?.columns ?? []).flatMap((column) => cellOf(record, column)?.note ?? [])
    if (old !== next) changed.push({ field, before: old, after: next, notes })
    else if (next !== null) {
      const raw = rawOf(record, source)
      const same =
        source?.overwrite === 'always' || (source?.part === 'whole' ? raw === String(next) : raw.includes(String(next)))
      kept.push({ field, value: next, why: raw === '' ? 'empty' : same ? 'same' : 'kept', raw, notes })
    }
  }
  return { changed, kept }
}

const valuesOf = (side: { fields: { id: number; value: RecordValue }[] } | null | undefined) =>
  new Map(side?.fields.map(({ id, value }) => [id, value]))

/** Labels before and after a row, and names of those that it would make; undefined when there are none on either side. */
export function recordLabelsOf({
  change,
}: RecordOfRun): { before: number[]; after: number[]; fresh: string[]; same: boolean } | undefined {
  const before = change?.previousProfile?.labelIds ?? []
  const after = change?.nextProfile?.labelIds ?? []
  const fresh = change?.newLabels ?? []
  if (before.length + after.length + fresh.length === 0) return undefined
  const same = fresh.length === 0 && before.length === after.length && before.every((id) => after.includes(id))
  return { before, after, fresh, same }
}

/** Number of changed fields; labels count as one. */
export function countChanges(record: RecordOfRun, legend: Legend): number {
  const labels = recordLabelsOf(record)
  return changesOf(record, legend).changed.length + (labels && !labels.same ? 1 : 0)
}

/** The cell a row fails by; undefined when the row as a whole is meant. */
export function cellAtFault(record: RecordOfRun, { columns }: Legend): { column: string; value: string } | undefined {
  const cell = record.data.find(({ error }) => error !== null)
  return cell && { column: columns.get(cell.id) ?? '', value: cell.value }
}
