import { type FieldGroup, groupFields, namesInOne } from '../field-groups.ts'
import type { ProfileField } from '../values.ts'

interface FormGroup {
  group: FieldGroup
  /** Each row of the form: the parts of a name side by side, any other field alone. */
  rows: ProfileField[][]
}

/** The fields that have a value, by id. */
export const filledIn = (fields: readonly ProfileField[]): ReadonlySet<number> =>
  new Set(fields.filter(({ value }) => value !== null && value !== '').map(({ id }) => id))

/** True if a field's name contains the searched text. */
export const named = ({ displayName }: Pick<ProfileField, 'displayName'>, sought: string) =>
  displayName.toLowerCase().includes(sought.trim().toLowerCase())

const partsOf = (fields: readonly ProfileField[], names: readonly string[]) =>
  fields.filter(({ type, name }) => type === 'system_profile' && names.includes(name))

/** The fields of the form: the name first, then in each group those that are among `filled` before the others. */
export function formGroups(fields: readonly ProfileField[], filled: ReadonlySet<number>): FormGroup[] {
  const groups = groupFields(fields).map(([group, inGroup]) => {
    const name = partsOf(inGroup, namesInOne.fullName)
    const inEnglish = partsOf(inGroup, namesInOne.fullNameEn)
    const others = inGroup.filter((field) => !name.includes(field) && !inEnglish.includes(field))
    const rows = [inEnglish, ...others.map((field) => [field])].filter((row) => row.length > 0)
    const rank = (row: ProfileField[]) => (row.some(({ id }) => filled.has(id)) ? 0 : 1)
    const sorted = rows.toSorted((a, b) => rank(a) - rank(b))
    return { group, rows: name.length > 0 ? [name, ...sorted] : sorted }
  })
  return groups.filter(({ rows }) => rows.length > 0)
}
