import { fieldGroups, type FieldGroup as SystemGroup, systemFields } from '@ruam/contract/platform/system-fields.ts'

export type FieldGroupView = SystemGroup | 'own'

/** Order of the groups on every page about a customer: contact data first, for serving at the counter. */
export const pageOrder: readonly FieldGroupView[] = ['contact', 'personal', 'business', 'own']

/** The names of a group's system fields, in their order. */
const namesOf = (group: SystemGroup): string[] =>
  systemFields
    .filter((field) => field.group[0] === group)
    .sort((a, b) => a.group[1] - b.group[1])
    .map(({ name }) => name)

const systemGroups = fieldGroups.map((group) => [group, namesOf(group)] as const)

/** Sorts a profile's fields into their groups; whatever no group names is one of the store's own. */
export function groupFields<F extends { name: string; type: string }>(fields: readonly F[]): [FieldGroupView, F[]][] {
  const byName = new Map(fields.map((field) => [field.name, field]))
  const system = systemGroups.map(([group, names]): [FieldGroupView, F[]] => [
    group,
    names.flatMap((name) => byName.get(name) ?? []),
  ])
  const own = fields.filter((field) => field.type !== 'system_profile')
  return own.length > 0 ? [...system, ['own', own]] : system
}

/** Names displayed as one line, in Thai and in English. */
export const namesInOne = {
  fullName: ['prefixName', 'firstName', 'lastName'],
  fullNameEn: ['firstNameEN', 'lastNameEN'],
} as const
