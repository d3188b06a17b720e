import { ApiError } from '../../core/api-error.ts'
import { canonicalLabel, isLabelName, isReservedLabel } from './label-name.ts'

/** Validates a sent label. Returns it as stored. */
export function readLabel({
  name,
  description,
  note,
  color,
}: {
  name: string
  description?: string
  note?: string
  color: string
}) {
  return { name: readName(name), description: description ?? note ?? '', color }
}

/** Validates the sent parts of a label. Returns them as stored. */
export function readLabelChange({
  name,
  description,
  note,
  color,
}: {
  name?: string | undefined
  description?: string | undefined
  note?: string | undefined
  color?: string | undefined
}) {
  const words = description ?? note
  return {
    ...(name !== undefined && { name: readName(name) }),
    ...(words !== undefined && { description: words }),
    ...(color !== undefined && { color }),
  }
}

/** Returns a label's name as stored. Throws label_name_invalid (80) and label_name_reserved (81). */
function readName(typed: string): string {
  const name = canonicalLabel(typed)
  if (!isLabelName(name)) throw new ApiError('label_name_invalid')
  if (isReservedLabel(name)) throw new ApiError('label_name_reserved')
  return name
}
