import {
  type DataType,
  FIRST_CUSTOM_FIELD_ID,
  systemFields,
  type ValueKind,
} from '@ruam/contract/platform/system-fields.ts'
import { type ColumnFacts, guessDataType } from '../../formats/files/column-facts.ts'
import { exportedColumn, exportedNumberPrefix } from '../../formats/files/exported-columns.ts'
import { normalizeHeader } from '../../formats/files/normalize-header.ts'
import { ambiguousKeywords, mappingKeywords } from '../../master-data/master-data.ts'
import type { Meaning } from '../layouts/layout.ts'
import type { RecognisedLayout } from '../layouts/recognise.ts'
import { addressPart, FULL_ADDRESS, makeAddress } from './address-parts.ts'
import { emailPart, holdsTypedLineIds, isContact, isFurtherContact, isMoreDistinct } from './contact-columns.ts'
import { isFullNameColumn, isNameField, nameSplits, type SplitPart } from './full-names.ts'
import {
  columnLookOf,
  holdsCompletePhones,
  isMixedContacts,
  isNoPhone,
  type Look,
  type Neighbours,
  phonesIn,
} from './looks.ts'
import { isNameAndPhone, namePartsWithPhone } from './name-and-phone.ts'
import { holdsNewKeys, isNewKey } from './new-keys.ts'

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

/** Minimum share of filled cells (%) of an unknown column that becomes a question. */
const NEARLY_EMPTY = 10
/** Minimum names with a title (%) before their removal is suggested. */
const SOME_TITLES = 1

interface Draft {
  column: SourceColumn
  field: MappableField | null
  reason: Suggestion['reason']
  look: Look
  /** The header is a keyword or the name of the field, not only one that has its words. */
  exact: boolean
  /** Set if the file's layout gives its meaning. */
  meaning?: Meaning
}

interface Hints {
  /** Mark of the store's customer numbers. */
  mark?: string
  /** Names of computed fields, which no file fills. */
  computed?: readonly string[]
  /** Columns that hold the values of a stored field, with its id. */
  stored?: ReadonlyMap<string, number>
  layout?: RecognisedLayout | null
}

/**
 * Which field each column seems to feed. Headers go by the master keywords, the fields' own names and the words in them; what is in the
 * cells can veto a header (a column named e-mail that holds dates) and, under one that says nothing, speak for itself, which makes a
 * guess that the user must confirm. Ambiguous headers never map by themselves, save for LINE user ids, whose shape leaves no doubt, and
 * the parts of an address, which are joined to it. A field is suggested once: by header before by content, then for the column with
 * most in it; the columns that lose are 'ambiguous'. `rows`: of the file.
 */
export function suggestMapping(
  columns: readonly SourceColumn[],
  fields: readonly MappableField[],
  rows: number,
  { mark, computed = [], stored, layout }: Hints = {},
): Suggestion[] {
  const byHeader = fieldsByHeader(fields)
  const neighbours = neighboursOf(columns, byHeader)
  // A file of our own says by its headers what is in it.
  const ours = columns.some(({ name }) => exportedNumberPrefix(name) !== undefined)
  const passedBy = new Set(computed)
  const drafts = columns.map((column) =>
    ours && (column.facts.filled > 0 || exportedNumberPrefix(column.name))
      ? exportedDraft(column, byHeader, neighbours, mark, passedBy)
      : (layoutDraft(column, layout?.meanings.get(column.id), fields, neighbours) ??
        draftOf(column, byHeader, fields, neighbours, stored?.get(column.id), layout?.meanings.get(column.id))),
  )
  const winners = winnersOf(drafts)
  const newKey = ours ? undefined : newKeyOf(drafts, rows)
  const joined = joinedParts(drafts, winners, fields)
  const splits: ReadonlyMap<Draft, readonly SplitPart[]> = ours
    ? new Map()
    : nameSplits(drafts.filter(mayBeNames), winners, fields)
  return drafts.map((draft) => {
    const { column, field, look } = draft
    const winner = field && winners.get(field.id)
    const won = winner === draft
    const isPart = joined.fields.has(draft)
    const isFurther = !won && draft.reason === 'keyword' && field !== null && holdsOwnContacts(draft, field)
    const split = splits.get(draft) ?? []
    if (split.length > 0) {
      const whole = { destination_id: null, reason: 'full_name' as const, offer: null, other: null, full_name: true }
      return { source_schema_id: column.id, ...whole, look, split, data_type: 'String' as const }
    }
    const suggestion: Suggestion = {
      source_schema_id: column.id,
      destination_id: isPart ? joined.address : won || isFurther ? field!.id : null,
      reason: isPart ? 'address' : isFurther ? 'contact' : field && !won ? 'ambiguous' : draft.reason,
      offer: null,
      look,
      other: winner && !won && !isPart ? winner.column.id : null,
      full_name: mayBeNames(draft) && isFullNameColumn(draft),
      split: won || isFurther ? partsBeside(draft, winners, splits, fields) : split,
      data_type: typeOf(look, column.facts),
    }
    if (draft === newKey)
      return { ...suggestion, reason: 'new_key', offer: 'new_field', full_name: false, data_type: 'String' }
    return ours ? { ...suggestion, full_name: false } : withOffer(suggestion, column, rows)
  })
}

/** False for a column that the layout knows to be something else. */
const mayBeNames = ({ field, meaning }: Draft) => field !== null || meaning === undefined

/** True for contacts of the customer. A layout knows whose they are. */
const holdsOwnContacts = ({ column, meaning }: Draft, { id }: MappableField) =>
  meaning ? isContact(id) : isFurtherContact(column.name, id)

/** Parts that a column of phones feeds beside them: e-mails, or the names of those who have the phones. */
function partsBeside(
  { column: { name, facts } }: Draft,
  winners: ReadonlyMap<number, Draft>,
  splits: ReadonlyMap<Draft, readonly SplitPart[]>,
  fields: readonly MappableField[],
): readonly SplitPart[] {
  if (isMixedContacts(name, facts)) return [emailPart]
  if (!isNameAndPhone(name, facts)) return []
  const taken = new Set([...winners.keys(), ...[...splits.values()].flat().map((part) => part.field_id)])
  return namePartsWithPhone(taken, fields)
}

/** Returns the column that a new field is proposed for, as the first key: one of those without a field. */
function newKeyOf(drafts: readonly Draft[], rows: number): Draft | undefined {
  const hidden = drafts.some(({ reason }) => reason === 'masked')
  const open = drafts.filter(({ field }) => field === null)
  return (
    open.find(({ column, meaning }) => meaning === 'new_key' && holdsNewKeys(column.facts, rows)) ??
    open.find(({ column: { name, facts }, meaning }) => !meaning && isNewKey(name, facts, rows, hidden))
  )
}

const ADDRESS = 'address'

/** Columns that are joined into the address: parts by their headers, in addition to the column of the address itself. */
function joinedParts(
  drafts: readonly Draft[],
  winners: ReadonlyMap<number, Draft>,
  fields: readonly MappableField[],
): { address: number | null; fields: ReadonlySet<Draft> } {
  const address = fields.find(({ id, name }) => name === ADDRESS && id < FIRST_CUSTOM_FIELD_ID)?.id ?? null
  const parts = drafts.filter(({ column, field, reason, meaning }) => {
    if (meaning === 'address') return holdsPart(column.facts)
    const free = field === null && (reason === 'ambiguous' || reason === 'unknown')
    return free && addressPart(column.name) !== undefined && holdsPart(column.facts)
  })
  const whole = address === null ? undefined : winners.get(address)
  const places = parts.map(({ column }) => addressPart(column.name) ?? FULL_ADDRESS)
  const join = address !== null && makeAddress(whole ? [FULL_ADDRESS, ...places] : places)
  return { address, fields: new Set(join ? [...parts, ...(whole && parts.length > 0 ? [whole] : [])] : []) }
}

/** State may be that of an order: what is yes or no, a date or an e-mail is no part of an address. */
const holdsPart = ({ filled, booleans, days, emails, amounts }: ColumnFacts) =>
  Math.max(booleans, days, emails, amounts) * 2 < filled

function neighboursOf(columns: readonly SourceColumn[], byHeader: ReadonlyMap<string, MappableField>): Neighbours {
  const named = columns.map(({ name }) => byHeader.get(normalizeHeader(name))?.name ?? '')
  return {
    address:
      named.some((name) => name.startsWith(ADDRESS)) || columns.some(({ name }) => addressPart(name) !== undefined),
  }
}

/** Adds the offer for a pending column, and releases columns that are not needed. */
function withOffer(suggestion: Suggestion, { name, facts }: SourceColumn, rows: number): Suggestion {
  const { reason, destination_id, look, full_name } = suggestion
  if (destination_id !== null) {
    const titled = destination_id === FIRST_NAME && !full_name && facts.titles * 100 >= facts.filled * SOME_TITLES
    return titled ? { ...suggestion, offer: 'title' } : suggestion
  }
  if (reason !== 'ambiguous' && reason !== 'unknown') return suggestion
  if (look.as === 'running' || facts.filled * 100 < rows * NEARLY_EMPTY) return { ...suggestion, reason: 'not_needed' }
  if (reason === 'unknown' || suggestion.other || full_name) return suggestion
  return { ...suggestion, offer: addressPart(name) === undefined ? 'new_field' : 'address' }
}

const FIRST_NAME = systemFields.find(({ name }) => name === 'firstName')!.id

/** The type of a new field, which agrees with what the cells look like. */
function typeOf(look: Look, facts: ColumnFacts): DataType {
  return typeByLook[look.as] ?? guessDataType(facts)
}

const typeByLook: Partial<Record<Look['as'], DataType>> = {
  line_user_id: 'String',
  email: 'String',
  citizen_id: 'String',
  phone: 'String',
  date: 'Date',
  name: 'String',
  postcode: 'String',
  money: 'Number',
  code: 'String',
  boolean: 'Boolean',
  number: 'Number',
}

/** The surest column of each field. */
function winnersOf(drafts: readonly Draft[]): Map<number, Draft> {
  const winners = new Map<number, Draft>()
  for (const draft of drafts) {
    if (!draft.field) continue
    const rival = winners.get(draft.field.id)
    if (!rival || outranks(draft, rival)) winners.set(draft.field.id, draft)
  }
  return winners
}

/** Phones and e-mails: of several columns the one with the most different values tells people apart. */
function outranks(a: Draft, b: Draft): boolean {
  const rank = ({ reason, exact }: Draft) => (reason === 'keyword' ? (exact ? 2 : 1) : reason === 'stored' ? 1 : 0)
  const [one, other] = [a.column.facts, b.column.facts]
  const told = Math.min(rank(a), rank(b)) > 0 && isContact(a.field!.id) ? isMoreDistinct(one, other) : null
  if (told !== null) return told
  return rank(a) === rank(b) ? one.filled > other.filled : rank(a) > rank(b)
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
function exportedDraft(
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
function layoutDraft(
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

function draftOf(
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
