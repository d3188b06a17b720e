import { type DataType, FIRST_CUSTOM_FIELD_ID, systemFields } from '@ruam/contract/platform/system-fields.ts'
import { type ColumnFacts, guessDataType } from '../../formats/files/column-facts.ts'
import { exportedNumberPrefix } from '../../formats/files/exported-columns.ts'
import { normalizeHeader } from '../../formats/files/normalize-header.ts'
import type { RecognisedLayout } from '../layouts/recognise.ts'
import { addressPart, FULL_ADDRESS, makeAddress } from './address-parts.ts'
import {
  type Draft,
  draftOf,
  exportedDraft,
  fieldsByHeader,
  layoutDraft,
  type MappableField,
  type SourceColumn,
  type Suggestion,
} from './column-drafts.ts'
import { emailPart, isContact, isFurtherContact, isMoreDistinct } from './contact-columns.ts'
import { isFullNameColumn, nameSplits, type SplitPart } from './full-names.ts'
import { isMixedContacts, type Look, type Neighbours } from './looks.ts'
import { isNameAndPhone, namePartsWithPhone } from './name-and-phone.ts'
import { holdsNewKeys, isNewKey } from './new-keys.ts'

/** Minimum share of filled cells (%) of an unknown column that becomes a question. */
const NEARLY_EMPTY = 10
/** Minimum names with a title (%) before their removal is suggested. */
const SOME_TITLES = 1

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
