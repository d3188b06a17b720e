import { type DataType, FIRST_CUSTOM_FIELD_ID, type ValueKind } from '@ruam/contract/platform/system-fields.ts'
import type { ColumnFacts } from '../../formats/files/column-facts.ts'
import { exportedColumn, exportedNumberPrefix } from '../../formats/files/exported-columns.ts'
import { normalizeHeader } from '../../formats/files/normalize-header.ts'
import { ambiguousKeywords, mappingKeywords } from '../../master-data/master-data.ts'
import type { Meaning } from '../layouts/layout.ts'
import { holdsTypedLineIds } from './contact-columns.ts'
import { isNameField, type SplitPart } from './full-names.ts'
import {
  columnLookOf,
  holdsCompletePhones,
  isMixedContacts,
  isNoPhone,
  type Look,
  type Neighbours,
  phonesIn,
} from './looks.ts'
import { isNameAndPhone } from './name-and-phone.ts'

export interface MappableField {
  id: number
  name: string
  /** Display names, in every language it has one. */
  titles: readonly string[]
  kind: ValueKind
}

export interface SourceColumn {
  id: string
  name: string
  facts: ColumnFacts
}

export interface Suggestion {
  source_schema_id: string
  /** Null if the column is left out unless the user decides otherwise. */
  destination_id: number | null
  reason:
    | 'keyword'
    | 'content'
    | 'address'
    | 'full_name'
    | 'ambiguous'
    | 'vetoed'
    | 'unknown'
    | 'empty'
    | 'not_needed'
    | 'labels'
    | 'number'
    | 'activity'
    | 'exported'
    | 'sensitive'
    | 'contact'
    | 'stored'
    | 'masked'
    | 'formulas'
    | 'new_key'
  offer: 'new_field' | 'address' | 'title' | null
  /** Kind of value its cells look like. */
  look: Look
  /** For a column that lost its field: the column that has it. */
  other: string | null
  /** True if its cells look like full names, which can be split. */
  full_name: boolean
  /** Parts of a full name that the column feeds by default; empty unless the reason is full_name. */
  split: readonly SplitPart[]
  /** The type a new custom field of this column would have. */
  data_type: DataType
}

const keywordFields = new Map(mappingKeywords.map(({ keyword, field_id }) => [normalizeHeader(keyword), field_id]))
const ambiguousHeaders = new Set(ambiguousKeywords.map(({ keyword }) => normalizeHeader(keyword)))

/** Meaning of one column, before columns compete for fields. */
export interface Draft {
  column: SourceColumn
  field: MappableField | null
  reason: Suggestion['reason']
  look: Look
  /** The header is a keyword or the name of the field, not only one that has its words. */
  exact: boolean
  /** Set if the file's layout gives its meaning. */
  meaning?: Meaning
}

/** Which field a header names, by its `normalizeHeader`. A field's own names come before the keywords. */
export function fieldsByHeader(fields: readonly MappableField[]): Map<string, MappableField> {
  const byId = new Map(fields.map((field) => [field.id, field]))
  const byHeader = new Map<string, MappableField>()
  for (const [keyword, id] of keywordFields) {
    const field = byId.get(id)
    if (field) byHeader.set(keyword, field)
  }
  for (const field of fields) {
    for (const title of [field.name, ...field.titles]) {
      byHeader.set(normalizeHeader(title), field)
      // A second header of the same name carries the name of its field in our own files.
      byHeader.set(normalizeHeader(`${title} (${field.name})`), field)
    }
  }
  return byHeader
}

/** A column of a file that an export has written. */
export function exportedDraft(
  column: SourceColumn,
  byHeader: ReadonlyMap<string, MappableField>,
  neighbours: Neighbours,
  mark: string | undefined,
  computed: ReadonlySet<string>,
): Draft {
  const { name, facts } = column
  const draft = (reason: Suggestion['reason'], field: MappableField | null = null): Draft => ({
    column,
    field,
    reason,
    look: columnLookOf(name, facts, neighbours),
    exact: field !== null,
  })
  const numbers = exportedNumberPrefix(name)
  if (numbers) return draft(numbers === mark ? 'number' : 'exported')
  const field = byHeader.get(normalizeHeader(name))
  if (field) return draft('keyword', field)
  const known = exportedColumn(name)
  if (known === 'labels') return draft('labels')
  return draft(known || computed.has(name) ? 'exported' : 'unknown')
}

/** A column by its layout. Undefined if its cells contradict it, if it is empty, or if the layout leaves it to detection. */
export function layoutDraft(
  column: SourceColumn,
  meaning: Meaning | undefined,
  fields: readonly MappableField[],
  neighbours: Neighbours,
): Draft | undefined {
  if (!meaning || column.facts.filled === 0 || column.facts.masked > column.facts.filled) return undefined
  const field = fields.find(({ id, name }) => name === meaning && id < FIRST_CUSTOM_FIELD_ID)
  const reason = field && !contradicts(column, field) ? 'keyword' : reasonOf[meaning]
  if (!reason) return undefined
  const of = reason === 'keyword' ? field! : null
  return { column, field: of, reason, look: columnLookOf(column.name, column.facts, neighbours), exact: true, meaning }
}

const reasonOf: Partial<Record<Meaning, Suggestion['reason']>> = {
  labels: 'labels',
  not_needed: 'not_needed',
  address: 'unknown',
}

/** A column by its header, its cells and what the store knows. */
export function draftOf(
  column: SourceColumn,
  byHeader: ReadonlyMap<string, MappableField>,
  fields: readonly MappableField[],
  neighbours: Neighbours,
  stored?: number,
  meaning?: Meaning,
): Draft {
  const { name, facts } = column
  const look = columnLookOf(name, facts, neighbours)
  const header = normalizeHeader(name)
  const fromHeader = byHeader.get(header)
  const fromContent = fieldOfLook(look, name, fields)
  const draft = (field: MappableField | null, reason: Suggestion['reason']): Draft => ({
    column,
    field,
    reason,
    look,
    exact: field !== null && field === fromHeader,
  })
  if (facts.masked > facts.filled) return draft(null, 'masked')
  if (facts.filled === 0) return draft(null, facts.formulas > 0 ? 'formulas' : 'empty')
  if (isMixedContacts(name, facts) || isNameAndPhone(name, facts)) {
    const phone = fields.find(({ name }) => name === 'phone')
    if (phone) return draft(phone, 'keyword')
  }
  const exported = fromHeader ? undefined : exportedColumn(name)
  if (exported === 'labels') return draft(null, 'labels')
  // A segment is chosen by its rule.
  if (exported === 'advanceLabels') return draft(null, 'exported')
  // Its codes are the store's own, whatever the file calls them.
  const known = fromHeader ? undefined : fields.find(({ id }) => id === stored)
  if (known) return draft(known, 'stored')
  if (meaning === 'new_key' && !(fromHeader && fromHeader.id >= FIRST_CUSTOM_FIELD_ID))
    return { ...draft(null, 'unknown'), meaning }
  // A store that named a field of its own like this has said what it means.
  if (ambiguousHeaders.has(header) && !(fromHeader && fromHeader.id >= FIRST_CUSTOM_FIELD_ID)) {
    const lineField = fields.find(({ id, name }) => name === 'lineUserId' && id < FIRST_CUSTOM_FIELD_ID)
    if (lineField && facts.lineUserIds === 0 && holdsTypedLineIds(name, facts)) return draft(lineField, 'contact')
    if (look.as === 'line_user_id' && fromContent)
      return draft(fromContent, look.by === 'header' ? 'keyword' : 'content')
    return draft(null, 'ambiguous')
  }
  if (fromHeader && !contradicts(column, fromHeader)) return draft(fromHeader, 'keyword')
  // What the words of the header and the cells agree on is no guess; which money it is stays one.
  const agreed = look.by === 'header' && look.as !== 'money' && !fromHeader
  if (fromContent) return draft(fromContent, agreed ? 'keyword' : 'content')
  const phone = holdsCompletePhones(name, facts) && fields.find(({ name }) => name === 'phone')
  if (phone && !fromHeader) return draft(phone, 'keyword')
  return draft(null, fromHeader ? 'vetoed' : 'unknown')
}

const fieldByLook: Partial<Record<Look['as'], string>> = {
  line_user_id: 'lineUserId',
  email: 'email',
  citizen_id: 'citizenId',
  phone: 'phone',
}

function fieldOfLook(look: Look, header: string, fields: readonly MappableField[]): MappableField | null {
  // Only the purchase total among money columns is the customer's amount.
  const name = look.as === 'money' && look.by === 'header' && BOUGHT.test(header) ? 'amount' : fieldByLook[look.as]
  return fields.find((field) => field.name === name && field.id < FIRST_CUSTOM_FIELD_ID) ?? null
}

const BOUGHT = /ยอด(?!ค้าง|หนี้)|spen[dt]|purchase/i

/** Returns whether most samples have no letter: an order #1001 is no name, and สมชาย 2 is one. */
const lacksLetters = ({ samples }: ColumnFacts) =>
  samples.filter((sample) => !/\p{L}/u.test(sample)).length * 2 > samples.length

/** True when half of the cells or more are not what the field holds. */
function contradicts({ name, facts }: SourceColumn, field: MappableField): boolean {
  const half = facts.filled / 2
  switch (field.kind) {
    case 'email':
      return facts.emails < half
    case 'phone':
      return phonesIn(facts) < half || isNoPhone(name, facts)
    case 'citizen_id':
      return facts.citizenIds < half
    case 'date':
      return facts.days + facts.dates.serials < half
    case 'number':
      return facts.numbers < half
    case 'boolean':
      return facts.booleans < half
    case 'gender':
    case 'text':
      if (field.id >= FIRST_CUSTOM_FIELD_ID) return false
      if (field.name === 'lineUserId') return facts.lineUserIds < half
      if (isNameField(field.id) && lacksLetters(facts)) return true
      return Math.max(facts.emails, facts.citizenIds, facts.lineUserIds, facts.days) >= half
  }
}
