/** The groups of a profile's fields, each with its system fields in order. */
const systemGroups = {
  personal: [
    'prefixName',
    'firstName',
    'lastName',
    'firstNameEN',
    'lastNameEN',
    'gender',
    'birthDate',
    'citizenId',
    'age',
    'occupation',
  ],
  contact: ['phone', 'email', 'lineDisplayName', 'lineUserId', 'lineBasicId', 'address', 'addressEN'],
  business: ['businessType', 'company', 'workplace', 'workplaceEN', 'income', 'amount'],
} as const

export type FieldGroup = keyof typeof systemGroups | 'own'

/** Sorts a profile's fields into their groups; whatever no group names is one of the store's own. */
export function groupFields<F extends { name: string; type: string }>(fields: readonly F[]): [FieldGroup, F[]][] {
  const byName = new Map(fields.map((field) => [field.name, field]))
  const system = Object.entries(systemGroups).map(([group, names]): [FieldGroup, F[]] => [
    group as FieldGroup,
    names.flatMap((name) => byName.get(name) ?? []),
  ])
  const own = fields.filter((field) => field.type !== 'system_profile')
  return own.length > 0 ? [...system, ['own', own]] : system
}

/** Names that are displayed as one line: who somebody is, in Thai and in English. */
export const namesInOne = {
  fullName: ['prefixName', 'firstName', 'lastName'],
  fullNameEn: ['firstNameEN', 'lastNameEN'],
} as const
