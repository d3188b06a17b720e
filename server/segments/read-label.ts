import { isName } from '@ruam/contract/names.ts'
import { Refusal } from '../core/refusal.ts'
import { canonicalText } from '../values/thai.ts'

/** Names that filters use for something else. */
const reserved = new Set(['all', 'none', 'ทั้งหมด', 'ไม่มี'])

/** A label as somebody writes it, as it is kept. */
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

/** A label's name as it is kept. Throws label_name_invalid (80) and label_name_reserved (81). */
function readName(typed: string): string {
  const name = canonicalText(typed)
  // Lists of labels travel joined by commas.
  if (!isName(name) || name.includes(',')) throw new Refusal('label_name_invalid')
  if (reserved.has(name.toLowerCase())) throw new Refusal('label_name_reserved')
  return name
}
