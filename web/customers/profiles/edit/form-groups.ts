import { type FieldGroupView, groupFields, namesInOne, pageOrder } from '../field-groups.ts'
import type { ProfileListField } from '../values.ts'

interface FormGroup {
  group: FieldGroupView | 'fullName'
  /** Each row of the form: the parts of a name side by side, any other field alone. */
  rows: ProfileListField[][]
}

/** True if a field's name contains the searched text. */
export const named = ({ displayName }: Pick<ProfileListField, 'displayName'>, sought: string) =>
  displayName.toLowerCase().includes(sought.trim().toLowerCase())

const partsOf = (fields: readonly ProfileListField[], names: readonly string[]) =>
  fields.filter(({ type, name }) => type === 'system_profile' && names.includes(name))

/** The fields of the form in the order of the profile's page: the name first, as in its head, then each group. */
export function formGroups(fields: readonly ProfileListField[]): FormGroup[] {
  const all = groupFields(fields)
  const name = partsOf(
    all.flatMap(([, inGroup]) => inGroup),
    namesInOne.fullName,
  )
  const groups = new Map(
    all.map(([group, inGroup]) => {
      const rows: ProfileListField[][] = []
      const inEnglish = partsOf(inGroup, namesInOne.fullNameEn)
      for (const field of inGroup) {
        if (name.includes(field)) continue
        if (!inEnglish.includes(field)) rows.push([field])
        // The row of a name stands where its first part is.
        else if (field === inEnglish[0]) rows.push(inEnglish)
      }
      return [group, rows] as const
    }),
  )
  const ordered: FormGroup[] = pageOrder.map((group) => ({ group, rows: groups.get(group) ?? [] }))
  return [{ group: 'fullName' as const, rows: name.length > 0 ? [name] : [] }, ...ordered].filter(
    ({ rows }) => rows.length > 0,
  )
}
