import type { ColumnFacts } from '../../formats/files/column-facts.ts'
import { NAME_HEADER, NO_CUSTOMER, type SplitPart, thaiParts } from './full-names.ts'
import { ofOthers, wordsOf } from './looks.ts'

/** Minimum share of cells with a phone among words: a few notes make no column of phones. */
const MOST = 0.6

/** True for a column of names that have their phone in the same cell: `ชื่อ/เบอร์โทร`. */
export function isNameAndPhone(header: string, { filled, phonesInWords }: ColumnFacts): boolean {
  const words = wordsOf(header)
  return phonesInWords >= filled * MOST && NAME_HEADER.test(words) && !ofOthers(words) && !NO_CUSTOMER.test(words)
}

/** Returns the parts of the name that such a column feeds beside the phone: those that no other column does. */
export const namePartsWithPhone = (
  taken: ReadonlySet<number>,
  fields: readonly { id: number }[],
): readonly SplitPart[] =>
  thaiParts.filter(({ field_id }) => !taken.has(field_id) && fields.some(({ id }) => id === field_id))
