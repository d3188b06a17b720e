import type { MappingBody, MappingRow } from '@ruam/contract/imports/mapping.ts'
import { activityDate, systemFields } from '@ruam/contract/platform/system-fields.ts'
import type { ActivityFieldInfo, ActivityTypeInfo } from '../../customers/fields/activity-types.ts'
import type { Field } from '../../customers/fields/fields.ts'
import type { PurchaseType } from '../../customers/fields/purchase-type.ts'
import { normalizeHeader } from '../../formats/files/normalize-header.ts'
import type { SourceColumn, Suggestion } from './column-drafts.ts'
import { isContact } from './contact-columns.ts'
import { isNameField } from './full-names.ts'
import { plainRow } from './plain-row.ts'
import { meansPart, type PurchaseColumns, type WordPart, wordParts } from './purchase-columns.ts'
import { isActivityRow } from './targets.ts'

/** The store's type of purchases, with its fields. */
interface PurchaseTarget extends PurchaseType {
  type: ActivityTypeInfo
}

type Fed = Pick<MappingBody, 'activity_id' | 'activity_key' | 'equal_activities' | 'mapping'>

/** Maps the columns of purchases to the store's type: day, amount, the parts it has, and columns called like one of its fields. */
export function purchaseMapping(
  { date, amounts, parts, lined }: PurchaseColumns,
  { type, amount, parts: known }: PurchaseTarget,
  columns: readonly SourceColumn[],
  suggestions: readonly Suggestion[],
): Fed {
  const custom = type.fields.filter(({ id, formula }) => id !== activityDate.id && !formula)
  const fed = new Map<number, string>([[amount, amounts[0]!]])
  for (const part of wordParts) {
    const field = fieldOf(part, known[part], custom)
    if (field && parts[part] !== undefined && !fed.has(field.id)) fed.set(field.id, parts[part])
  }
  const taken = new Set([date, ...fed.values()])
  const names = new Map(columns.map(({ id, name }) => [normalizeHeader(name), id]))
  for (const { id, name, display_name } of custom) {
    const column = names.get(normalizeHeader(display_name)) ?? names.get(normalizeHeader(name))
    const isFree = suggestions.some((one) => one.source_schema_id === column && one.destination_id === null)
    if (!fed.has(id) && column !== undefined && isFree && !taken.has(column)) fed.set(id, column)
  }
  const row = (source_schema_id: string, destination_id: number): MappingRow => ({
    ...plainRow,
    source_schema_id,
    destination_id,
    destination_type: destination_id === activityDate.id ? 'system_activity' : 'custom_activity',
  })
  const orderField = fieldOf('order_number', known.order_number, custom)?.id
  return {
    activity_id: type.id,
    // Lines of one order are no activities of their own, so their number tells none apart.
    activity_key: !lined && orderField !== undefined && fed.has(orderField) ? orderField : null,
    equal_activities: 'each',
    mapping: [row(date, activityDate.id), ...[...fed].map(([field, column]) => row(column, field))],
  }
}

/** The field of a part: the one the product made for it, else a text field whose name means it. */
function fieldOf(part: WordPart, known: number | undefined, fields: readonly ActivityFieldInfo[]) {
  const isText = ({ kind }: ActivityFieldInfo) => kind === 'text'
  return (
    fields.find((field) => field.id === known && isText(field)) ??
    fields.find((field) => isText(field) && (meansPart(part, field.display_name) || meansPart(part, field.name)))
  )
}

const AMOUNT = systemFields.find(({ name }) => name === 'amount')!.id

/** True for a column that may be of a purchase: no field of the store's own takes it. */
export const isFreeForPurchase = ({ destination_id, reason }: Suggestion) =>
  reason !== 'sensitive' && reason !== 'full_name' && (destination_id === null || destination_id === AMOUNT)

/**
 * Suggestion for a column of a file of purchases. What a sale cost is nothing that a customer keeps: the amount of the last row would
 * stand for all.
 */
export function ofPurchases(
  suggestion: Suggestion,
  { columns, fed }: { columns: PurchaseColumns; fed: Pick<Fed, 'mapping'> | null },
): Suggestion {
  const { source_schema_id: id, destination_id } = suggestion
  if (fed?.mapping.some((row) => row.source_schema_id === id))
    return {
      ...suggestion,
      destination_id: null,
      reason: 'activity',
      offer: null,
      other: null,
      full_name: false,
      split: [],
    }
  if (destination_id !== AMOUNT && !columns.amounts.includes(id)) return suggestion
  return { ...suggestion, destination_id: null, reason: 'not_needed', offer: null, other: null }
}

/**
 * Purchases by a code of the store alone belong to known customers: an unknown code names nobody. `hides`: the file hides its buyers, who are
 * known by their user names.
 */
export function purchaseMatch(
  match: MappingBody['match'],
  mapping: readonly MappingRow[],
  fields: readonly Field[],
  hides: boolean,
): MappingBody['match'] {
  const named = mapping.some(
    (row) => !isActivityRow(row) && (isContact(row.destination_id) || isNameField(row.destination_id)),
  )
  if (hides && !named) return { ...match, unknown_codes: 'add' }
  const isCode = (key: number) => fields.some(({ id, column }) => id === key && column === undefined)
  const byCode = match.keys.length > 0 && match.keys.every(isCode)
  return byCode && !named ? { ...match, mode: 'existing' } : match
}
