import { type FieldGroupView, groupFields, namesInOne } from '../field-groups.ts'
import type { ProfileListField } from '../values.ts'

/** A line of a profile: one field, or the parts of a name, empty ones too. */
export interface FieldLine {
  /** Part of a name. */
  name?: keyof typeof namesInOne
  fields: ProfileListField[]
}

export const isFilled = ({ value }: ProfileListField) => value !== null && value !== ''

/** Fields of a name, as chosen by `nameOf`. */
const calledBy: readonly (readonly string[])[] = [
  namesInOne.fullName,
  namesInOne.fullNameEn,
  ['company'],
  ['lineDisplayName'],
]

/** The fields that call a customer at the head of the page, and that no line below says again; who has no name gets one there. */
export function headFields(fields: readonly ProfileListField[]): ProfileListField[] {
  const named = (name: string) => fields.filter((field) => field.type === 'system_profile' && field.name === name)
  const chosen = calledBy.find((names) => names.some((name) => name !== 'prefixName' && named(name).some(isFilled)))
  return (chosen ?? namesInOne.fullName).flatMap(named)
}

/** The lines of a profile in their groups: those with a value, and the fields without one. */
export function linesOf(fields: readonly ProfileListField[]) {
  const groups: [FieldGroupView, FieldLine[]][] = []
  const empty: [FieldGroupView, FieldLine[]][] = []
  const head = new Set(headFields(fields))
  for (const [group, all] of groupFields(fields)) {
    const lines: FieldLine[] = []
    const without: FieldLine[] = []
    const inGroup = all.filter((field) => !head.has(field))
    const said = new Set(inGroup.filter(isFilled).map(nameWith))
    for (const field of inGroup) {
      const name = nameWith(field)
      const of = isFilled(field) ? lines : without
      if (!name || !said.has(name)) of.push({ fields: [field] })
      // The line of a name stands where its first part is.
      else if (!lines.some((line) => line.name === name))
        lines.push({ name, fields: inGroup.filter((one) => nameWith(one) === name) })
    }
    if (lines.length > 0) groups.push([group, lines])
    if (without.length > 0) empty.push([group, without])
  }
  return { groups, empty }
}

function nameWith({ name, type }: ProfileListField): FieldLine['name'] {
  if (type !== 'system_profile') return undefined
  const names = Object.entries(namesInOne) as [keyof typeof namesInOne, readonly string[]][]
  return names.find(([, parts]) => parts.includes(name))?.[0]
}
