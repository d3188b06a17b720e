import { contactFields } from '../../customers/profiles/contacts.ts'
import type { ColumnFacts } from '../../formats/files/column-facts.ts'
import { typedLineId } from '../../formats/values/line-ids.ts'
import type { SplitPart } from './full-names.ts'
import { wordsOf } from './looks.ts'

const contactIds = new Set<number>(contactFields.map(({ id }) => id))

/** True for the fields of which a customer has several values: phone and e-mail. */
export const isContact = (fieldId: number) => contactIds.has(fieldId)

/** Part that a column of phones and e-mails feeds beside the phone. */
export const emailPart: SplitPart = { part: 'whole', field_id: contactFields.find(({ kind }) => kind === 'email')!.id }

/** Who orders and who receives may be two people. */
const RECEIVES = /ship|deliver|recipient|bill|receiv|จัดส่ง|ผู้รับ|ปลายทาง|ใบกำกับ/

/** True for another contact of the customer whom the row is about. */
export const isFurtherContact = (header: string, fieldId: number) =>
  isContact(fieldId) && !RECEIVES.test(wordsOf(header))

const LINE = /line|ไลน์/

/** True for a column of LINE ids as people type them. Their cells look like any word, so the header decides. */
export const holdsTypedLineIds = (header: string, { samples }: ColumnFacts) =>
  LINE.test(wordsOf(header)) &&
  samples.filter((sample) => /[a-z]/i.test(sample) && typedLineId(sample) !== null).length * 2 > samples.length

/** Returns which of two columns tells people apart, true for the first: a firm's landline stands in most rows. Null if unmeasured. */
export function isMoreDistinct({ groups: one }: ColumnFacts, { groups: other }: ColumnFacts): boolean | null {
  if (!one || !other) return null
  return one.distinct === other.distinct ? one.largest < other.largest : one.distinct > other.distinct
}
