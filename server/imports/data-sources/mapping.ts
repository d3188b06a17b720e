import type { Language } from '@ruam/contract/errors/catalog.ts'
import type { MappingBody, MappingRow } from '@ruam/contract/imports/mapping.ts'
import type { ActivityTypeInfo } from '../../customers/fields/activity-types.ts'
import type { Field } from '../../customers/fields/fields.ts'
import { HIDDEN } from '../../customers/profiles/masking.ts'
import type { ColumnFacts } from '../../formats/files/column-facts.ts'
import { consentsOf } from '../consents/consent-mapping.ts'
import { suggestConsents } from '../consents/suggest-consents.ts'
import { layoutOf } from '../layouts/recognise.ts'
import { movedLines } from '../orders/line-columns.ts'
import { addressPart, FULL_ADDRESS } from './address-parts.ts'
import type { MappableField, SourceColumn, Suggestion } from './column-drafts.ts'
import { datePurpose, dateQuestionsOf } from './date-questions.ts'
import { columnEvidenceOf } from './evidence.ts'
import { exportedActivities, ofActivities } from './exported-activity.ts'
import { namePartsOf } from './full-names.ts'
import { columnsOf, mappable, maskedColumnName } from './hidden-columns.ts'
import { holdingOf } from './holdings.ts'
import { keyMeasure } from './key-uniqueness.ts'
import { ofOthers, wordsOf } from './looks.ts'
import { plainRow } from './plain-row.ts'
import { ofPurchases, purchaseMatch } from './purchase-mapping.ts'
import type { SuggestedPurchases } from './purchase-suggestion.ts'
import { isCodes, type StoredCodes } from './stored-codes.ts'
import { suggestMapping } from './suggest.ts'
import { isActivityRow, mayMatch, type Targets } from './targets.ts'

interface Loaded {
  mapping: MappingBody | null
  columns: string[]
  facts: ColumnFacts[]
  row_count: number
  /** 0: the file has no header. */
  header_row: number
  updated_at: string
}

interface Remembered {
  id: number
  name: string
  mapping: MappingBody
  targets: Targets
}

/** Person who views a mapping. */
interface Reader {
  /** True if they may see sensitive values. */
  unmasked: boolean
  /** Suggested handling of unknown label names. */
  unknownLabels: 'make' | 'skip'
  /** The columns (their ids) that they may not see. */
  hidden: ReadonlySet<string>
  /** YYYY-MM-DD. */
  today: string
  language: Language
  /** Prefix of customer numbers. */
  mark: string
  /** Names of computed fields. */
  computed: readonly string[]
  /** The store's types of activity, where the file is one of activities that it has exported. */
  activityTypes: readonly ActivityTypeInfo[]
  /** Fields that tell the store's customers apart, and the columns that hold their codes. */
  codes: StoredCodes
  /** LINE accounts to choose among. */
  accounts: { id: number; name: string; provider: string | null }[]
  /** Purposes to choose among. */
  purposes: { id: number; name: string }[]
  /** True if they may record consents. */
  recordsConsents: boolean
  /** Purchases that the file shows. */
  purchases: SuggestedPurchases | null
}

/**
 * Response of the mapping step: saved or suggested mapping, columns, samples, fields, and the mapping of a file with the same columns.
 * Fields the person may not import are not offered.
 */
export function viewMapping(
  source: Loaded,
  { fields: all, remembered }: { fields: Field[]; remembered: Remembered | undefined },
  {
    unmasked,
    unknownLabels,
    hidden,
    today,
    language,
    mark,
    computed,
    activityTypes,
    accounts,
    purposes,
    recordsConsents,
    purchases,
    codes,
  }: Reader,
) {
  const fields = all.filter((field) => unmasked || !field.sensitive)
  const columns = columnsOf(source)
  const known = all.map(mappable)
  const activity = exportedActivities(columns, activityTypes, mark)
  const layout = activity ? null : layoutOf(columns)
  const suggestions = suggestMapping(columns, known, source.row_count, {
    mark,
    computed,
    stored: codes.columns,
    layout,
  })
    .map((one) => (activity ? ofActivities(one, activity) : purchases ? ofPurchases(one, purchases) : one))
    .map((one) => withoutHidden(one, fields, hidden))
  const byFields = suggestedBody(suggestions, fields, columns, unknownLabels, codes, purchases)
  const rows = activity?.mapping.filter((row) => !hidden.has(row.source_schema_id))
  const consents = recordsConsents && !activity ? suggestConsents(columns, suggestions, purposes, hidden) : []
  const suggested = { ...(activity ? { ...byFields, ...activity, mapping: rows! } : byFields), consents }
  const saved = source.mapping ?? suggested
  const named = new Set(saved.mapping.filter((row) => !isActivityRow(row)).map((row) => row.destination_id))
  return {
    ...saved,
    // Mappings saved by older versions have no choice.
    unreadable_cells: saved.unreadable_cells ?? 'empty',
    every_row_is_new: saved.every_row_is_new ?? false,
    line_account_id: saved.line_account_id ?? null,
    consents: [...consentsOf(saved)],
    lines: saved.lines ?? null,
    mended: saved.mended ?? [],
    saved: source.mapping !== null,
    suggested,
    layout: layout && { id: layout.id, name: layout.name[language] },
    unanswered: source.mapping?.unanswered ?? [],
    source_schema: columns.map(({ id, name }) => ({
      id,
      name: source.header_row === 0 ? unnamed[language](id) : unmasked ? name : maskedColumnName(name),
    })),
    preview_data: columns.map(({ id, facts }) => ({
      id,
      // One mask: their number would tell how many different values there are.
      values: hidden.has(id) ? [HIDDEN] : samplesOf(facts),
    })),
    // Names of mapped columns are included anyway.
    profile_fields: all
      .filter((field) => fields.includes(field) || named.has(field.id))
      .map((field) => ({
        id: field.id,
        field_name: field.name,
        display_name: field.display_name,
        data_type: field.data_type,
        field_type: field.type,
      })),
    require_fields: fields.filter(mayMatch).map((field) => field.id),
    source_mapping: suggestions.map(({ look, other, split, ...suggestion }, place) => {
      const column = columns[place]!
      const field = known.find(({ id }) => id === suggestion.destination_id)
      const seen = suggestion.reason !== 'sensitive'
      const holds = seen ? holdsOf(column, look) : null
      const purpose = datePurpose(saved.mapping, column.id, holds?.what === 'birth_date')
      const dates =
        seen && holdsDates(column.facts) ? dateQuestionsOf(column.facts.dates, today, purpose) : noDateQuestions
      const evidence = seen
        ? columnEvidenceOf(column, { ...suggestion, split, look, other }, field, source.row_count)
        : []
      return {
        ...suggestion,
        place: suggestion.reason === 'address' ? (addressPart(column.name) ?? FULL_ADDRESS) : null,
        evidence: [...evidence, ...dates.repairs],
        holds,
        name_parts: seen && suggestion.full_name ? namePartsOf(column.facts) : [],
        names: seen && (suggestion.full_name || look.as === 'name'),
        year_example: seen ? yearText(column.facts.shortYear) : null,
        key: seen ? keyMeasure(column.facts, !isSystemKey(field)) : null,
        questions: dates.questions,
        date_examples: dates.date_examples,
      }
    }),
    remembered: remembered
      ? { ...stillThere(remembered, fields, hidden), datasource_id: remembered.id, name: remembered.name }
      : null,
    consent_purposes: purposes,
    line_accounts: accounts,
    updated_at: source.updated_at,
  }
}

/** A column of hidden values shows the first of them. */
const samplesOf = ({ samples, maskedSample }: ColumnFacts) =>
  samples.length === 0 && maskedSample ? [maskedSample] : samples

function holdsOf({ name, facts }: SourceColumn, look: Suggestion['look']) {
  const what = holdingOf(name, facts, look)
  return what && { what, count: facts.filled, others: ofOthers(wordsOf(name)) }
}

const yearText = (year: number | null) => (year === null ? null : String(year).padStart(2, '0'))

/** Names of columns in a file without a header. */
const unnamed = { th: (id: string) => `คอลัมน์ ${id}`, en: (id: string) => `Column ${id}` }

/** Phones, e-mails and ids: words for nothing are empty there. */
const isSystemKey = (field: MappableField | undefined) => field !== undefined && SYSTEM_KEYS.has(field.name)
const SYSTEM_KEYS = new Set(['phone', 'email', 'citizenId', 'lineUserId'])

/** At least half of the cells: a column of phones has some that look like a date too. */
const holdsDates = ({ dates, filled }: ColumnFacts) => (dates.dates + dates.serials) * 2 >= filled

const noDateQuestions = { questions: [], date_examples: [], repairs: [] }

/** Returns a suggestion for a caller who may not see the column, or the field it would feed. */
function withoutHidden(suggestion: Suggestion, fields: readonly Field[], hidden: ReadonlySet<string>): Suggestion {
  const { source_schema_id, destination_id } = suggestion
  const allowed = destination_id === null || fields.some((field) => field.id === destination_id)
  if (allowed && !hidden.has(source_schema_id)) return suggestion
  return { ...suggestion, destination_id: null, reason: 'sensitive', offer: null, full_name: false, split: [] }
}

/** A mapping without what has been deleted since, does not fit the file, or is hidden from the reader. */
function stillThere(
  { mapping: body, targets }: Remembered,
  fields: readonly Field[],
  hidden: ReadonlySet<string>,
): MappingBody {
  const activity_id = targets.activity ? body.activity_id : null
  const mapping = body.mapping.filter((row) => {
    const known = isActivityRow(row) ? (targets.activity?.fields ?? []) : fields
    const { source_schema_id: id } = row
    return Number(id) <= targets.width && !hidden.has(id) && known.some((field) => field.id === row.destination_id)
  })
  const isThere = (id: string) => Number(id) <= targets.width && !hidden.has(id)
  const mapped = new Set(mapping.filter((row) => !isActivityRow(row)).map((row) => row.destination_id))
  const keys = body.match.keys.filter((key) => mapped.has(key))
  const activityFed = mapping.some((row) => isActivityRow(row) && row.destination_id === body.activity_key)
  return {
    activity_id,
    activity_key: activityFed ? body.activity_key : null,
    equal_activities: body.equal_activities,
    lines: activity_id === null ? null : movedLines(body.lines, (id) => (isThere(id) ? id : undefined)),
    labels: body.labels.filter((label) => targets.labels.has(label)),
    row_labels: {
      ...body.row_labels,
      columns: body.row_labels.columns.filter(isThere),
    },
    // Who asked, and when, was said of the other file.
    consents: consentsOf(body)
      .filter((one) => isThere(one.column) && isThere(one.granted_at_column ?? one.column))
      .map((one) => ({ ...one, statement: null })),
    number_column: body.number_column !== null && isThere(body.number_column) ? body.number_column : null,
    line_account_id: targets.lineScope === undefined ? null : body.line_account_id,
    mapping,
    match: { ...body.match, keys },
    // Chosen for one file, with its rows in view.
    every_row_is_new: false,
    unreadable_cells: body.unreadable_cells ?? 'empty',
    mended: (body.mended ?? []).filter(({ source_schema_id }) => isThere(source_schema_id)),
  }
}

const noActivity = { activity_id: null, activity_key: null, equal_activities: 'each', lines: null } as const

/** In this order, whichever are mapped: what LINE and the state give is surer than what people share. */
const keyOrder = ['line_user_id', 'citizen_id', 'phone', 'email']

function suggestedBody(
  suggestions: Suggestion[],
  fields: Field[],
  columns: SourceColumn[],
  unknown: Reader['unknownLabels'],
  codes: StoredCodes,
  purchases: SuggestedPurchases | null,
): MappingBody {
  // The parts of an address stand as they are written, whatever the order of their columns.
  const partOf = new Set(suggestions.filter(({ reason }) => reason === 'address').map((one) => one.source_schema_id))
  const nameOf = new Map(columns.map(({ id, name }) => [id, name]))
  const placeOf = ({ source_schema_id: id }: MappingRow) => addressPart(nameOf.get(id) ?? '') ?? FULL_ADDRESS
  const mapping = suggestions.flatMap(({ source_schema_id, destination_id, split }): MappingRow[] => {
    const whole = destination_id === null ? [] : [{ part: 'whole' as const, field_id: destination_id }]
    return [...whole, ...split].flatMap(({ part, field_id }) => {
      const field = fields.find((known) => known.id === field_id)
      const type = field?.type === 'system_profile' ? ('system_profile' as const) : ('custom_profile' as const)
      return field ? [{ ...plainRow, source_schema_id, part, destination_id: field.id, destination_type: type }] : []
    })
  })
  // The column that tells people apart gives the field its value, the others give further contacts.
  const later = new Set(suggestions.filter(({ reason }) => reason === 'contact').map((one) => one.source_schema_id))
  const joined = mapping.filter((row) => partOf.has(row.source_schema_id)).sort((a, b) => placeOf(a) - placeOf(b))
  const inPlace = mapping.map((row) => (partOf.has(row.source_schema_id) ? joined.shift()! : row))
  const rows = inPlace.toSorted((a, b) => Number(later.has(a.source_schema_id)) - Number(later.has(b.source_schema_id)))
  const row_labels = {
    columns: suggestions.flatMap(({ reason, source_schema_id }) => (reason === 'labels' ? [source_schema_id] : [])),
    unknown,
  }
  const number_column = suggestions.find(({ reason }) => reason === 'number')?.source_schema_id ?? null
  const match = suggestedMatch(rows, fields, columns, suggestions, codes, purchases !== null)
  const fed = purchases?.fed
  return {
    ...noActivity,
    labels: [],
    row_labels,
    consents: [],
    number_column,
    line_account_id: null,
    ...fed,
    mapping: [...rows, ...(fed?.mapping ?? [])],
    unreadable_cells: 'empty',
    mended: [],
    every_row_is_new: false,
    // The number says whom a row is about: other values may have been changed in the file.
    match:
      number_column !== null
        ? { ...match, keys: [], mode: 'both' }
        : purchases
          ? purchaseMatch(
              match,
              rows,
              fields,
              suggestions.some(({ reason }) => reason === 'masked'),
            )
          : match,
  }
}

/**
 * Returns the default match keys of a mapping: its fields that identify people, the most reliable first. A column that was guessed only
 * by its cells is not one.
 */
export function suggestedMatch(
  mapping: readonly MappingRow[],
  fields: readonly Field[],
  columns: readonly SourceColumn[],
  suggestions: readonly Suggestion[],
  { unique, columns: stored }: StoredCodes,
  /** Customers repeat in rows that carry activities. */
  repeats: boolean,
): MappingBody['match'] {
  const guessed = new Set(
    suggestions
      .filter(({ reason }) => reason === 'content')
      .map((one) => `${one.source_schema_id} ${one.destination_id}`),
  )
  const mayBeKey = (field: Field) => {
    const row = mapping.find((one) => !isActivityRow(one) && one.destination_id === field.id)
    const column = columns.find(({ id }) => id === row?.source_schema_id)
    if (!row || !column || column.facts.filled === 0) return false
    if (suggestions.some((one) => one.source_schema_id === column.id && one.reason === 'contact')) return false
    if (guessed.has(`${column.id} ${field.id}`)) return false
    const apart = keyMeasure(column.facts, !field.column)?.apart ?? 'well'
    // The codes of a sales file repeat; that the store tells its customers apart by them is known.
    if (stored.get(column.id) === field.id) return apart !== 'not'
    if (repeats && field.column !== undefined) return apart !== 'not'
    return apart === 'well' && (field.column !== undefined || field.matchKey === true || differs(column.facts))
  }
  const usual = fields.filter((field) => mayMatch(field) && (field.matchKey || field.column || unique.has(field.id)))
  const keys = usual
    .filter(mayBeKey)
    .sort((a, b) => rank(a) - rank(b))
    .map((field) => field.id)
  return { keys: keys.slice(0, 5), mode: 'both', keyless: 'fail' }
}

/** True for a column of codes that all differ: those of members, which are a suggested key from the first file on. */
const differs = (facts: ColumnFacts) =>
  isCodes(facts) && facts.groups !== null && facts.groups.distinct === facts.filled

const rank = (field: Field) => (field.column ? keyOrder.indexOf(field.column) + 1 : 0)
