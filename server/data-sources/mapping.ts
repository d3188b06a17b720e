import type { Language } from '@ruam/contract/errors.ts'
import type { MappingBody, MappingRow } from '@ruam/contract/mapping.ts'
import { systemFields } from '@ruam/contract/system-fields.ts'
import type { ColumnFacts } from '../files/column-facts.ts'
import type { Field } from '../profile-fields/fields.ts'
import { HIDDEN } from '../profiles/masking.ts'
import { dateStyleOf } from '../values/date-styles.ts'
import { columnsOf, mappable, shownName } from './hidden-columns.ts'
import { isActivityRow, mayMatch, type Targets } from './plan.ts'
import { isFullName, type SourceColumn, type Suggestion, suggestMapping } from './suggest.ts'

interface Loaded {
  mapping: MappingBody | null
  columns: string[]
  facts: ColumnFacts[]
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

/** Who looks at a mapping. */
interface Reader {
  /** Whether they may see sensitive values. */
  unmasked: boolean
  /** The columns (their ids) that they may not see. */
  hidden: ReadonlySet<string>
  thisYear: number
  language: Language
}

/**
 * What the mapping step shows: the saved mapping, or the suggested one, with the columns, their samples and the fields, and
 * how a file with the same columns was mapped before. Nobody is offered what they may not import.
 */
export function viewMapping(
  source: Loaded,
  { fields: all, remembered }: { fields: Field[]; remembered: Remembered | undefined },
  { unmasked, hidden, thisYear, language }: Reader,
) {
  const fields = all.filter((field) => unmasked || !field.sensitive)
  const columns = columnsOf(source)
  const suggestions = suggestMapping(columns, all.map(mappable)).map((one) => withoutHidden(one, fields, hidden))
  const saved = source.mapping ?? suggestedBody(suggestions, fields, columns)
  const named = new Set(saved.mapping.filter((row) => !isActivityRow(row)).map((row) => row.destination_id))
  return {
    ...saved,
    saved: source.mapping !== null,
    source_schema: columns.map(({ id, name }) => ({
      id,
      name: source.header_row === 0 ? unnamed[language](id) : unmasked ? name : shownName(name),
    })),
    preview_data: columns.map(({ id, facts }) => ({
      id,
      values: hidden.has(id) ? facts.samples.map(() => HIDDEN) : facts.samples,
    })),
    // One that is mapped already is named all the same.
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
    source_mapping: suggestions.map((suggestion, place) => {
      const { name, facts } = columns[place]!
      return {
        ...suggestion,
        full_name: isFullName(name, facts) && mayBeName(suggestion.destination_id),
        questions: holdsDates(facts)
          ? dateStyleOf(facts.dates, thisYear).unsure.map((question) => questionOf[question])
          : [],
      }
    }),
    remembered: remembered
      ? { ...stillThere(remembered, fields, hidden), datasource_id: remembered.id, name: remembered.name }
      : null,
    updated_at: source.updated_at,
  }
}

/** What a column of a file without a header is called. */
const unnamed = { th: (id: string) => `คอลัมน์ ${id}`, en: (id: string) => `Column ${id}` }

/** A column that surely is something else, such as a company, is not asked to be split. */
const mayBeName = (field: number | null) => field === null || nameFields.has(field)
const nameFields = new Set<number>(
  systemFields.filter(({ name }) => /^(first|last)Name/.test(name)).map((field) => field.id),
)

/** At least half of the cells: a column of phones has some that look like a date too. */
const holdsDates = ({ dates, filled }: ColumnFacts) => dates.dates * 2 >= filled

const questionOf = { order: 'date_order', two_digit_years: 'two_digit_years' } as const

/** A suggestion for somebody who may not see the column, or the field it would feed. */
function withoutHidden(suggestion: Suggestion, fields: readonly Field[], hidden: ReadonlySet<string>): Suggestion {
  const { source_schema_id, destination_id } = suggestion
  const allowed = destination_id === null || fields.some((field) => field.id === destination_id)
  if (allowed && !hidden.has(source_schema_id)) return suggestion
  return { ...suggestion, destination_id: null, reason: 'sensitive' }
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
  const mapped = new Set(mapping.filter((row) => !isActivityRow(row)).map((row) => row.destination_id))
  const keys = body.match.keys.filter((key) => mapped.has(key))
  const activityFed = mapping.some((row) => isActivityRow(row) && row.destination_id === body.activity_key)
  return {
    activity_id,
    activity_key: activityFed ? body.activity_key : null,
    equal_activities: body.equal_activities,
    labels: body.labels.filter((label) => targets.labels.has(label)),
    mapping,
    match: { ...body.match, keys },
  }
}

/** A row of a mapping about which nobody has said anything more. */
const plainRow = {
  part: 'whole',
  overwrite: 'always',
  empty: 'keep',
  date_order: null,
  two_digit_years: null,
} as const

const noActivity = { activity_id: null, activity_key: null, equal_activities: 'each' } as const

/** In this order, whichever are mapped: what LINE and the state give is surer than what people share. */
const keyOrder = ['line_user_id', 'citizen_id', 'phone', 'email']

function suggestedBody(suggestions: Suggestion[], fields: Field[], columns: SourceColumn[]): MappingBody {
  const mapping = suggestions.flatMap(({ source_schema_id, destination_id }) => {
    const field = fields.find((known) => known.id === destination_id)
    const type = field?.type === 'system_profile' ? ('system_profile' as const) : ('custom_profile' as const)
    return field ? [{ ...plainRow, source_schema_id, destination_id: field.id, destination_type: type }] : []
  })
  return { ...noActivity, labels: [], mapping, match: suggestedMatch(mapping, fields, columns) }
}

/** The match keys of a mapping unless somebody chooses others: those among its fields, the surest first. */
export function suggestedMatch(
  mapping: readonly MappingRow[],
  fields: readonly Field[],
  columns: readonly SourceColumn[],
): MappingBody['match'] {
  const filled = (id: number) => {
    const row = mapping.find((one) => !isActivityRow(one) && one.destination_id === id)
    return columns.find((column) => column.id === row?.source_schema_id)?.facts.filled ?? 0
  }
  const keys = fields
    .filter((field) => mayMatch(field) && (field.matchKey || field.column) && filled(field.id) > 0)
    .sort((a, b) => rank(a) - rank(b))
    .map((field) => field.id)
  return { keys: keys.slice(0, 5), mode: 'both' }
}

const rank = (field: Field) => (field.column ? keyOrder.indexOf(field.column) + 1 : 0)
