import { type FieldGroup, groupFields, namesInOne } from '../field-groups.ts'
import type { ProfileField } from '../values.ts'

/** A line of a profile: one field, or the parts of a name. */
export interface FieldLine {
  /** Of a name, which of the two. */
  name?: keyof typeof namesInOne
  fields: ProfileField[]
}

const filled = ({ value }: ProfileField) => value !== null && value !== ''

/** The lines of a profile in their groups: those with a value, and the fields without one. */
export function linesOf(fields: readonly ProfileField[]) {
  const groups: [FieldGroup, FieldLine[]][] = []
  const empty: [FieldGroup, FieldLine[]][] = []
  for (const [group, inGroup] of groupFields(fields)) {
    const parts = new Set<string>()
    const lines = inGroup.filter(filled).flatMap((field): FieldLine[] => {
      const name = nameWith(field)
      if (!name) return [{ fields: [field] }]
      // The line of a name stands where its first part is.
      if (parts.has(name)) return []
      parts.add(name)
      return [{ name, fields: inGroup.filter((one) => filled(one) && nameWith(one) === name) }]
    })
    if (lines.length > 0) groups.push([group, lines])
    const without = inGroup.filter((field) => !filled(field)).map((field): FieldLine => ({ fields: [field] }))
    if (without.length > 0) empty.push([group, without])
  }
  return { groups, empty }
}

function nameWith({ name, type }: ProfileField): FieldLine['name'] {
  if (type !== 'system_profile') return undefined
  const names = Object.entries(namesInOne) as [keyof typeof namesInOne, readonly string[]][]
  return names.find(([, parts]) => parts.includes(name))?.[0]
}
