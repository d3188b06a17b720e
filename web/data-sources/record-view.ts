import type { dataSources } from '@ruam/contract/data-sources.ts'
import type { Got } from '../core/api.ts'
import type { MappingAnswer, Overwrite } from './mapping-draft.ts'

export type RunRecord = Got<typeof dataSources.records>['data'][number]
export type Value = string | number | boolean | null
type Field = MappingAnswer['profileFields'][number]

/** The mapping as the rows of a run are read by: columns and fields by their ids. */
export interface Legend {
  columns: ReadonlyMap<string, string>
  fields: ReadonlyMap<number, Field>
  /** The column that feeds a field, and what it may overwrite. */
  sources: ReadonlyMap<number, { column: string; overwrite: Overwrite }>
}

export function legendOf({ sourceSchema, profileFields, mapping }: MappingAnswer): Legend {
  return {
    columns: new Map(sourceSchema.map(({ id, name }) => [id, name])),
    fields: new Map(profileFields.map((field) => [field.id, field])),
    sources: new Map(
      mapping.map(({ destinationId, sourceSchemaId, overwrite }) => [
        destinationId,
        { column: sourceSchemaId, overwrite },
      ]),
    ),
  }
}

const rawOf = (record: RunRecord, column: string | undefined) =>
  record.data.find(({ id }) => id === column)?.value ?? ''

/** A field's value after the row, or, where the row did nothing, what stands in the file. */
function told(record: RunRecord, { fields, sources }: Legend, name: string): string {
  const field = [...fields.values()].find(({ fieldName }) => fieldName === name)
  if (!field) return ''
  if (!record.change) return rawOf(record, sources.get(field.id)?.column).trim()
  const value = record.change.nextProfile?.fields.find(({ id }) => id === field.id)?.value
  return value == null ? '' : String(value)
}

/** Who a row is about: the name, else the company; empty when it tells neither. */
export function nameOfRecord(record: RunRecord, legend: Legend): string {
  const joined = (...names: string[]) =>
    names
      .map((name) => told(record, legend, name))
      .filter(Boolean)
      .join(' ')
  return joined('firstName', 'lastName') || joined('firstNameEN', 'lastNameEN') || joined('company')
}

/** How to reach somebody: the phone, else the e-mail. */
export const reachOfRecord = (record: RunRecord, legend: Legend) => ({
  phone: told(record, legend, 'phone'),
  email: told(record, legend, 'email'),
})

export interface ChangedField {
  field: Field
  before: Value
  after: Value
}

export interface KeptField {
  field: Field
  value: Value
  /** Why it stays: the file says the same, says something that was not used, or says nothing. */
  why: 'same' | 'kept' | 'empty'
  raw: string
}

/** What a row changes, and what of the mapped fields it leaves as it is. */
export function changesOf(record: RunRecord, legend: Legend): { changed: ChangedField[]; kept: KeptField[] } {
  const before = valuesOf(record.change?.previousProfile)
  const after = valuesOf(record.change?.nextProfile)
  const changed: ChangedField[] = []
  const kept: KeptField[] = []
  for (const field of legend.fields.values()) {
    const old = before.get(field.id) ?? null
    const next = after.get(field.id) ?? null
    if (old !== next) changed.push({ field, before: old, after: next })
    else if (next !== null) {
      const source = legend.sources.get(field.id)
      const raw = rawOf(record, source?.column).trim()
      const why = raw === '' ? 'empty' : source?.overwrite === 'always' || raw === String(next) ? 'same' : 'kept'
      kept.push({ field, value: next, why, raw })
    }
  }
  return { changed, kept }
}

const valuesOf = (side: { fields: { id: number; value: Value }[] } | null | undefined) =>
  new Map(side?.fields.map(({ id, value }) => [id, value]))

/** The cell a row fails by; undefined when the row as a whole is meant. */
export function cellAtFault(record: RunRecord, { columns }: Legend): { column: string; value: string } | undefined {
  const cell = record.data.find(({ error }) => error !== null)
  return cell && { column: columns.get(cell.id) ?? '', value: cell.value }
}
