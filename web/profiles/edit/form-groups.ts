import { type FieldGroup, groupFields, namesInOne } from '../field-groups.ts'
import type { ProfileField } from '../values.ts'

export interface FormGroup {
  group: FieldGroup
  /** Each row of the form: the parts of a name side by side, any other field alone. */
  rows: ProfileField[][]
}

/** The fields that have a value, by id. */
export const filledIn = (fields: readonly ProfileField[]): ReadonlySet<number> =>
  new Set(fields.filter(({ value }) => value !== null && value !== '').map(({ id }) => id))

const isName = ({ type, name }: ProfileField) =>
  type === 'system_profile' && namesInOne.fullName.some((part) => part === name)

/** The fields of the form: the name first, then in each group those that are among `filled` before the others. */
export function formGroups(fields: readonly ProfileField[], filled: ReadonlySet<number>): FormGroup[] {
  return groupFields(fields).map(([group, inGroup]) => {
    const others = inGroup.filter((field) => !isName(field))
    const rows = others.toSorted((a, b) => Number(filled.has(b.id)) - Number(filled.has(a.id))).map((field) => [field])
    const parts = inGroup.filter(isName)
    return { group, rows: parts.length > 0 ? [parts, ...rows] : rows }
  })
}
