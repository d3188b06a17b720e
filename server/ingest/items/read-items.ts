import type { FurtherName } from '@ruam/contract/customers/further-names.ts'
import type { RowFailure } from '@ruam/contract/imports/row-failures.ts'
import { MAX_KEY_LENGTH } from '@ruam/contract/platform/constants.ts'
import type { Field } from '../../customers/fields/fields.ts'
import type { MaskedValue } from '../../customers/profiles/masking.ts'
import { EMPTY, type ReadValue } from '../../formats/values/reading.ts'
import type { RowConsent } from '../../imports/consents/read-consents.ts'
import type { ReadRow, RowActivity, UnreadCell } from '../../imports/run/decided-rows.ts'
import { LATIN } from '../../imports/run/field-readers.ts'
import { furtherNamesOf, namePartReader, nameReader } from '../../imports/run/name-cells.ts'
import { keyText, type Plan } from '../../imports/run/plan.ts'
import { cellMomentOf, keyFailure, type ReadableAlone, readAlone } from '../../imports/run/read-rows.ts'
import { type RowRights, rowRightsOf, type SenderLists } from '../../imports/run/row-rights.ts'
import type { ActivityTypes } from './activity-types.ts'
import type { ItemParts, Problem, SentConsent } from './item-parts.ts'
import type { digester, SentActivity } from './references.ts'

/** Reads one value of JSON as the cell of a file that has no column. */
function readValue(field: ReadableAlone, value: unknown, timeZone: string): ReadValue | { failure: RowFailure } {
  if (value === null || value === undefined) return EMPTY
  if (typeof value === 'object') return { failure: 'item_invalid' }
  return readAlone(field, keyText(value as MaskedValue) ?? '', timeZone)
}

interface ItemReading {
  plan: Plan
  fields: readonly Field[]
  types: ActivityTypes
  timeZone: string
  /** Returns the digest of a row's activity. */
  digest: ReturnType<typeof digester>
  /** Ids of the store's purposes, in the order of the plan. */
  purposes: readonly number[]
  /** Lists of the sender of each item. */
  lists: readonly SenderLists[]
}

/** An item with the source of its reference. */
type SentItem = (ItemParts | Problem) & { source: string }

/** What the rows of a batch are, and what was wrong with their items. */
export interface ReadItems {
  rows: ReadRow[]
  /** Type and reference of each row's activity. */
  activities: Map<number, SentActivity>
  problems: Map<number, Problem>
}

/** Ids of the profile fields that items name and that may be written. */
export function namedFields(items: readonly (ItemParts | Problem)[], fields: readonly Field[]): Set<number> {
  const byName = new Map(fields.map((field) => [field.name, field]))
  const named = new Set<number>()
  for (const item of items) {
    if ('error' in item) continue
    for (const name of Object.keys(item.values)) {
      const field = byName.get(name)
      if (field && field.type !== 'transform_profile' && !field.converting) named.add(field.id)
    }
  }
  return named
}

/** Reads items as rows of the plan, numbered from `first`. */
export function readItems(reading: ItemReading, items: readonly SentItem[], first: number): ReadItems {
  const read: ReadItems = { rows: [], activities: new Map(), problems: new Map() }
  const readRow = rowReader(reading, read)
  for (const [place, item] of items.entries()) read.rows.push(readRow(first + place, item, reading.lists[place]!))
  return read
}

function rowReader({ plan, fields, types, timeZone, digest, purposes }: ItemReading, read: ReadItems) {
  const byName = new Map(fields.map((field) => [field.name, field]))
  const nameOf = new Map(fields.map((field) => [field.id, field.name]))
  const planned = plan.fields.map((one, place) => ({
    one,
    source: nameOf.get(one.column + 1)!,
    times: one.field.column ? ('never' as const) : ('typed' as const),
    partOf: namePartReader(one),
    nameOf: nameReader(one),
    isKey: plan.keys.includes(place),
    isLong: one.field.column === 'line_user_id' || one.field.matchKey === true || plan.keys.includes(place),
  }))
  const refuse = (no: number, error: RowFailure, field: string | null, column = 0, value = ''): ReadRow => {
    read.problems.set(no, { error, field })
    return { no, error: { failure: error, column, value } }
  }

  const rights = new Map<SenderLists, RowRights>()
  return (no: number, item: SentItem, lists: SenderLists): ReadRow => {
    if ('error' in item) return refuse(no, item.error, item.field)
    const own = rights.get(lists) ?? rowRightsOf(plan, lists)
    rights.set(lists, own)
    const closed = new Set<string>()
    const unread: UnreadCell[] = []
    for (const name of Object.keys(item.values)) {
      const field = byName.get(name)
      const isOpen = field && (lists.writes === null || lists.writes.has(field.id) || lists.adds.has(field.id))
      if (field?.converting && isOpen) return refuse(no, 'field_converting', name, field.id)
      if (isOpen && field.type !== 'transform_profile') continue
      if (field && !isOpen) closed.add(name)
      const failure = !field
        ? 'field_unknown'
        : field.type === 'transform_profile'
          ? 'field_computed'
          : 'field_not_open'
      unread.push({ failure, column: field?.id ?? 0, value: name })
      if (!read.problems.has(no)) read.problems.set(no, { error: failure, field: name })
    }
    const values = new Array<MaskedValue>(planned.length).fill(null)
    const cleared: number[] = []
    const furtherNames: FurtherName[] = []
    for (const [place, { one, source, times, isKey, isLong, partOf, nameOf }] of planned.entries()) {
      // A closed key is matched by, and everything else that is closed is left out.
      if (!Object.hasOwn(item.values, source) || (closed.has(source) && !isKey)) continue
      const sent = item.values[source]
      if (sent === null && !one.evidence && !one.latin && !one.cutOff) cleared.push(place)
      const text = partOf && typeof sent === 'string' ? partOf(sent) : sent
      const reading = readValue({ ...one.field, times }, text, timeZone)
      if (nameOf && typeof sent === 'string' && !own.matches.has(place))
        furtherNames.push(...furtherNamesOf(nameOf(sent)))
      const tooLong = isLong && 'value' in reading && String(reading.value ?? '').length > MAX_KEY_LENGTH
      const failure = 'failure' in reading ? reading.failure : tooLong ? 'match_key_too_long' : null
      if (failure === null) {
        const { value } = reading as { value: MaskedValue }
        values[place] = one.latin && !LATIN.test(String(value ?? '')) ? null : value
        continue
      }
      // Evidence and Latin spellings have the source of another field, which reports it.
      if (one.evidence || one.latin || one.cutOff) continue
      const column = one.column + 1
      if (closed.has(source)) continue
      unread.push({ failure, column, value: textOf(sent), field: place })
      if (!read.problems.has(no)) read.problems.set(no, { error: failure, field: source })
    }
    const missing = keyFailure(plan, values, unread)
    if (missing && item.id === undefined)
      return refuse(no, missing.failure, nameOf.get(missing.column)!, missing.column, missing.value)
    const row: ReadRow = { no, values, cleared, rights: own, ...(item.id !== undefined && { number: item.id }) }
    if (furtherNames.length > 0) row.furtherNames = furtherNames
    const answers = readConsents(item.consents, purposes, lists)
    for (const failure of answers.refused) {
      unread.push({ failure, column: 0, value: '' })
      if (!read.problems.has(no)) read.problems.set(no, { error: failure, field: 'consents' })
    }
    if (answers.consents.length > 0) row.consents = answers.consents
    if (unread.length > 0) row.unread = unread
    if (item.activity) {
      const activity = readActivity(item.activity, types, timeZone)
      if ('error' in activity) return refuse(no, activity.error, activity.field)
      const { typeId } = activity
      row.activity = activity.activity
      const { reference: text, replace } = item.activity
      const sent = text === null ? '' : digest(typeId, { ...row, activity: activity.activity })
      const reference = text === null ? null : { text, source: item.source, digest: sent, before: null, replace }
      read.activities.set(no, { typeId, reference })
    }
    return row
  }
}

/** Reads the answers of an item, and why some cannot be recorded. */
function readConsents(sent: readonly SentConsent[], purposes: readonly number[], lists: SenderLists) {
  const consents: RowConsent[] = []
  const refused: RowFailure[] = []
  for (const { purposeId, operation, evidence } of sent) {
    const place = purposes.indexOf(purposeId)
    if (!lists.consents) refused.push('consent_not_open')
    else if (place < 0) refused.push('purpose_unknown')
    else if (operation === 'granted' && evidence === '') refused.push('consent_evidence_missing')
    else consents.push({ place, purposeId, operation, evidence, day: null })
  }
  return { consents, refused }
}

const textOf = (sent: unknown) => (typeof sent === 'object' ? JSON.stringify(sent) : String(sent))

/** Reads an activity whole: one without a value could not be completed by sending it again. */
function readActivity(
  { type, at, values }: NonNullable<ItemParts['activity']>,
  types: ActivityTypes,
  timeZone: string,
): { activity: RowActivity; typeId: number } | Problem {
  const known = types.find(type)
  if (!known) return { error: 'activity_type_unknown', field: 'type' }
  const moment = readValue({ kind: 'date', times: 'always' }, at, timeZone)
  if ('failure' in moment) return { error: moment.failure, field: 'at' }
  if (moment.value === null) return { error: 'activity_date_missing', field: 'at' }
  const fields: RowActivity['fields'] = {}
  for (const [name, sent] of Object.entries(values)) {
    const field = known.fields.get(name)
    if (!field) return { error: 'field_unknown', field: name }
    if (field.computed) return { error: 'field_computed', field: name }
    if (field.converting) return { error: 'field_converting', field: name }
    const reading = readValue({ ...field, times: 'typed' }, sent, timeZone)
    if ('failure' in reading) return { error: reading.failure, field: name }
    if (reading.value !== null) fields[field.id] = reading.value
  }
  return { activity: { at: cellMomentOf(String(moment.value), timeZone), fields }, typeId: known.id }
}
