import type { ProfileField } from './values.ts'

/** The groups of a profile's fields, each with its system fields in order. The names are told as one line above them. */
const systemGroups = {
  personal: ['gender', 'birthDate', 'citizenId', 'age', 'occupation'],
  contact: ['phone', 'email', 'lineDisplayName', 'lineUserId', 'lineBasicId', 'address', 'addressEN'],
  business: ['businessType', 'company', 'workplace', 'workplaceEN', 'income', 'amount'],
} as const

export type FieldGroup = keyof typeof systemGroups | 'own'

/** Sorts a profile's fields into their groups; whatever no group names is one of the store's own. */
export function groupFields(fields: readonly ProfileField[]): [FieldGroup, ProfileField[]][] {
  const byName = new Map(fields.map((field) => [field.name, field]))
  const system = Object.entries(systemGroups).map(([group, names]): [FieldGroup, ProfileField[]] => [
    group as FieldGroup,
    names.flatMap((name) => byName.get(name) ?? []),
  ])
  const own = fields.filter((field) => field.type !== 'system_profile')
  return own.length > 0 ? [...system, ['own', own]] : system
}
