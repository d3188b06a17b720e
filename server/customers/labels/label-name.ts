import { isName } from '@ruam/contract/platform/names.ts'
import { canonicalText } from '../../formats/values/thai.ts'

/** Names that filters use for something else. */
const reserved = new Set(['all', 'none', 'ทั้งหมด', 'ไม่มี'])

/** A label's name as it is kept. Lists of labels travel joined by commas, so none has one. */
export const canonicalLabel = canonicalText

export const isLabelName = (name: string): boolean => isName(name) && !name.includes(',')

/** True for names that mean all labels, or none. */
export const isReservedLabel = (name: string): boolean => reserved.has(name.toLowerCase())
