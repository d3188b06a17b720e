import type { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { FIRST_CUSTOM_FIELD_ID } from '@ruam/contract/platform/system-fields.ts'
import type { Sending } from '../../../data/api.ts'
import { sentConsents } from '../consents/consent-draft.ts'
import type { MappingAnswer } from './mapping-answer.ts'
import {
  ACTIVITY_DATE,
  isActivityKey,
  isProfileKey,
  LINE_USER_ID,
  ROW_LABELS,
  ROW_NUMBER,
  type TargetFields,
  type TargetKey,
  targetKey,
} from './mapping-fields.ts'

export type MappingRequest = Sending<typeof dataSources.putMapping>['body']
export type SuggestedTarget = MappingAnswer['sourceMapping'][number]
type MappingFields = Pick<
  MappingAnswer,
  | 'activityId'
  | 'activityKey'
  | 'equalActivities'
  | 'lines'
  | 'labels'
  | 'rowLabels'
  | 'numberColumn'
  | 'lineAccountId'
  | 'mapping'
  | 'match'
  | 'consents'
  | 'everyRowIsNew'
  | 'unreadableCells'
  | 'mended'
>
type WireRow = MappingAnswer['mapping'][number]
export type NamePart = WireRow['part']
export type Overwrite = WireRow['overwrite']
type Empty = WireRow['empty']
type MatchMode = MappingAnswer['match']['mode']

/** A field that a column feeds, and what happens to the value it has. */
export interface DraftTarget {
  key: TargetKey
  part: NamePart
  overwrite: Overwrite
  empty: Empty
}

export interface DraftRow {
  /** The fields the column feeds; none when it is left out. */
  targets: readonly DraftTarget[]
  dateOrder: WireRow['dateOrder']
  twoDigitYears: WireRow['twoDigitYears']
  dateShift: NonNullable<WireRow['dateShift']> | null
  /** True once it was confirmed. */
  reviewed: boolean
}

/** A mapping while it is being made. */
export interface Draft {
  /** By column id. */
  rows: Readonly<Record<string, DraftRow>>
  /** The columns of a field that several feed, in the order they are joined. */
  order: Readonly<Partial<Record<TargetKey, readonly string[]>>>
  /** Field ids in the order they are asked; those whose field no column feeds wait until one does. */
  keys: readonly number[]
  mode: MatchMode
  /** The type of the activity that each row carries. */
  activity: number | null
  /** The field of the activity that tells those of one customer apart; it waits while no column feeds it. */
  activityKey: number | null
  equal: MappingAnswer['equalActivities']
  /** Rows that are lines of orders; null if each is an activity of its own. */
  lines: MappingAnswer['lines']
  labels: readonly number[]
  /** Handling of unknown label names. */
  unknownLabels: MappingAnswer['rowLabels']['unknown']
  unreadableCells: MappingAnswer['unreadableCells']
  /** Remembered replacements of unreadable cells. */
  mended: MappingAnswer['mended']
  /** The LINE account whose provider issued the LINE ids. */
  lineAccountId: MappingAnswer['lineAccountId']
  /** Result of rows without any value of a key. */
  keyless: MappingAnswer['match']['keyless']
  /** Result of rows with an unknown code and no name. */
  unknownCodes?: MappingAnswer['match']['unknownCodes']
  /** Columns of answers to purposes. */
  consents: MappingAnswer['consents']
  /** A person has chosen that no field tells customers apart. */
  allNew: boolean
}

const leftOut = (reviewed: boolean): DraftRow => ({
  targets: [],
  dateOrder: null,
  twoDigitYears: null,
  dateShift: null,
  reviewed,
})

/** The draft to begin with: the saved mapping or what is suggested; or another one, such as that of an earlier file. */
export function draftOf(
  { sourceSchema, saved, unanswered, ...own }: MappingAnswer,
  from: MappingFields = own,
  reviewed = saved,
): Draft {
  const open = new Set(from === own ? unanswered : [])
  const rows = Object.fromEntries(sourceSchema.map(({ id }) => [id, leftOut(reviewed && !open.has(id))]))
  const order: Partial<Record<TargetKey, string[]>> = {}
  for (const row of from.mapping) {
    const { sourceSchemaId, part, overwrite, empty } = row
    const key = targetKey(row.destinationType, row.destinationId)
    const before = rows[sourceSchemaId]
    if (!before) continue
    rows[sourceSchemaId] = {
      ...before,
      targets: [...before.targets, { key, part, overwrite, empty }],
      dateOrder: before.dateOrder ?? row.dateOrder,
      twoDigitYears: before.twoDigitYears ?? row.twoDigitYears,
      dateShift: before.dateShift ?? row.dateShift ?? null,
    }
    order[key] = [...(order[key] ?? []), sourceSchemaId]
  }
  const feedRow = (id: string | null, key: TargetKey) => {
    const before = id === null ? undefined : rows[id]
    if (id !== null && before) rows[id] = { ...before, targets: [...before.targets, { key, ...plain }] }
  }
  for (const id of from.rowLabels.columns) feedRow(id, ROW_LABELS)
  feedRow(from.numberColumn, ROW_NUMBER)
  const { keys, mode, keyless, unknownCodes } = from.match
  const { activityId: activity, activityKey, equalActivities: equal, labels } = from
  const { unreadableCells, rowLabels, lineAccountId, mended } = from
  return {
    rows,
    order,
    keys,
    mode,
    activity,
    activityKey,
    equal,
    labels,
    unknownLabels: rowLabels.unknown,
    unreadableCells,
    mended,
    lineAccountId,
    keyless,
    ...(unknownCodes && { unknownCodes }),
    consents: from.consents,
    lines: from.lines,
    allNew: from.everyRowIsNew,
  }
}

/** Suggested mapping, even over a saved one. Keeps keys and mode: only columns are suggested. */
export const suggestedDraft = (answer: MappingAnswer): Draft =>
  answer.saved ? draftOf(answer, { ...answer.suggested, match: answer.match }, false) : draftOf(answer)

const plain = { part: 'whole', overwrite: 'always', empty: 'keep' } as const

export function changeRow(draft: Draft, column: string, change: Partial<DraftRow>): Draft {
  const row = draft.rows[column]
  return row ? { ...draft, rows: { ...draft.rows, [column]: { ...row, reviewed: true, ...change } } } : draft
}

/** A column's fields with the one at a place changed, added, or taken away. A field that a column feeds already is not fed twice. */
export function setTarget({ targets }: DraftRow, place: number, key: TargetKey | null): DraftTarget[] {
  if (key === null) return targets.toSpliced(place, 1)
  if (targets.some((target, at) => target.key === key && at !== place)) return [...targets]
  const { overwrite, empty } = targets[place] ?? targets[0] ?? plain
  return targets.toSpliced(place, 1, { key, part: 'whole', overwrite, empty })
}

type NameParts = readonly (readonly [NamePart, TargetKey])[]
const thaiParts: NameParts = [
  ['prefix', 'profile:prefixName'],
  ['first_name', 'profile:firstName'],
  ['last_name', 'profile:lastName'],
]
const englishParts: NameParts = [
  ['first_name', 'profile:firstNameEN'],
  ['last_name', 'profile:lastNameEN'],
]
const feeds = (targets: readonly DraftTarget[], parts: NameParts) =>
  targets.some(({ key }) => parts.some(([, name]) => name === key))

const nameKeys = new Set([...thaiParts, ...englishParts].flatMap(([part, key]) => (part === 'prefix' ? [] : [key])))

/** True if the key is a first or last name, in Thai or English. */
export const isNameKey = (key: TargetKey) => nameKeys.has(key)

/** The fields of a whole name that is split: those of its parts that no other column feeds. A name in English stays one. */
export function splitNameColumn(draft: Draft, column: string): DraftTarget[] {
  const targets = draft.rows[column]?.targets ?? []
  const { overwrite, empty } = targets[0] ?? plain
  const elsewhere = new Set(
    Object.entries(draft.rows).flatMap(([id, row]) => (id === column ? [] : row.targets.map(({ key }) => key))),
  )
  const language = feeds(targets, englishParts) ? englishParts : thaiParts
  const parts = language.filter(([, key]) => !elsewhere.has(key))
  const others = targets.filter((one) => one.part === 'whole' && !feeds([one], language))
  return [...parts.map(([part, key]) => ({ key, part, overwrite, empty })), ...others]
}

const PREFIX: TargetKey = 'profile:prefixName'
const ADDRESS: TargetKey = 'profile:address'

/** The draft with the titles taken off a column of names: they feed the prefix, behind the column that feeds it already. */
export function removeTitles(draft: Draft, column: string): Draft {
  const targets = draft.rows[column]?.targets ?? []
  const { overwrite, empty } = targets[0] ?? plain
  const names = targets.map((one) =>
    one.key === 'profile:firstName' ? { ...one, part: 'without_title' as const } : one,
  )
  const title = { key: PREFIX, part: 'prefix' as const, overwrite, empty }
  const before =
    feedersOf(draft)
      .get(PREFIX)
      ?.filter((id) => id !== column) ?? []
  const changed = changeRow(draft, column, { targets: [title, ...names.filter(({ key }) => key !== PREFIX)] })
  return { ...changed, order: { ...draft.order, [PREFIX]: [...before, column] } }
}

/** The draft with a column joined behind the others of the address. */
export function joinAddress(draft: Draft, column: string): Draft {
  return changeRow(draft, column, { targets: [{ key: ADDRESS, ...plain }] })
}

/** True if titles of a name column replace a missing prefix column. */
export function isTitleRemoved(draft: Pick<Draft, 'rows'>, key: TargetKey, columns: readonly string[]): boolean {
  const parts = columns.map((column) => draft.rows[column]?.targets.find((one) => one.key === key)?.part)
  return parts.length === 2 && parts[0] === 'whole' && parts[1] === 'prefix'
}

export const isSplit = ({ targets }: DraftRow) => targets.some(({ part }) => part !== 'whole')

/** Takes an activity into the rows, or out of them; fields that it does not have are fed no longer. */
export function setActivity(draft: Draft, activity: number | null, fields: ReadonlySet<TargetKey>): Draft {
  const rows = Object.entries(draft.rows).map(([column, row]): [string, DraftRow] => {
    const targets = row.targets.filter(({ key }) => !isActivityKey(key) || fields.has(key))
    return [column, targets.length === row.targets.length ? row : { ...row, targets }]
  })
  return { ...draft, activity, rows: Object.fromEntries(rows) }
}

/** The field that tells activities apart, while a column feeds it. */
export function activityKeyOf({ activityKey, rows }: Pick<Draft, 'activityKey' | 'rows'>): number | null {
  if (activityKey === null) return null
  const key = targetKey('custom_activity', activityKey)
  const fed = Object.values(rows).some(({ targets }) => targets.some((target) => target.key === key))
  return fed ? activityKey : null
}

/** The lines of orders, while their column of amounts feeds the activity. */
function linesOf({ lines, rows, activity }: Draft): MappingAnswer['lines'] {
  const amount = lines?.lineAmount ?? lines?.orderTotal
  const isFed = amount && rows[amount]?.targets.some(({ key }) => isActivityKey(key))
  return activity !== null && isFed ? lines : null
}

/** The columns that feed each field, in the order they are joined. */
export function feedersOf({ rows, order }: Pick<Draft, 'rows' | 'order'>): ReadonlyMap<TargetKey, readonly string[]> {
  const feeders = new Map<TargetKey, string[]>()
  for (const [column, { targets }] of Object.entries(rows)) {
    for (const { key } of targets) feeders.set(key, [...(feeders.get(key) ?? []), column])
  }
  for (const [key, columns] of feeders) {
    const wanted = order[key]
    // Whatever was added since stands behind.
    const at = (column: string) => (wanted?.includes(column) ? wanted.indexOf(column) : columns.length)
    if (wanted && columns.length > 1) columns.sort((a, b) => at(a) - at(b))
  }
  return feeders
}

/** Columns that feed one field which can't hold more than one value, each with another such column's id. */
export function clashesOf(draft: Pick<Draft, 'rows' | 'order'>, fields: TargetFields): ReadonlyMap<string, string> {
  const clashes = new Map<string, string>()
  for (const [key, columns] of feedersOf(draft)) {
    const [first, second] = columns
    if (first === undefined || second === undefined) continue
    const parts = columns.some((column) =>
      draft.rows[column]?.targets.some((one) => one.key === key && one.part !== 'whole'),
    )
    if (fields.get(key)?.joins && (!parts || isTitleRemoved(draft, key, columns))) continue
    for (const column of columns) clashes.set(column, column === first ? second : first)
  }
  return clashes
}

/** Returns the measure of the field's column with the most distinct values; null if unknown. */
export function measureOf(
  draft: Draft,
  field: number,
  { sourceMapping }: Pick<MappingAnswer, 'sourceMapping'>,
): SuggestedTarget['key'] {
  const columns = feedersOf(draft).get(targetKey('system_profile', field)) ?? []
  const measures = columns.map((column) => sourceMapping.find((one) => one.sourceSchemaId === column)?.key ?? null)
  return measures.reduce((best, one) => (best && one && one.distinct > best.distinct ? one : best), measures[0] ?? null)
}

/** True if a field may be a match key: phones, e-mails and ids may repeat, and any field if rows are activities. */
function mayBeKey(draft: Draft, field: number, measure: SuggestedTarget['key']): boolean {
  if (!measure || measure.apart === 'well') return true
  return measure.apart === 'loosely' && (field < FIRST_CUSTOM_FIELD_ID || draft.activity !== null)
}

/** The fields that a column feeds and that could be match keys, by what they are. */
export function fedKeysOf(draft: Draft, { requireFields }: Pick<MappingAnswer, 'requireFields'>): number[] {
  const fed = new Set(Object.values(draft.rows).flatMap(({ targets }) => targets.map(({ key }) => key)))
  return requireFields.filter((id) => fed.has(targetKey('system_profile', id)))
}

/** Filters fields whose values identify customers. */
export function candidatesOf(draft: Draft, answer: Pick<MappingAnswer, 'requireFields' | 'sourceMapping'>): number[] {
  return fedKeysOf(draft, answer).filter((id) => mayBeKey(draft, id, measureOf(draft, id, answer)))
}

/** The keys that are in use. */
export const draftKeysOf = (draft: Draft, candidates: readonly number[]) =>
  draft.keys.filter((key) => candidates.includes(key))

/** Puts a field at a place among the keys: one that stands elsewhere changes places with it; null takes the key away. */
export function setKey(keys: readonly number[], place: number, field: number | null): number[] {
  if (field === null) return keys.toSpliced(place, 1)
  const elsewhere = keys.indexOf(field)
  const here = keys[place]
  if (elsewhere < 0) return keys.toSpliced(place, 1, field)
  return here === undefined ? [...keys] : keys.with(elsewhere, here).with(place, field)
}

type Problem = 'columnsNeeded' | 'clashNeeded' | 'activityDateNeeded' | 'keysNeeded'

/** Returns the reason why a mapping cannot be saved. */
export function problemOf(draft: Draft, keys: readonly number[], fields: TargetFields): Problem | undefined {
  const fed = Object.values(draft.rows).flatMap(({ targets }) => targets.map(({ key }) => key))
  const numbered = fed.includes(ROW_NUMBER)
  if (!numbered && !fed.some(isProfileKey)) return 'columnsNeeded'
  if (clashesOf(draft, fields).size > 0) return 'clashNeeded'
  if (draft.activity !== null && !fed.includes(ACTIVITY_DATE)) return 'activityDateNeeded'
  return keys.length === 0 && !numbered && !addsAll(draft, keys) ? 'keysNeeded' : undefined
}

/** True if every row is a new customer: a person has chosen it, and no key has been chosen since. */
export const addsAll = (draft: Draft, keys: readonly number[]): boolean =>
  draft.allNew && keys.length === 0 && !feedersOf(draft).has(ROW_NUMBER)

/** The draft as it is saved: field by field, the columns of each in the order they are joined. */
export function bodyOf(
  draft: Draft,
  keys: readonly number[],
  fields: TargetFields,
  unanswered: readonly string[] = [],
): MappingRequest {
  const feeders = feedersOf(draft)
  const mapping = [...feeders].flatMap(([key, columns]) => {
    const field = fields.get(key)
    if (!field || field.type === 'row') return []
    const { type } = field
    return columns.flatMap((column) => {
      const row = draft.rows[column]
      const target = row?.targets.find((one) => one.key === key)
      if (!row || !target) return []
      const { part, overwrite, empty } = target
      const dated = field.dataType === 'Date'
      return {
        sourceSchemaId: column,
        destinationId: field.id,
        destinationType: type,
        part,
        overwrite,
        empty,
        dateOrder: dated ? row.dateOrder : null,
        twoDigitYears: dated ? row.twoDigitYears : null,
        ...(dated && row.dateShift !== null && { dateShift: row.dateShift }),
      }
    })
  })
  const { activity, equal, labels, unknownLabels, unreadableCells, mended, lineAccountId } = draft
  const { mode, keyless, unknownCodes } = draft
  const everyRowIsNew = addsAll(draft, keys)
  return {
    activityId: activity,
    activityKey: activityKeyOf(draft),
    equalActivities: equal,
    labels: [...labels],
    rowLabels: { columns: [...(feeders.get(ROW_LABELS) ?? [])], unknown: unknownLabels },
    consents: sentConsents(draft.consents),
    lines: linesOf(draft),
    numberColumn: feeders.get(ROW_NUMBER)?.[0] ?? null,
    lineAccountId: feeders.has(LINE_USER_ID) ? lineAccountId : null,
    mapping,
    match: { keys: [...keys], mode: everyRowIsNew ? 'new' : mode, keyless, ...(unknownCodes && { unknownCodes }) },
    everyRowIsNew,
    unreadableCells,
    mended: [...mended],
    unanswered: [...unanswered],
  }
}
