import { z } from 'zod'
import { Id, Time } from '../platform/common.ts'
import { MAX_FILE_COLUMNS } from '../platform/constants.ts'
import { dataTypes } from '../platform/system-fields.ts'
import { Column, ColumnId } from './columns.ts'
import { ConsentColumns } from './consent-columns.ts'
import { MendingRules } from './mending.ts'
import { OrderLines } from './order-lines.ts'

export const overwriteModes = ['always', 'if_empty', 'never'] as const
export const matchModes = ['both', 'new', 'existing'] as const
const destinationTypes = ['system_profile', 'custom_profile', 'system_activity', 'custom_activity'] as const
/** Part of a cell that a field takes: all, a part of a full name, or a name without its title. */
const cellParts = ['whole', 'prefix', 'first_name', 'last_name', 'without_title'] as const
export const dateOrders = ['dmy', 'mdy', 'ymd'] as const
export const eras = ['be', 'ce'] as const
/**
 * What years or days mean that cannot be right as written: they are right (`none`), left `empty`, 57 years too early before a gap
 * (`earlier`), 43 too late after it (`later`), both (`all`), a century too late, or a day too early (`next_day`).
 */
export const dateShifts = ['none', 'empty', 'earlier', 'later', 'all', 'century', 'next_day'] as const
const dateQuestions = ['date_order', 'two_digit_years', 'date_shift'] as const
/** Results of a row without any value of a match key. */
export const keylessModes = ['fail', 'add'] as const
/** Meaning of equal activities of one person: separate ones, or one that rows repeat. */
const equalActivities = ['each', 'once'] as const

/**
 * One column feeding one field. A column may feed several fields; several columns of one field are joined by a blank, in the
 * order of the list, and the first of them says what happens to older values. A `prefix` behind a whole column is taken where that
 * column's cell is empty.
 */
export const MappingRow = z.strictObject({
  source_schema_id: ColumnId,
  destination_id: Id,
  destination_type: z.enum(destinationTypes),
  part: z.enum(cellParts).default('whole'),
  /** Effect on an existing value. */
  overwrite: z.enum(overwriteModes).default('always'),
  /** Effect of an empty cell. */
  empty: z.enum(['keep', 'clear']).default('keep'),
  /** A person's answer to what the column leaves open; null: as the column's other dates are written. */
  date_order: z.enum(dateOrders).nullable().default(null),
  two_digit_years: z.enum(eras).nullable().default(null),
  /** Absent in mappings of older versions. */
  date_shift: z.enum(dateShifts).nullable().optional(),
})
export type MappingRow = z.output<typeof MappingRow>

const Match = z.strictObject({
  /** Field ids in order of lookup: the first that finds a profile decides. Empty with a column of numbers, or if every row is new. */
  keys: z.array(Id).max(5),
  mode: z.enum(matchModes),
  /** Result of a row without any value of the keys, or without a number: it fails, or is a new customer. */
  keyless: z.enum(keylessModes).default('fail'),
  /** Result of a row whose only name is a code that no customer has; absent: it fails. Marketplaces that hide names know buyers by it. */
  unknown_codes: z.enum(keylessModes).optional(),
})

/** Handling of unknown names in a label column. */
export const unknownLabels = ['make', 'skip'] as const

/** Result of a cell that cannot be read, outside match keys and the activity's date: its value stays empty, or its row fails. */
export const unreadableModes = ['empty', 'fail'] as const

/** Columns whose cells name labels, several between commas: their row gives these to its customer. */
const RowLabels = z.strictObject({
  columns: z.array(ColumnId).max(20),
  unknown: z.enum(unknownLabels),
})
const noRowLabels: z.output<typeof RowLabels> = { columns: [], unknown: 'make' }

export const MappingBody = z.strictObject({
  /** The activity that each row carries. */
  activity_id: Id.nullable().default(null),
  /** The field that tells the activities of one person apart, such as a receipt number; null: all of their fields do. */
  activity_key: Id.nullable().default(null),
  equal_activities: z.enum(equalActivities).default('each'),
  /** Null if each row is a whole activity. */
  lines: OrderLines.nullable().default(null),
  /** Labels that every row gets. */
  labels: z.array(Id).max(20).default([]),
  row_labels: RowLabels.default(noRowLabels),
  consents: ConsentColumns,
  /** The column that holds numbers of the store's customers: it decides whom a row is about, before all match keys. */
  number_column: ColumnId.nullable().default(null),
  /** The LINE account whose provider issued the file's LINE ids; null: not known, or all accounts are of one provider. */
  line_account_id: Id.nullable().default(null),
  mapping: z.array(MappingRow).max(2 * MAX_FILE_COLUMNS),
  match: Match,
  /** True if no key tells customers apart, and each row adds one. Chosen for one file: no memory of mappings repeats it. */
  every_row_is_new: z.boolean().default(false),
  unreadable_cells: z.enum(unreadableModes).default('empty'),
  /** Replacements of unreadable cells. Cells that can be read stay as they are. */
  mended: MendingRules.default([]),
  /** Columns with unanswered questions: they still wait when the mapping is opened again. */
  unanswered: z.array(ColumnId).max(MAX_FILE_COLUMNS).optional(),
})
export type MappingBody = z.output<typeof MappingBody>

/** A mapping as it is sent: without `match` the suggestion for its fields decides who is the same person. */
export const MappingSent = MappingBody.extend({ match: Match.optional() })

/** Detected kinds of cells in a column. */
const looks = [
  'line_user_id',
  'email',
  'citizen_id',
  'phone',
  'date',
  'name',
  'postcode',
  'money',
  'running',
  'code',
  'number',
  'boolean',
  'text',
] as const
export type Looks = (typeof looks)[number]

/** Values of customers that a column seems to hold, whatever its header says. */
const holdings = ['phone', 'email', 'line_id', 'name', 'birth_date', 'citizen_id', 'code', 'consent'] as const
export type Holding = (typeof holdings)[number]

/** Kinds of values that a marketplace hides. */
const maskedKinds = ['phone', 'name', 'email', 'other'] as const
export type MaskedKind = (typeof maskedKinds)[number]

const Count = z.int().min(0)
/** Something that was seen in the cells of a column. `count`: cells it holds of; `others`: filled cells it does not hold of. */
export const Evidence = z.discriminatedUnion('kind', [
  /** Phone numbers; `repaired` of them get a lost 0 back. */
  z.object({ kind: z.literal('phones'), count: Count, repaired: Count, others: Count }),
  /** Written as the field asks: e-mails, citizen ids with a right check digit, LINE user ids, postcodes. */
  z.object({ kind: z.literal('pattern'), count: Count, others: Count }),
  z.object({ kind: z.literal('dates'), count: Count, others: Count }),
  /** Dates whose years are Buddhist (they are converted) or Christian, where they say so. */
  z.object({ kind: z.literal('years'), era: z.enum(eras), count: Count, others: Count }),
  /**
   * Dates that were not read as written: years of two digits in the calendar that fits, or completed by a spreadsheet; days as
   * numbers; midnights of another time zone; cells in the other order than the rest.
   */
  z.object({
    kind: z.literal('date_repair'),
    repair: z.enum(['short_be', 'short_ce', 'completed', 'serials', 'midnight', 'other_order']),
    count: Count,
  }),
  /** Words that mean a value of the field. */
  z.object({ kind: z.literal('words'), pairs: z.array(z.object({ cell: z.string(), means: z.string() })) }),
  z.object({ kind: z.literal('numbers'), count: Count, others: Count }),
  /** Full names: `whole` of the filled cells have a last name. */
  z.object({ kind: z.literal('names'), whole: Count, cells: Count }),
  /** Names with a title before them. */
  z.object({ kind: z.literal('titles'), count: Count, others: Count }),
  /** Distinct values among the cells; an estimate if `exact` is false. */
  z.object({ kind: z.literal('values'), cells: Count, distinct: Count, exact: z.boolean() }),
  /** Empty cells in percent. */
  z.object({ kind: z.literal('empty'), percent: z.int().min(0).max(100) }),
  z.object({ kind: z.literal('running'), count: Count }),
  /** Detected kind, if the header says another one or nothing. */
  z.object({ kind: z.literal('looks'), as: z.enum(looks), count: Count }),
  /** Values that the source hides: `count` of `cells`. */
  z.object({ kind: z.literal('masked'), what: z.enum(maskedKinds), count: Count, cells: Count }),
  /** Formulas whose results the file does not hold. */
  z.object({ kind: z.literal('formulas'), count: Count }),
  /** Another column has more of the same. */
  z.object({ kind: z.literal('other_column'), source_schema_id: z.string() }),
])
export type Evidence = z.output<typeof Evidence>

/**
 * Suitability of a column as a match key: `well`; `loosely`, for phones and e-mails, and for any column if rows carry activities, since
 * people then repeat; or `not`. Null if unmeasured.
 */
export const KeyMeasure = z.object({
  cells: Count,
  distinct: Count,
  exact: z.boolean(),
  /** Cells of the value that is met most. */
  largest: Count,
  apart: z.enum(['well', 'loosely', 'not']),
})
export type KeyMeasure = z.output<typeof KeyMeasure>

const Suggestion = z.object({
  source_schema_id: z.string(),
  /** Null if the column is ignored by default. */
  destination_id: Id.nullable(),
  /**
   * Why it was or was not mapped. `content`: by its cells alone, so it is no match key by default. `address`: a part of
   * the address, joined to the others. `full_name`: whole names, split into the fields of their parts. `labels`: names of labels of its row. `number`: of the store's customers. `activity`: a field of the activity that
   * each row of our own file is. `exported`: written by an export, and nothing that an import can bring. `not_needed`: a running number, or
   * a column that is nearly empty. `sensitive`: it holds values that the caller may not see, and may not import.
   * `contact`: another phone or e-mail of the same people, kept as a further contact. `stored`: its codes are those of a field in the store.
   * `masked`: most of its values are hidden. `formulas`: empty, since the file holds no results of its formulas.
   * `new_key`: codes or user names of customers, for which a new field is proposed as the first key.
   */
  reason: z.enum([
    'keyword',
    'content',
    'address',
    'full_name',
    'ambiguous',
    'vetoed',
    'unknown',
    'empty',
    'not_needed',
    'labels',
    'number',
    'activity',
    'exported',
    'sensitive',
    'contact',
    'stored',
    'masked',
    'formulas',
    'new_key',
  ]),
  /** Suggestion for an unmapped column: a new field, joining it to the address, or removing titles from names. */
  offer: z.enum(['new_field', 'address', 'title']).nullable(),
  /** Position among columns joined to the address. */
  place: z.int().nullable(),
  evidence: z.array(Evidence),
  /** Kind of customer data in its cells and the number of rows; null for other columns. `others`: its header names other people. */
  holds: z.object({ what: z.enum(holdings), count: Count, others: z.boolean() }).nullable(),
  key: KeyMeasure.nullable(),
  /** The type a new custom field of this column would have. */
  data_type: z.enum(dataTypes),
  /** True if cells look like full names, which can be split. */
  full_name: z.boolean(),
  /** Parts of its full names: how many cells have each (null if not measured), and those of its samples. */
  name_parts: z.array(
    z.object({
      part: z.enum(['prefix', 'first_name', 'last_name']),
      count: Count.nullable(),
      samples: z.array(z.string()),
    }),
  ),
  /** True if the cells look like names of customers, whole or in part. */
  names: z.boolean(),
  /** A year of two digits that the column holds; null if it holds none. */
  year_example: z.string().nullable(),
  /** Ambiguities of the column: order of day and month, two-digit years, years that cannot be right. */
  questions: z.array(z.enum(dateQuestions)),
  /** Each question with up to three cells and what they mean by each answer; `empty`: cells left empty until an answer. */
  date_examples: z.array(
    z.object({
      question: z.enum(dateQuestions),
      empty: Count,
      cells: z.array(
        z.object({
          text: z.string(),
          readings: z.array(
            z.object({ answer: z.enum([...dateOrders, ...eras, ...dateShifts]), day: z.string().nullable() }),
          ),
        }),
      ),
    }),
  ),
})

const MappingFields = z.object({
  activity_id: Id.nullable(),
  activity_key: Id.nullable(),
  equal_activities: z.enum(equalActivities),
  lines: OrderLines.nullable(),
  labels: z.array(Id),
  row_labels: RowLabels,
  consents: ConsentColumns,
  number_column: z.string().nullable(),
  line_account_id: Id.nullable(),
  mapping: z.array(MappingRow),
  match: Match,
  every_row_is_new: z.boolean(),
  unreadable_cells: z.enum(unreadableModes),
  mended: MendingRules,
})

export const Mapping = MappingFields.extend({
  /** False until a mapping is saved: the suggestion is shown instead. */
  saved: z.boolean(),
  suggested: MappingFields,
  /** The program whose file it is, by its headers and contents; null if unknown. */
  layout: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Columns of the saved mapping that still wait for an answer. */
  unanswered: z.array(z.string()),
  source_schema: z.array(Column),
  preview_data: z.array(z.object({ id: z.string(), values: z.array(z.string()) })),
  profile_fields: z.array(
    z.object({
      id: Id,
      field_name: z.string(),
      display_name: z.string(),
      data_type: z.enum(dataTypes),
      field_type: z.string(),
    }),
  ),
  /** Fields of which a mapping needs one at least: those that can tell people apart or name them. */
  require_fields: z.array(Id),
  source_mapping: z.array(Suggestion),
  /** Purposes to choose among, by name. */
  consent_purposes: z.array(z.object({ id: Id, name: z.string() })),
  /** LINE accounts to choose among; empty while all are of one provider. */
  line_accounts: z.array(z.object({ id: Id, name: z.string(), provider: z.string().nullable() })),
  /** Mapping of the latest data source with the same columns. */
  remembered: MappingFields.extend({ datasource_id: Id, name: z.string() }).nullable(),
  updated_at: Time,
})
