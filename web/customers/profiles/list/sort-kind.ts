import type { ListField } from '../list-fields.ts'

/** Initial of texts that are not Thai. */
const digits = new Set(['phone', 'citizenId'])
const latin = new Set(['email', 'firstNameEN', 'lastNameEN', 'workplaceEN', 'addressEN', 'lineUserId', 'lineBasicId'])

/** Kind of an order, by the field's values. */
export function sortKind({ name, own, dataType }: ListField) {
  if (dataType === 'Number') return 'number'
  if (dataType === 'Date') return 'date'
  if (dataType === 'Boolean') return 'boolean'
  return digits.has(name) ? 'digits' : latin.has(name) ? 'latin' : own ? 'mixed' : 'text'
}
