import { type DataType, FIRST_CUSTOM_FIELD_ID, type ValueKind } from '@ruam/contract/system-fields.ts'
import { type ColumnFacts, guessDataType } from '../files/column-facts.ts'
import { ambiguousKeywords, mappingKeywords } from '../master-data/master-data.ts'
import { looksLikeFullName } from '../values/names.ts'
import { canonicalText } from '../values/thai.ts'

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
  /** Null when the column is left out unless somebody says otherwise. */
  destination_id: number | null
  reason: 'keyword' | 'content' | 'ambiguous' | 'vetoed' | 'unknown' | 'empty' | 'sensitive'
  /** The type a new custom field of this column would have. */
  data_type: DataType
}

/** A header as keywords are compared: lower case, without blanks and _ - . / ( ) : */
export function normalizeHeader(header: string): string {
  return canonicalText(header)
    .toLowerCase()
    .replace(/[\s_\-./():]+/g, '')
}

const keywordFields = new Map(mappingKeywords.map(({ keyword, field_id }) => [normalizeHeader(keyword), field_id]))
const ambiguousHeaders = new Set(ambiguousKeywords.map(({ keyword }) => normalizeHeader(keyword)))

/** Under an unknown or contradicted header, nearly every cell must be of a kind before it speaks for itself. */
const NEARLY_ALL = 0.9

interface Draft {
  column: SourceColumn
  field: MappableField | null
  reason: Suggestion['reason']
}

/**
 * Which field each column seems to feed. Headers go by the master keywords and the fields' own names; what is in the cells
 * can veto a header (a column named e-mail that holds dates) and, under an unknown header, speak for itself (LINE user
 * ids, e-mails, citizen ids, Thai phones). Ambiguous headers never map by themselves, save for LINE user ids, whose
 * shape leaves no doubt. A field is suggested once: by header before by content, then for the column with most in it;
 * the columns that lose are 'ambiguous'.
 */
export function suggestMapping(columns: readonly SourceColumn[], fields: readonly MappableField[]): Suggestion[] {
  const byHeader = fieldsByHeader(fields)
  const drafts = columns.map((column) => draftOf(column, byHeader, fields))
  const winners = new Map<number, Draft>()
  for (const draft of drafts) {
    if (!draft.field) continue
    const rival = winners.get(draft.field.id)
    if (!rival || outranks(draft, rival)) winners.set(draft.field.id, draft)
  }
  return drafts.map((draft) => {
    const { column, field } = draft
    const won = field !== null && winners.get(field.id) === draft
    return {
      source_schema_id: column.id,
      destination_id: won ? field.id : null,
      reason: field !== null && !won ? 'ambiguous' : draft.reason,
      data_type: guessDataType(column.facts),
    }
  })
}

function outranks(a: Draft, b: Draft): boolean {
  return a.reason === b.reason ? a.column.facts.filled > b.column.facts.filled : a.reason === 'keyword'
}

const NAME_HEADER = /name|ชื่อ|สกุล|ลูกค้า|customer|สมาชิก|member/i

/** Whether a column seems to hold whole names, which can be split. */
export function isFullName(header: string, { samples }: ColumnFacts): boolean {
  return samples.length > 0 && NAME_HEADER.test(header) && samples.every(looksLikeFullName)
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
    for (const title of [field.name, ...field.titles]) byHeader.set(normalizeHeader(title), field)
  }
  return byHeader
}

function draftOf(
  column: SourceColumn,
  byHeader: ReadonlyMap<string, MappableField>,
  fields: readonly MappableField[],
): Draft {
  const { name, facts } = column
  if (facts.filled === 0) return { column, field: null, reason: 'empty' }
  const header = normalizeHeader(name)
  const fromHeader = byHeader.get(header)
  const fromContent = fieldOfContent(facts, fields)
  // A store that named a field of its own like this has said what it means.
  if (ambiguousHeaders.has(header) && !(fromHeader && fromHeader.id >= FIRST_CUSTOM_FIELD_ID)) {
    const field = fromContent?.name === 'lineUserId' ? fromContent : null
    return { column, field, reason: field ? 'content' : 'ambiguous' }
  }
  if (fromHeader && !contradicts(facts, fromHeader)) return { column, field: fromHeader, reason: 'keyword' }
  if (fromContent) return { column, field: fromContent, reason: 'content' }
  return { column, field: null, reason: fromHeader ? 'vetoed' : 'unknown' }
}

function fieldOfContent(facts: ColumnFacts, fields: readonly MappableField[]): MappableField | null {
  const enough = facts.filled * NEARLY_ALL
  const name =
    (facts.lineUserIds >= enough && 'lineUserId') ||
    (facts.emails >= enough && 'email') ||
    (facts.citizenIds >= enough && 'citizenId') ||
    (facts.thaiPhones >= enough && 'phone')
  return fields.find((field) => field.name === name && field.id < FIRST_CUSTOM_FIELD_ID) ?? null
}

/** True when half of the cells or more are not what the field holds. */
function contradicts(facts: ColumnFacts, field: MappableField): boolean {
  const half = facts.filled / 2
  switch (field.kind) {
    case 'email':
      return facts.emails < half
    case 'phone':
      return facts.thaiPhones + facts.foreignPhones < half
    case 'citizen_id':
      return facts.citizenIds < half
    case 'date':
      return facts.dates.dates < half
    case 'number':
      return facts.numbers < half
    case 'boolean':
      return facts.booleans < half
    case 'gender':
    case 'text':
      if (field.id >= FIRST_CUSTOM_FIELD_ID) return false
      if (field.name === 'lineUserId') return facts.lineUserIds < half
      return Math.max(facts.emails, facts.citizenIds, facts.lineUserIds, facts.dates.dates) >= half
  }
}
