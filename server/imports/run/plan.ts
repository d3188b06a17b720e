import type { MappingBody, MappingRow } from '@ruam/contract/imports/mapping.ts'
import { activityDate, type ValueKind } from '@ruam/contract/platform/system-fields.ts'
import type { ActivityTypeInfo } from '../../customers/fields/activity-types.ts'
import type { MaskedValue } from '../../customers/profiles/masking.ts'
import { consentsOf } from '../consents/consent-mapping.ts'
import { type PlannedConsent, planConsents } from '../consents/read-consents.ts'
import { isActivityRow, type Targets } from '../data-sources/targets.ts'
import { type PlannedLines, plannedLines } from '../orders/planned-lines.ts'
import type { FindErased } from './erased-people.ts'
import type { FieldSource, PlannedField, UnmappedColumn, Values } from './planned-field.ts'
import { isShared, type Traits, traitsOf } from './traits.ts'

/** The activity that each row carries. */
export interface PlannedActivity {
  typeId: number
  /** The field that distinguishes the activities of one person; null: all of their fields do. */
  key: number | null
  equal: MappingBody['equal_activities']
  /** The runs whose left-over rows the file holds: what their other rows stand for, none of its rows does. */
  earlier: readonly number[]
  /** Null if each row is a whole activity. */
  lines: PlannedLines | null
  /** The day of the activity first. */
  fields: (FieldSource & { id: number; name: string; kind: ValueKind })[]
}

/** A mapping made ready for work: what every row of a run goes through. */
export interface Plan {
  /** Required number of fields per row. */
  width: number
  fields: PlannedField[]
  /** Columns that are only compared, beside those of evidence fields: their values follow those of the fields in every row. */
  unmapped?: readonly UnmappedColumn[]
  /** Columns (their places) that are compared within the file alone: the person who imports may not see the field they are of. */
  within?: readonly number[]
  /** Run whose new people are told apart from others; absent unless names are compared that no field takes. */
  madeBy?: number
  /** Indexes in `fields`, in the order of the lookup. */
  keys: number[]
  /** Personal keys: all but phone and e-mail, which people share and change. */
  personal: number[]
  /** Evidence that decides if a matched profile is the person of the row. */
  traits: Traits
  mode: MappingBody['match']['mode']
  /** True if a row without any value of a key is a new person. */
  addsKeyless: boolean
  /** True if a code that no customer has is a new person, known by it alone. */
  addsCodes?: boolean
  activity: PlannedActivity | null
  /** Labels that every row gets. */
  labels: number[]
  /** Place of the column of numbers of the store's customers; null without one. */
  number: number | null
  /** Scope of the file's LINE ids; absent if it is not known. */
  lineScope?: string | undefined
  /** Columns (their places) that name labels of their row, and whether unknown ones are made. `ours`: an export wrote them. */
  rowLabels: { columns: number[]; makes: boolean; ours?: true } | null
  /** Columns of answers to purposes; absent without one. */
  consents?: readonly PlannedConsent[]
  /** Its rows are items of a stream, each with an activity of any type. */
  isStream?: boolean
  /** True if an unreadable cell fails its row even if optional. */
  strict?: boolean
  /** True for the values of an erased person; absent if the store has erased no one. */
  findErased?: FindErased | undefined
  /** Names rows that wait for an answer; absent where nothing is kept. */
  nameOf?: NameRow | undefined
  /** True if the store has further phones or e-mails, or once the run has replaced one. */
  contacts?: boolean
  /** True if the store has further names, or once the run has read one. */
  furtherNames?: boolean
  /** The runs of the same file and mapping before this one: what their later rows wrote is not changed back. */
  runsBefore?: ReadonlySet<number> | undefined
}

/** Names a row by the place of its shared key and its values. */
export type NameRow = (key: number, values: Values) => { key: string; who: string }

/** Compiles a mapping that `mappingProblem` found nothing wrong with. A field that was deleted after its run is left out. */
export function planOf(body: MappingBody, { width, fields, activity, labels, lineScope }: Targets): Plan {
  const planned = sourcesOf(body.mapping.filter((row) => !isActivityRow(row))).flatMap(({ row, source }) => {
    const field = fields.find((known) => known.id === row.destination_id)
    return field ? [{ ...source, field, overwrite: row.overwrite, clears: row.empty === 'clear' }] : []
  })
  const keys = body.match.keys.map((key) => planned.findIndex((target) => target.field.id === key))
  return {
    width,
    fields: planned,
    keys,
    personal: keys.filter((key) => !isShared(planned[key]!)),
    traits: traitsOf(planned, keys),
    mode: body.match.mode,
    addsKeyless: addsKeyless(body),
    ...(body.match.unknown_codes === 'add' && body.match.mode !== 'existing' && { addsCodes: true }),
    activity: activity ? activityPlan(body, activity) : null,
    labels: body.labels.filter((label) => labels.has(label)),
    rowLabels: rowLabelsOf(body),
    ...(consentsOf(body).length > 0 && { consents: planConsents(consentsOf(body)) }),
    strict: body.unreadable_cells === 'fail',
    ...(lineScope !== undefined && { lineScope }),
    number: body.number_column === null ? null : Number(body.number_column) - 1,
  }
}

/** True if the mapping says that rows without any value of a key are new people. No key alone never says so. */
function addsKeyless({ match, number_column, every_row_is_new }: MappingBody): boolean {
  if (every_row_is_new === true) return true
  const hasKey = match.keys.length > 0 || number_column !== null
  return hasKey && match.keyless === 'add' && match.mode !== 'existing'
}

function rowLabelsOf({ row_labels: { columns, unknown } }: MappingBody): Plan['rowLabels'] {
  if (columns.length === 0) return null
  return { columns: columns.map((id) => Number(id) - 1), makes: unknown === 'make' }
}

function activityPlan(body: MappingBody, activity: ActivityTypeInfo): PlannedActivity | null {
  const planned = sourcesOf(body.mapping.filter(isActivityRow)).flatMap(({ row, source }) => {
    const field = activity.fields.find((known) => known.id === row.destination_id)
    return field ? [{ ...source, id: field.id, name: field.name, kind: field.kind }] : []
  })
  const date = planned.find((field) => field.id === activityDate.id)
  if (!date) return null
  const { activity_key: key, equal_activities: equal } = body
  const fields = [date, ...planned.filter((field) => field !== date)]
  return { typeId: activity.id, key, equal, earlier: [], lines: plannedLines(body), fields }
}

/** One source for each destination, with the row that says how it is written: the first that names it. */
function sourcesOf(rows: MappingRow[]): { row: MappingRow; source: FieldSource }[] {
  const byDestination = Map.groupBy(rows, (row) => row.destination_id)
  return [...byDestination.values()].map((same) => {
    const row = same[0]!
    const placeOf = ({ source_schema_id }: MappingRow) => Number(source_schema_id) - 1
    const [, ...others] = same
    const titles = others.find(({ part }) => part === 'prefix')
    const { part, date_order, two_digit_years, date_shift = null } = row
    const source = {
      column: placeOf(row),
      joined: others.filter((other) => other !== titles).map(placeOf),
      ...(titles && { titlesOf: placeOf(titles) }),
      part,
      dates: { date_order, two_digit_years, date_shift },
    }
    return { row, source }
  })
}

/** A key's value as it is looked up: the text that `custom ->> field` gives, so numbers without an exponent. */
export function keyText(value: MaskedValue): string | null {
  if (typeof value === 'string') return value === '' ? null : value
  if (value === null) return null
  const text = String(value)
  return typeof value === 'number' && text.includes('e') ? withoutExponent(text) : text
}

/** JavaScript writes numbers below 1e-6 and from 1e21 on with one. */
function withoutExponent(text: string): string {
  const [, sign, first, rest = '', exponent] = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text)!
  const places = Number(exponent)
  return places < 0
    ? `${sign}0.${'0'.repeat(-places - 1)}${first}${rest}`
    : sign + `${first}${rest}`.padEnd(places + 1, '0')
}
